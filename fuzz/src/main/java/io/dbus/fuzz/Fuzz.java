package io.dbus.fuzz;

import static java.util.Objects.requireNonNull;

import io.dbus.embedded.DatabaseServer;
import io.dbus.embedded.MariaDbServer;
import io.dbus.embedded.MySqlServer;
import io.dbus.event.Event;
import io.dbus.event.RowChange;
import io.dbus.event.TableId;
import io.dbus.event.Truncate;
import io.dbus.event.ValueReceiver;
import io.dbus.fuzz.Definitions.Definition;
import io.dbus.fuzz.View.Described;
import io.dbus.plugin.PluginContext;
import io.dbus.source.mysql.MySqlSourceOptions;
import io.dbus.source.mysql.MySqlSourcePlugin;
import io.dbus.source.mysql.split.BinlogSplit;
import java.io.PrintStream;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;

/**
 * A differential fuzz: random work on a real server, and what the MySQL source makes of its binlog, held against what SELECT shows after each
 * transaction. Values are compared as logical values, exactly; images before changes with the rows that were there; sequences must grow, also over
 * restarts of the reader, from its newest state or an older one, inside transactions too.
 */
public final class Fuzz {
    private static final String DATABASE = "fuzz";
    private static final TableId MARKS = new TableId(DATABASE, "marks");
    private static final TableId UNREAD = new TableId("fuzz_unread", "other");
    private static final Duration REPORT = Duration.ofSeconds(30);

    private final FuzzOptions options;
    private final PrintStream out;
    private final Totals totals = new Totals();
    private final List<String> journal = new ArrayList<>();
    private final Model model;
    private DatabaseServer server;
    private View view;
    private Session marker;
    private SourceRun source;
    private Workload work;
    private long step;
    private long definitions;
    private long schemaChanges;

    private Fuzz(FuzzOptions options, PrintStream out, UnaryOperator<ValueReceiver> tamper) {
        this.options = requireNonNull(options, "options");
        this.out = requireNonNull(out, "out");
        this.model = new Model(totals, options.mariaDb(), !options.has(Feature.PARTIAL_IMAGES), tamper);
    }

    /**
     * Runs, on a server of its own, until a limit is reached or a difference is found, and prints what it found.
     *
     * @param stop asked between steps whether to end
     * @return whether there was no difference
     * @throws Exception when the run itself fails, such as when there is no server
     */
    public static boolean run(FuzzOptions options, PrintStream out, java.util.function.BooleanSupplier stop)
            throws Exception {
        return new Fuzz(options, out, UnaryOperator.identity()).run(stop);
    }

    /** The same with a faulty decoder. */
    static boolean run(FuzzOptions options, PrintStream out, UnaryOperator<ValueReceiver> tamper) throws Exception {
        return new Fuzz(options, out, tamper).run(() -> false);
    }

    private boolean run(java.util.function.BooleanSupplier stop) throws Exception {
        out.println("fuzz: seed " + options.seed() + " on " + (options.mariaDb() ? "MariaDB" : "MySQL") + ", with "
                + new java.util.TreeSet<>(options.features()));
        try (DatabaseServer running = options.mariaDb()
                ? MariaDbServer.builder()
                        .option("binlog_row_metadata", beginsMinimal() ? "MINIMAL" : "FULL")
                        .start()
                : MySqlServer.builder()
                        .option("loose_binlog_row_metadata", "FULL")
                        .start()) {
            server = running;
            out.println("fuzz: " + running.binaryVersion());
            try {
                prepare();
                steps(stop);
                out.println("fuzz: no difference in " + step + " steps");
                out.print(totals);
                return true;
            } catch (Difference e) {
                report(e);
                return false;
            } catch (RuntimeException e) {
                // What the source throws comes here, and so does what is wrong in this program.
                report(new Difference("failed: " + causes(e), e));
                return false;
            } finally {
                close();
            }
        }
    }

    /** What a server that is about to go away holds open. */
    private void close() throws Exception {
        if (source != null) {
            source.close();
        }
        if (work != null) {
            work.close();
        }
        if (marker != null) {
            marker.close();
        }
        if (view != null) {
            view.close();
        }
    }

