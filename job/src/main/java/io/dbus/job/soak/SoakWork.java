package io.dbus.job.soak;

import static java.util.Objects.requireNonNull;

import io.dbus.job.demo.ShopTable;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Random transactions on the tables of {@link SoakTables}: rows created, changed, deleted and given other keys, one by one, by ranges and all at once, several times
 * in a transaction, and rolled back. What a transaction does is written down when it is known to be committed. Not thread-safe.
 */
final class SoakWork {
    private static final int ACCOUNTS = 300;
    private static final int ROOMS = 10;
    private static final int SEATS = 30;
    private static final int STEPS_AT_MOST = 6;
    private static final int RANGE = 25;

    private final Random random;
    private final Map<ShopTable, KeyHistory> histories = new HashMap<>();
    private final Map<ShopTable, Map<String, KeyHistory.State>> states = new HashMap<>();
    private final List<Operation> operations = new ArrayList<>();

    private record Operation(ShopTable table, String key, char operation) {}

    SoakWork(long seed) {
        random = new Random(seed);
        SoakTables.DELIVERED.forEach(table -> {
            histories.put(table, new KeyHistory());
            states.put(table, new HashMap<>());
        });
    }

    /** What was committed to a table. */
    KeyHistory history(ShopTable table) {
        return histories.get(table);
    }

    /**
     * Does a transaction's work, without its end.
     *
     * @return whether it is to be committed; else to be rolled back
     */
    boolean begin(Connection connection) throws SQLException {
        rollBack();
        int dice = random.nextInt(1_000);
        if (dice < 5) {
            changeAccounts(connection, 1, ACCOUNTS);
        } else if (dice < 80) {
            int from = 1 + random.nextInt(ACCOUNTS);
            changeAccounts(connection, from, from + random.nextInt(RANGE));
        } else if (dice < 110) {
            emptyRoom(connection, 1 + random.nextInt(ROOMS));
        } else if (dice < 150) {
            update(connection, "INSERT INTO shop.scraps (content) VALUES (?)", words(5));
        } else {
            for (int step = 1 + random.nextInt(STEPS_AT_MOST); step > 0; step--) {
                if (random.nextBoolean()) {
                    stepOnAccount(connection, 1 + random.nextInt(ACCOUNTS));
                } else {
                    stepOnSeat(connection, 1 + random.nextInt(ROOMS), 1 + random.nextInt(SEATS));
                }
            }
        }
        return random.nextInt(20) != 0;
    }

    /** The transaction is committed. */
    void commit() {
        operations.forEach(each -> histories.get(each.table()).add(each.key(), each.operation()));
        rollBack();
    }

    /** The transaction never was. */
    void rollBack() {
        operations.clear();
        states.values().forEach(Map::clear);
    }

    /** How many changes of rows the transaction has made so far. */
    int changes() {
        return operations.size();
    }

    private void stepOnAccount(Connection connection, long id) throws SQLException {
        KeyHistory.State state = state(SoakTables.ACCOUNTS, Long.toString(id));
        if (!state.present()) {
            did(SoakTables.ACCOUNTS, Long.toString(id), KeyHistory.CREATE);
            update(
                    connection,
                    "INSERT INTO shop.accounts VALUES (?, ?, ?, ?, NOW(6))",
                    id,
                    state.version() + 1,
                    random.nextInt(8) == 0 ? null : words(3),
                    BigDecimal.valueOf(random.nextLong(1_000_000_000), 2));
            return;
        }
        int dice = random.nextInt(100);
        long other = 1 + random.nextInt(ACCOUNTS);
        if (dice < 12) {
            did(SoakTables.ACCOUNTS, Long.toString(id), KeyHistory.DELETE);
            update(connection, "DELETE FROM shop.accounts WHERE id = ?", id);
        } else if (dice < 25
                && !state(SoakTables.ACCOUNTS, Long.toString(other)).present()) {
            did(SoakTables.ACCOUNTS, Long.toString(id), KeyHistory.DELETE);
            KeyHistory.State there = did(SoakTables.ACCOUNTS, Long.toString(other), KeyHistory.CREATE);
            update(connection, "UPDATE shop.accounts SET id = ?, v = ? WHERE id = ?", other, there.version(), id);
        } else {
            did(SoakTables.ACCOUNTS, Long.toString(id), KeyHistory.UPDATE);
            update(
                    connection,
                    "UPDATE shop.accounts SET v = v + 1, owner = ?, balance = balance + ?, changed = NOW(6) WHERE id = ?",
                    random.nextInt(8) == 0 ? null : words(3),
                    BigDecimal.valueOf(random.nextInt(100_000), 2),
                    id);
        }
    }

