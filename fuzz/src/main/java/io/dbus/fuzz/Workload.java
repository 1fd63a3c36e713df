package io.dbus.fuzz;

import static java.util.Objects.requireNonNull;

import io.dbus.embedded.DatabaseServer;
import io.dbus.event.TableId;
import io.dbus.fuzz.Definitions.Definition;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The random work: sessions that change rows and tables. It does a step at a time and says which tables it may have changed. Not
 * thread-safe.
 */
final class Workload implements AutoCloseable {
    private static final int MIN_TABLES = 4;
    private static final int MAX_TABLES = 8;

    private final FuzzOptions options;
    private final Totals totals;
    private final TableId unread;
    private final List<Session> sessions = new ArrayList<>();
    private final Settings settings;
    private final Definitions definitions;
    private final DefinedTables defined;
    private final XaWork xa;
    private final Map<TableId, Table> tables = new LinkedHashMap<>();

    /** Hears of tables that are there, and of those that are there no more. */
    interface DefinedTables {
        /** A statement was done. */
        void defined(Definition definition) throws SQLException, Difference;
    }

    /**
     * Work on a server.
     *
     * @param database the database that is read
     * @param unread a table that is not
     * @param journal takes the statements of a step
     */
    Workload(
            DatabaseServer server,
            FuzzOptions options,
            Types types,
            String database,
            TableId unread,
            Totals totals,
            List<String> journal,
            DefinedTables defined)
            throws SQLException {
        this.options = requireNonNull(options, "options");
        this.totals = requireNonNull(totals, "totals");
        this.unread = requireNonNull(unread, "unread");
        this.defined = requireNonNull(defined, "defined");
        this.settings = new Settings(options);
        this.definitions = new Definitions(types, database, options.mariaDb());
        for (String name : List.of("a", "b", "c")) {
            sessions.add(new Session(name, server.connect(), totals, journal));
        }
        this.xa = new XaWork(server, totals, journal);
    }

    /** Does a step; gives the tables whose rows it may have changed. */
    Set<TableId> step(Dice dice) throws SQLException, Difference {
        if (tables.size() < MIN_TABLES) {
            define(dice, dice.of(sessions), definitions.create(dice));
            return Set.of();
        }
        int choice = dice.below(100);
        if (options.has(Feature.DDL) && choice < 12) {
            return definition(dice);
        }
        if (choice < 20) {
            settings.change(dice, dice.of(sessions));
        } else if (choice < 22) {
            settings.changeServer(dice, dice.of(sessions));
        } else if (options.has(Feature.XA) && choice < 28) {
            return xa.step(dice, this::someChanges, free());
        }
        return transaction(dice);
    }

    /** Ends all that is open, so that a later step finds nothing held. */
    Set<TableId> end(Dice dice) throws SQLException {
        Set<TableId> touched = new LinkedHashSet<>(xa.decideAll(dice));
        for (Session session : sessions) {
            if (session.isInTransaction()) {
                touched.addAll(session.open());
                session.end("COMMIT");
            }
        }
        return touched;
    }

    /** The tables that are there. */
    Collection<TableId> tables() {
        return tables.keySet();
    }

    private Set<TableId> definition(Dice dice) throws SQLException, Difference {
        Session session = dice.of(sessions);
        Set<TableId> touched = new LinkedHashSet<>();
        if (session.isInTransaction()) {
            // The statement itself would commit it, and its rows are to be looked at before the tables are others.
            touched.addAll(session.open());
            session.end("COMMIT");
            totals.count("transactions");
            return touched;
        }
        List<Table> free = free();
        if (free.isEmpty()) {
            return touched;
        }
        Table table = dice.of(free);
        Definition definition = tables.size() < MAX_TABLES && dice.percent(25)
                ? definitions.create(dice)
                : tables.size() >= MAX_TABLES && dice.percent(40)
                        ? definitions.drop(table)
                        : definitions.change(dice, table, dice.of(free));
        if (session.run(definition.sql())) {
            totals.count("definitions of tables changed");
            take(definition);
            touched.addAll(tables.keySet());
        }
        return touched;
    }

    private void define(Dice dice, Session session, Definition definition) throws SQLException, Difference {
        if (session.isInTransaction()) {
            session.end("COMMIT");
        }
        if (session.run(definition.sql())) {
            totals.count("definitions of tables changed");
            take(definition);
        }
    }

    private void take(Definition definition) throws SQLException, Difference {
        definition.gone().forEach(table -> tables.remove(table.id()));
        definition.here().forEach(table -> tables.put(table.id(), table));
        defined.defined(definition);
    }

    private Set<TableId> transaction(Dice dice) throws SQLException {
        Session session = dice.of(sessions);
        boolean alone = !session.isInTransaction() && dice.percent(40);
        if (!alone && !session.isInTransaction()) {
            session.begin();
        }
        Set<TableId> touched = new LinkedHashSet<>(session.open());
        Set<TableId> now = someChanges(dice, session, free());
        touched.addAll(now);
        if (alone) {
            totals.count("transactions");
            return touched;
        }
        session.open().addAll(now);
        int end = dice.below(100);
        if (end < 75) {
            session.end("COMMIT");
            totals.count("transactions");
        } else if (end < 90 && !session.keepsAll()) {
            session.end("ROLLBACK");
            totals.count("transactions rolled back");
        }
        return touched;
    }

    /** Changes rows in a session; gives the tables. */
    private Set<TableId> someChanges(Dice dice, Session session, List<Table> free) throws SQLException {
        List<Table> usable = new ArrayList<>(free);
        session.open().forEach(id -> usable.add(tables.get(id)));
        Set<TableId> touched = new LinkedHashSet<>();
        List<String> savepoints = new ArrayList<>();
        int count = dice.percent(50) ? 1 : dice.between(2, 7);
        for (int i = 0; i < count && !usable.isEmpty(); i++) {
            if (session.isInTransaction() && dice.percent(8)) {
                savepoints.add("s" + dice.below(3));
                session.run("SAVEPOINT " + savepoints.get(savepoints.size() - 1));
            } else if (!savepoints.isEmpty() && !session.keepsAll() && dice.percent(15)) {
                session.run("ROLLBACK TO SAVEPOINT " + dice.of(savepoints));
                totals.count("rollbacks to savepoints");
            }
            if (dice.percent(8)) {
                session.run("INSERT INTO " + Table.sql(unread) + " (v) VALUES ('" + i + "'), ('x'), ('y')");
            }
            Table table = dice.of(usable);
            Table other = dice.of(usable);
            String change =
                    new Changes(dice, session, !options.mariaDb()).next(table, other, sizes.applyAsInt(table.id()));
            if (change.contains("JSON_RE") || change.contains("JSON_SET")) {
                session.keepAll();
            }
            session.run(change);
            touched.add(table.id());
            touched.add(other.id());
        }
        return touched;
    }

    /** The tables that no session has open. */
    private List<Table> free() {
        Set<TableId> held = new LinkedHashSet<>(xa.open());
        sessions.forEach(session -> held.addAll(session.open()));
        return tables.values().stream()
                .filter(table -> !held.contains(table.id()))
                .toList();
    }

    private java.util.function.ToIntFunction<TableId> sizes = table -> 0;

    /** Says how many rows a table has, so that none grows without end. */
    void sizes(java.util.function.ToIntFunction<TableId> of) {
        sizes = of;
    }

    @Override
    public void close() throws SQLException {
        for (Session session : sessions) {
            session.close();
        }
        xa.close();
    }
}