    private boolean beginsMinimal() {
        return options.has(Feature.MINIMAL_METADATA) && options.seed() % 2 == 0;
    }

    private void prepare() throws Exception {
        server.execute(
                "CREATE DATABASE " + DATABASE,
                "CREATE DATABASE " + UNREAD.database(),
                "CREATE TABLE " + MARKS + " (id INT PRIMARY KEY, step BIGINT)",
                "INSERT INTO " + MARKS + " VALUES (1, 0)",
                "CREATE TABLE " + UNREAD + " (id INT AUTO_INCREMENT PRIMARY KEY, v VARCHAR(20))");
        view = new View(server.connect());
        marker = new Session("mark", server.connect(), new Totals(), new ArrayList<>());
        Types types = new Types(view.charsets(), options.mariaDb());
        source = new SourceRun(source(), totals);
        work = new Workload(server, options, types, DATABASE, UNREAD, totals, journal, this::defined);
        work.sizes(model::size);
    }

    @SuppressWarnings("unchecked") // The plugin's source is of this kind.
    private Source<Event, BinlogSplit, ?> source() {
        Configuration configuration = new Configuration();
        configuration.set(MySqlSourceOptions.HOSTNAME, server.hostname());
        configuration.set(MySqlSourceOptions.PORT, server.port());
        configuration.set(MySqlSourceOptions.USERNAME, server.rootUser());
        configuration.set(MySqlSourceOptions.PASSWORD, server.password());
        configuration.set(MySqlSourceOptions.TABLES, List.of(DATABASE + ".*"));
        configuration.set(MySqlSourceOptions.HEARTBEAT_INTERVAL, Duration.ofSeconds(1));
        configuration.set(MySqlSourceOptions.RECONNECT_BACKOFF, Duration.ofMillis(50));
        // In one run of three, larger transactions leave before their end is known.
        configuration.set(
                MySqlSourceOptions.TRANSACTION_HOLD,
                new MemorySize(Math.floorMod(options.seed(), 3) == 0 ? 4_000 : 16 << 20));
        PluginContext context = new PluginContext("fuzz", "fuzz", configuration, List.of());
        return (Source<Event, BinlogSplit, ?>) new MySqlSourcePlugin().source(context);
    }

    private void steps(java.util.function.BooleanSupplier stop) throws Exception {
        long begun = System.nanoTime();
        long reported = begun;
        long limit = options.steps().orElse(Long.MAX_VALUE);
        long nanos = options.time().map(Duration::toNanos).orElse(Long.MAX_VALUE);
        while (step < limit && System.nanoTime() - begun < nanos && !stop.getAsBoolean()) {
            step++;
            step();
            if (System.nanoTime() - reported > REPORT.toNanos()) {
                reported = System.nanoTime();
                out.printf(
                        Locale.ROOT,
                        "fuzz: %,d s, step %,d: %,d transactions, %,d statements, %,d events, %,d rows compared%n",
                        (reported - begun) / 1_000_000_000,
                        step,
                        totals.of("transactions"),
                        totals.of("statements"),
                        totals.of("events"),
                        totals.of("rows compared with SELECT"));
                out.flush();
            }
        }
        step++;
        journal.clear();
        work.end(Dice.ofStep(options.seed(), step));
        follow(new Dice(0));
        compare(work.tables());
    }

    private void step() throws Exception {
        journal.clear();
        Dice dice = Dice.ofStep(options.seed(), step);
        Set<TableId> touched = new HashSet<>(work.step(dice));
        follow(dice);
        compare(step % 50 == 0 ? work.tables() : touched);
    }

