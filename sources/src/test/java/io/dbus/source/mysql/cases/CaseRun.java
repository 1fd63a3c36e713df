package io.dbus.source.mysql.cases;

import static org.assertj.core.api.Assertions.fail;

import io.dbus.embedded.DatabaseServer;
import io.dbus.embedded.MariaDbServer;
import io.dbus.source.mysql.MySqlSourceOptions;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.flink.configuration.Configuration;

/** One run of one case on one server: scripts and directives on one side, the job on the other. */
final class CaseRun {
    private static final AtomicLong MARKS = new AtomicLong();
    private static final Duration LONG = Duration.ofSeconds(120);
    private static final Duration LONGER = Duration.ofMinutes(30);

    private final CaseFolder folder;
    private final CaseServers.Lease lease;
    private final DatabaseServer server;
    private final Mode mode;
    private final Path directory;
    private final Configuration extra;
    private final StringBuilder told = new StringBuilder();
    private Connection marker;
    private CaseJob job;
    private Optional<Directive.ExpectError> error = Optional.empty();
    private boolean reconnect;

    /**
     * A run.
     *
     * @param directory for the job's state
     * @param extra options of the source
     */
    CaseRun(CaseFolder folder, CaseServers.Lease lease, Mode mode, Path directory, Configuration extra) {
        this.folder = folder;
        this.lease = lease;
        this.server = lease.server();
        this.mode = mode;
        this.directory = directory;
        this.extra = extra;
    }

    /** Runs it and gives what came out, and the message of the failure that ended it. */
    Outcome run() throws Exception {
        try (Connection marks = CaseServers.connect(server)) {
            marker = marks;
            try (Connection connection = CaseServers.connect(server)) {
                script(connection, folder.setup(), false);
            }
            Configuration options = options();
            Accounts accounts = new Accounts(folder);
            List<String> wrong = accounts.differences(options, mode);
            if (!wrong.isEmpty()) {
                throw new AssertionError(String.join("\n", wrong));
            }
            accounts.choose(options);
            try (CaseJob started = new CaseJob(directory, options, CaseServers.MARKS, folder.huge())) {
                job = started;
                return changes();
            }
        }
    }

    private Outcome changes() throws Exception {
        try {
            job.start();
            awaitFirstMark();
            try (Connection connection = CaseServers.connect(server)) {
                script(connection, folder.changes(), true);
                if (!job.isRunning()) {
                    job.start();
                }
                awaitAll();
            }
            if (job.isToBeKilled()) {
                fail("the job was to be killed and had too few events");
            }
        } catch (JobFailed e) {
            return new Outcome(Seen.of(job.events()), Optional.of(e.getMessage()), job.ids(), told.toString());
        }
        return new Outcome(Seen.of(job.events()), Optional.empty(), job.ids(), told.toString());
    }

    private Configuration options() throws SQLException {
        Set<String> databases = new LinkedHashSet<>(lease.newDatabases());
        databases.addAll(folder.databases());
        folder.selected().ifPresent(database -> databases.retainAll(Set.of(database)));
        List<String> tables = new ArrayList<>();
        databases.forEach(database -> tables.add(database + ".**"));
        tables.add(CaseServers.MARKS + ".*");
        Configuration options = new Configuration();
        options.set(MySqlSourceOptions.HOSTNAME, server.hostname());
        options.set(MySqlSourceOptions.PORT, server.port());
        options.set(MySqlSourceOptions.USERNAME, server.rootUser());
        options.set(MySqlSourceOptions.PASSWORD, server.password());
        options.set(MySqlSourceOptions.TABLES, tables);
        options.set(MySqlSourceOptions.HEARTBEAT_INTERVAL, Duration.ofSeconds(1));
        options.set(MySqlSourceOptions.RECONNECT_BACKOFF, Duration.ofMillis(50));
        options.set(MySqlSourceOptions.RECONNECT_BACKOFF_MAX, Duration.ofSeconds(1));
        options.addAll(extra);
        return options;
    }

    private void script(Connection connection, String text, boolean directives) throws Exception {
        SqlScript script = new SqlScript(text);
        boolean backslashes = true;
        for (Optional<SqlScript.Step> next = script.next(true); next.isPresent(); next = script.next(backslashes)) {
            if (next.get() instanceof SqlScript.Step.Told line) {
                if (!directives && !(line.directive() instanceof Directive.ExpectError)) {
                    throw new IllegalArgumentException("A directive in setup.sql, where no job runs: " + line);
                }
                follow(line.directive());
            } else if (next.get() instanceof SqlScript.Step.Statement statement) {
                execute(connection, statement.sql());
                if (statement.sql().toLowerCase(Locale.ROOT).contains("sql_mode")) {
                    String mode = CaseServers.column(connection, "SELECT @@SESSION.sql_mode")
                            .get(0);
                    backslashes = !mode.contains("NO_BACKSLASH_ESCAPES");
                }
            }
        }
        if (error.isPresent()) {
            throw new IllegalArgumentException("There is no statement after @expect-error");
        }
        if (reconnect) {
            reconnect = false;
            cutConnections();
        }
    }