    private void stepOnSeat(Connection connection, int room, int seat) throws SQLException {
        KeyHistory.State state = state(SoakTables.SEATS, room + "|" + seat);
        if (!state.present()) {
            did(SoakTables.SEATS, room + "|" + seat, KeyHistory.CREATE);
            update(
                    connection,
                    "INSERT INTO shop.seats VALUES (?, ?, ?, ?, UTC_TIMESTAMP(3))",
                    room,
                    seat,
                    state.version() + 1,
                    words(2 + random.nextInt(10)));
            return;
        }
        int dice = random.nextInt(100);
        int other = 1 + random.nextInt(SEATS);
        if (dice < 12) {
            did(SoakTables.SEATS, room + "|" + seat, KeyHistory.DELETE);
            update(connection, "DELETE FROM shop.seats WHERE room = ? AND seat = ?", room, seat);
        } else if (dice < 30 && !state(SoakTables.SEATS, room + "|" + other).present()) {
            did(SoakTables.SEATS, room + "|" + seat, KeyHistory.DELETE);
            KeyHistory.State there = did(SoakTables.SEATS, room + "|" + other, KeyHistory.CREATE);
            update(
                    connection,
                    "UPDATE shop.seats SET seat = ?, v = ? WHERE room = ? AND seat = ?",
                    other,
                    there.version(),
                    room,
                    seat);
        } else {
            did(SoakTables.SEATS, room + "|" + seat, KeyHistory.UPDATE);
            update(
                    connection,
                    "UPDATE shop.seats SET v = v + 1, guest = ? WHERE room = ? AND seat = ?",
                    random.nextInt(8) == 0 ? null : words(2 + random.nextInt(10)),
                    room,
                    seat);
        }
    }

    /** Many rows by one statement; from and to included. */
    private void changeAccounts(Connection connection, int from, int to) throws SQLException {
        for (int id = from; id <= Math.min(to, ACCOUNTS); id++) {
            if (state(SoakTables.ACCOUNTS, Integer.toString(id)).present()) {
                did(SoakTables.ACCOUNTS, Integer.toString(id), KeyHistory.UPDATE);
            }
        }
        update(
                connection,
                "UPDATE shop.accounts SET v = v + 1, balance = balance - 1 WHERE id BETWEEN ? AND ?",
                from,
                to);
    }

    private void emptyRoom(Connection connection, int room) throws SQLException {
        for (int seat = 1; seat <= SEATS; seat++) {
            if (state(SoakTables.SEATS, room + "|" + seat).present()) {
                did(SoakTables.SEATS, room + "|" + seat, KeyHistory.DELETE);
            }
        }
        update(connection, "DELETE FROM shop.seats WHERE room = ?", room);
    }

    private KeyHistory.State state(ShopTable table, String key) {
        KeyHistory.State inTransaction = states.get(table).get(key);
        return inTransaction == null ? histories.get(table).state(key) : inTransaction;
    }

    private KeyHistory.State did(ShopTable table, String key, char operation) {
        KeyHistory.State after = state(table, key).after(operation);
        states.get(table).put(key, after);
        operations.add(new Operation(table, key, operation));
        return after;
    }

    static int update(Connection connection, String sql, Object... values) throws SQLException {
        requireNonNull(sql, "sql");
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            return statement.executeUpdate();
        }
    }

    private String words(int count) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            text.append(i == 0 ? "" : " ").append(WORDS[random.nextInt(WORDS.length)]);
        }
        return text.toString();
    }

    private static final String[] WORDS = {
        "alder",
        "birch",
        "cedar",
        "dāwa",
        "elm",
        "fir",
        "gorse",
        "hazel",
        "ilex",
        "juniper",
        "larch",
        "maple",
        "noël",
        "oak",
        "pine",
        "rowan",
        "sycamore",
        "thorn",
        "über",
        "willow",
        "yew",
        "桜",
        "🌲",
        "\"quoted\"",
        "back\\slash"
    };
}