    /** Takes in all that came of a step, and restarts the source now and then. */
    private void follow(Dice dice) throws Exception {
        boolean restarts = options.has(Feature.RESTARTS);
        if (restarts && dice.percent(10)) {
            source.save();
        }
        int restartAfter = restarts && dice.percent(6) ? dice.below(8) : -1;
        boolean back = dice.percent(50);
        marker.run("UPDATE " + MARKS + " SET step = " + (step + 1) + " WHERE id = 1");
        int[] seen = {0};
        if (restartAfter == 0) {
            restart(back);
        }
        source.await(event -> {
            seen[0]++;
            boolean end = take(event);
            if (seen[0] == restartAfter) {
                if (!end && !event.origin().last()) {
                    totals.count("restarts inside a transaction");
                }
                try {
                    restart(back);
                } catch (Exception e) {
                    throw new Difference("a restart failed: " + e, e);
                }
            }
            return end;
        });
        if (schemaChanges != definitions) {
            throw new Difference("of " + definitions + " statements that defined tables " + schemaChanges
                    + " came out as schema changes");
        }
    }

    private void restart(boolean back) throws Exception {
        if (!source.isBetweenEvents()) {
            return;
        }
        journal.add("(the reader begins anew" + (back ? ", from an older state)" : ")"));
        if (back && source.canGoBack()) {
            source.goBack();
        } else {
            source.restart();
        }
    }

    /** Takes in an event; whether it is the mark of this step. */
    private boolean take(Event event) throws Difference {
        try {
            if (event instanceof RowChange change && change.table().equals(MARKS)) {
                LogicalText text = new LogicalText();
                change.after().orElseThrow().read(1, text);
                return text.text().equals(Long.toString(step + 1));
            }
            if (event instanceof RowChange change) {
                model.apply(change);
            } else if (event instanceof Truncate truncate) {
                totals.count("truncates");
                model.apply(truncate);
            } else {
                schemaChanges++;
                totals.count("schema changes that came out");
            }
            return false;
        } catch (Difference e) {
            throw new Difference(e.getMessage() + "; " + EventText.of(event), e);
        } catch (RuntimeException e) {
            throw new Difference("an event cannot be read: " + causes(e) + "; " + EventText.where(event.origin()), e);
        }
    }

    private void compare(Iterable<TableId> tables) throws SQLException, Difference {
        for (TableId table : tables) {
            if (model.knows(table)) {
                model.compare(table, view.rows(table, model.described(table)));
            }
        }
    }

    /** A statement changed tables: the server is asked what they are now. Rows that stay must be those that were there. */
    private void defined(Definition definition) throws SQLException, Difference {
        if (!definition.isTruncate()) {
            definitions++;
        }
        Map<TableId, List<Map<String, String>>> before = new HashMap<>();
        for (Table table : definition.gone()) {
            before.put(table.id(), model.rows(table.id()));
            model.remove(table.id());
        }
        for (int i = 0; i < definition.here().size(); i++) {
            Table table = definition.here().get(i);
            Optional<Described> described = view.describe(table.id());
            if (described.isEmpty()) {
                throw new IllegalStateException(
                        "The server took '" + definition.sql() + "' and has no table " + table.id());
            }
            List<String[]> rows = definition.keepsRows() ? view.rows(table.id(), described.get()) : List.of();
            model.put(table.id(), described.get(), rows);
            if (definition.keepsRows()) {
                int size = before.get(definition.gone().get(i).id()).size();
                if (size != rows.size()) {
                    throw new Difference("table " + table.id() + " had " + size + " rows before '" + definition.sql()
                            + "', and has " + rows.size());
                }
            }
        }
    }

    private void report(Difference e) {
        out.println();
        out.println("fuzz: DIFFERENCE at step " + step + " of seed " + options.seed() + ": " + e.getMessage());
        out.println("fuzz: the statements of the step:");
        journal.forEach(line -> out.println("  " + (line.length() > 3000 ? line.substring(0, 3000) + "..." : line)));
        out.println("fuzz: again: ./dbus fuzz --seed " + options.seed() + " --steps " + step
                + (options.mariaDb() ? " --server mariadb" : "") + " --features "
                + String.join(
                        ",",
                        new java.util.TreeSet<>(options.features())
                                .stream().map(Feature::toString).toList()));
        out.print(totals);
        out.flush();
    }

    private static String causes(Throwable e) {
        StringBuilder text = new StringBuilder(e.toString());
        for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
            text.append(" <- ").append(cause);
        }
        return text.toString();
    }
}