    private void execute(Connection connection, String sql) throws Exception {
        Optional<Directive.ExpectError> expected = error;
        error = Optional.empty();
        try {
            CaseServers.execute(connection, sql);
        } catch (SQLException e) {
            if (expected.isEmpty()) {
                throw new AssertionError("the statement failed: " + sql, e);
            }
            int code = expected.get().code();
            if (code != 0 && code != e.getErrorCode()) {
                throw new AssertionError(
                        "the statement failed with " + e.getErrorCode() + " in place of " + code + ": " + sql, e);
            }
            return;
        }
        if (expected.isPresent()) {
            throw new AssertionError("the statement did not fail: " + sql);
        }
        if (reconnect) {
            reconnect = false;
            cutConnections();
        }
    }

    private void follow(Directive directive) throws Exception {
        if (directive instanceof Directive.Restart) {
            awaitCheckpoint();
            job.throwAway();
            job.start();
        } else if (directive instanceof Directive.Stop stop) {
            if (stop.savepoint()) {
                awaitAll();
                job.stopWithSavepoint();
            } else {
                awaitCheckpoint();
                job.throwAway();
            }
        } else if (directive instanceof Directive.Start) {
            job.start();
        } else if (directive instanceof Directive.KillAfter kill) {
            awaitAll();
            job.killAfter(kill.events());
        } else if (directive instanceof Directive.ExpectError expected) {
            error = Optional.of(expected);
        } else if (directive instanceof Directive.Reconnect) {
            awaitAll();
            reconnect = true;
        } else if (directive instanceof Directive.Run run) {
            CaseServers.execute(marker, filledIn(run.sql()));
        } else if (!(directive instanceof Directive.Remark)) {
            throw new IllegalArgumentException("The runner has nothing to do for " + directive);
        }
    }

    private String filledIn(String sql) {
        String filled = sql.replace("<newest file>", server.binlogPosition().file());
        if (filled.contains("<")) {
            throw new IllegalArgumentException("The runner does not know what to put into: " + sql);
        }
        return filled;
    }

    private void cutConnections() throws SQLException {
        for (String id : CaseServers.column(
                marker, "SELECT id FROM information_schema.processlist WHERE command LIKE 'Binlog Dump%'")) {
            CaseServers.execute(marker, "KILL " + id);
        }
    }

    private long deadline() {
        return System.nanoTime() + (folder.huge() ? LONGER : LONG).toNanos();
    }

    private long mark() throws SQLException {
        long mark = MARKS.incrementAndGet();
        CaseServers.execute(marker, "INSERT INTO " + CaseServers.MARKS + ".mark VALUES (" + mark + ")");
        return mark;
    }

    /** The job begins somewhere in time: from the first row of the runner's own that comes out, it has begun. */
    private void awaitFirstMark() throws Exception {
        List<Long> marks = new ArrayList<>();
        long end = deadline();
        do {
            marks.add(mark());
            pause(end, "the job does not begin");
            pause(end, "the job does not begin");
        } while (marks.stream().noneMatch(job::hasMark));
    }

    /** Until all that is committed by now came out. */
    private void awaitAll() throws Exception {
        long mark = mark();
        long end = deadline();
        while (!job.hasMark(mark)) {
            job.restartIfKilled().ifPresent(restored -> told.append(" killed and restored with ")
                    .append(restored)
                    .append(" events"));
            pause(end, "the runner's row does not come out; there are " + job.count() + " events");
        }
    }

    private void awaitCheckpoint() throws Exception {
        awaitAll();
        int checkpoints = job.checkpoints();
        long end = deadline();
        // The next may have begun before the last event.
        while (job.checkpoints() < checkpoints + 2) {
            pause(end, "no checkpoint completes");
        }
    }

    private void pause(long end, String what) throws Exception {
        if (!job.isRunning()
                || job.status().isGloballyTerminalState()
                        && job.restartIfKilled().isEmpty()) {
            throw new JobFailed(job.failure());
        }
        if (System.nanoTime() > end) {
            throw new AssertionError(what + " in time");
        }
        LockSupport.parkNanos(20_000_000);
    }

    /** Whether the server is what the case needs; the reason if it is not. */
    Optional<String> unfit() {
        for (String need : folder.requires()) {
            Optional<String> reason = Requirement.parse(need).unmet(server, server instanceof MariaDbServer);
            if (reason.isPresent()) {
                return reason;
            }
        }
        return Optional.empty();
    }

    /** The job ended by itself. */
    private static final class JobFailed extends Exception {
        private static final long serialVersionUID = 1L;

        JobFailed(String message) {
            super(message);
        }
    }
}
