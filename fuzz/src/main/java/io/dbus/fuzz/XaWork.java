package io.dbus.fuzz;

import static java.util.Objects.requireNonNull;

import io.dbus.embedded.DatabaseServer;
import io.dbus.event.TableId;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** XA transactions: prepared in one step, decided in a later one, from another session. Not thread-safe. */
final class XaWork implements AutoCloseable {
    private static final int MAX_PREPARED = 3;

    private final DatabaseServer server;
    private final Totals totals;
    private final List<String> journal;
    private final Map<String, Prepared> prepared = new LinkedHashMap<>();
    private int made;

    /** Waits for its outcome. The session that prepared it stays open: some servers let nobody else in before it is gone. */
    private record Prepared(Session session, Set<TableId> tables) {}

    /** Changes rows in a session. */
    interface Work {
        Set<TableId> change(Dice dice, Session session, List<Table> free) throws SQLException;
    }

    XaWork(DatabaseServer server, Totals totals, List<String> journal) {
        this.server = requireNonNull(server, "server");
        this.totals = requireNonNull(totals, "totals");
        this.journal = requireNonNull(journal, "journal");
    }

    /** Prepares one, or decides one; gives the tables whose rows it may have changed. */
    Set<TableId> step(Dice dice, Work work, List<Table> free) throws SQLException {
        if (prepared.size() >= MAX_PREPARED || !prepared.isEmpty() && dice.percent(50)) {
            return decide(dice, dice.of(List.copyOf(prepared.keySet())));
        }
        made++;
        String xid =
                switch (dice.below(4)) {
                    case 0 -> "'x" + made + "'";
                    case 1 -> "'it''s " + made + "', 'branch', 7";
                    case 2 -> "X'00ff27', 'b" + made + "'" + dice.of("", ", 2147483647");
                    default -> "X'" + Integer.toHexString(0x1000 + made) + "', X'', 0";
                };
        Session session = new Session("xa" + made, server.connect(), totals, journal);
        session.run("XA START " + xid);
        Set<TableId> tables = work.change(dice, session, free);
        session.run("XA END " + xid);
        if (dice.percent(20)) {
            session.run("XA COMMIT " + xid + " ONE PHASE");
            session.close();
            totals.count("XA transactions in one phase");
            return tables;
        }
        if (!session.run("XA PREPARE " + xid)) {
            session.run("XA ROLLBACK " + xid);
            session.close();
            return tables;
        }
        totals.count("XA transactions prepared");
        prepared.put(xid, new Prepared(session, new LinkedHashSet<>(tables)));
        return tables;
    }

    /** Decides all that wait. */
    Set<TableId> decideAll(Dice dice) throws SQLException {
        Set<TableId> tables = new LinkedHashSet<>();
        for (String xid : new ArrayList<>(prepared.keySet())) {
            tables.addAll(decide(dice, xid));
        }
        return tables;
    }

    /** The tables of those that wait. */
    Set<TableId> open() {
        Set<TableId> open = new LinkedHashSet<>();
        prepared.values().forEach(each -> open.addAll(each.tables()));
        return open;
    }

    private Set<TableId> decide(Dice dice, String xid) throws SQLException {
        Prepared one = prepared.remove(xid);
        boolean commit = dice.percent(70) || one.session().keepsAll();
        if (!one.session().run((commit ? "XA COMMIT " : "XA ROLLBACK ") + xid)) {
            throw new IllegalStateException("The server does not decide the XA transaction " + xid);
        }
        one.session().close();
        totals.count(commit ? "XA transactions committed" : "XA transactions rolled back");
        return one.tables();
    }

    @Override
    public void close() throws SQLException {
        for (Prepared one : prepared.values()) {
            one.session().close();
        }
    }
}
