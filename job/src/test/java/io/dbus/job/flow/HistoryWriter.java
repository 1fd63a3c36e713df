package io.dbus.job.flow;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Random;

/**
 * Writes random changes to a table {@code (id BIGINT PRIMARY KEY, v BIGINT, payload VARCHAR(200))}: inserts, updates,
 * deletes, key changes, in transactions of one to forty rows of which some roll back; and keeps their history.
 */
final class HistoryWriter {
    static final String COLUMNS = "(id BIGINT NOT NULL PRIMARY KEY, v BIGINT NOT NULL, payload VARCHAR(200))";

    private final String table;
    private final Random random;
    private final History committed = new History();
    private final History pending = new History();
    /** The highest version that a key has had; a row that came from another key may have a lower one. */
    private final long[] highest;

    /** The version of the row that is under a key now. */
    private final long[] versions;

    private final boolean[] there;

    /**
     * A writer.
     *
     * @param table database and table, which has the {@link #COLUMNS}
     * @param keys how many keys it uses: fewer make longer histories
     */
    HistoryWriter(String table, int keys, long seed) {
        this.table = table;
        this.random = new Random(seed);
        this.highest = new long[keys];
        this.versions = new long[keys];
        this.there = new boolean[keys];
    }

    /** Commits at least so many more changes of rows, a change of key counted as two. */
    void write(Connection connection, long changes) throws SQLException {
        connection.setAutoCommit(false);
        long goal = committed.size() + changes;
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO " + table + " VALUES (?, ?, ?)");
                PreparedStatement update =
                        connection.prepareStatement("UPDATE " + table + " SET v = ?, payload = ? WHERE id = ?");
                PreparedStatement delete = connection.prepareStatement("DELETE FROM " + table + " WHERE id = ?");
                PreparedStatement move = connection.prepareStatement("UPDATE " + table + " SET id = ? WHERE id = ?")) {
            while (committed.size() < goal) {
                transaction(connection, insert, update, delete, move);
            }
        }
    }

    /** Takes out all rows at once; versions go on, so that a row of a key is never taken for an older one. The history does not show it. */
    void truncate(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("TRUNCATE TABLE " + table);
        }
        Arrays.fill(there, false);
    }

    History history() {
        return committed;
    }

    private void transaction(
            Connection connection,
            PreparedStatement insert,
            PreparedStatement update,
            PreparedStatement delete,
            PreparedStatement move)
            throws SQLException {
        pending.clear();
        long[] highestBefore = highest.clone();
        long[] versionsBefore = versions.clone();
        boolean[] thereBefore = there.clone();
        int rows = 1 + random.nextInt(40);
        for (int i = 0; i < rows; i++) {
            int key = random.nextInt(versions.length);
            int dice = random.nextInt(10);
            if (!there[key]) {
                versions[key] = ++highest[key];
                insert.setLong(1, key);
                insert.setLong(2, versions[key]);
                insert.setString(3, payload());
                insert.executeUpdate();
                there[key] = true;
                pending.add(key, "c", versions[key]);
            } else if (dice < 7) {
                versions[key] = ++highest[key];
                update.setLong(1, versions[key]);
                update.setString(2, payload());
                update.setLong(3, key);
                update.executeUpdate();
                pending.add(key, "u", versions[key]);
            } else if (dice < 9) {
                delete.setLong(1, key);
                delete.executeUpdate();
                there[key] = false;
                pending.add(key, "d", versions[key]);
            } else {
                moveToFreeKey(move, key);
            }
        }
        if (random.nextInt(15) == 0) {
            connection.rollback();
            System.arraycopy(highestBefore, 0, highest, 0, highest.length);
            System.arraycopy(versionsBefore, 0, versions, 0, versions.length);
            System.arraycopy(thereBefore, 0, there, 0, there.length);
        } else {
            connection.commit();
            committed.addAll(pending);
        }
    }

    private void moveToFreeKey(PreparedStatement move, int key) throws SQLException {
        int to = random.nextInt(versions.length);
        if (there[to]) {
            return;
        }
        move.setLong(1, to);
        move.setLong(2, key);
        move.executeUpdate();
        there[key] = false;
        there[to] = true;
        pending.add(key, "d", versions[key]);
        pending.add(to, "c", versions[key]);
        versions[to] = versions[key];
        highest[to] = Math.max(highest[to], versions[to]);
    }

    private String payload() {
        return "x".repeat(random.nextInt(200));
    }
}
