package io.dbus.source.mysql.reader;

import static java.util.Objects.requireNonNull;

import io.dbus.event.EventKey;
import io.dbus.event.TableChange;
import io.dbus.event.TableDefinition;
import io.dbus.event.TableId;
import io.dbus.source.mysql.connection.ServerInfo;
import io.dbus.source.mysql.ddl.DdlException;
import io.dbus.source.mysql.ddl.Redefinition;
import io.dbus.source.mysql.ddl.SchemaFollower;
import io.dbus.source.mysql.event.QueryEvent;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows what statements do to the definitions of tables, and tells of those that concern selected ones. Where the binlog does not name columns, rows are read by what is
 * followed, so a statement that is not understood and names a selected table fails; otherwise rows need nothing of this, and the statement goes out without
 * definitions. Not thread-safe.
 */
final class DefinitionStatements {
    private static final Logger LOG = LoggerFactory.getLogger(DefinitionStatements.class);

    private static final String CURE =
            "run SET GLOBAL binlog_row_metadata=FULL on the server, so that rows are read without following its"
                    + " statements, and start after this position; or, if it left the columns of selected tables as they were, set"
                    + " schema.assume-current: true";

    private final ReaderSettings settings;
    private final String server;
    private final CapturedTables tables;
    private final ServerFigures figures;
    private final SelectedDatabases databases;
    private boolean fullMetadata;
    private int inTransaction;

    DefinitionStatements(ReaderSettings settings, String server, CapturedTables tables, ServerFigures figures) {
        this.settings = requireNonNull(settings, "settings");
        this.server = requireNonNull(server, "server");
        this.tables = requireNonNull(tables, "tables");
        this.figures = requireNonNull(figures, "figures");
        this.databases = new SelectedDatabases(settings.tables());
    }

    /** A server answers and is read from now on. */
    void connected(ServerInfo info) {
        fullMetadata = info.fullMetadata();
        tables.tracked().lowerCaseTableNames(info.lowerCaseTableNames());
    }

    /** The open transaction is done, or never was. */
    void settled() {
        inTransaction = 0;
        tables.tracked().settled();
    }

    /**
     * Takes in a statement.
     *
     * @param ofSession whether it is marked as bound to its session, as one on a temporary table is
     * @param rowsDone how many rows of its transaction went out before a restart: what it did then is in the position already
     * @param where where it stands, for the log
     * @throws BinlogFailure when rows of selected tables cannot be read behind it
     */
    HeldDefinition held(
            LoggedStatement statement, QueryEvent event, boolean ofSession, long rowsDone, long at, String where) {
        boolean done = rowsDone > inTransaction++;
        if (done || ofSession && isOfTemporary(event) || !isFollowed(statement)) {
            return new HeldDefinition(Redefinition.NONE, false, "", "", List.of(), key(), at, 0);
        }
        Redefinition redefinition;
        try {
            redefinition = SchemaFollower.follow(
                    event.sql(), event.database(), tables.dialect(), event.session(), tables.tracked());
        } catch (DdlException e) {
            redefinition = unfollowed(statement, event, e.getMessage(), where);
        }
        tables.tracked().open(redefinition);
        redefinition.changes().forEach(change -> {
            tables.redefined(change.previous());
            tables.redefined(change.table());
        });
        List<TableChange> selected = redefinition.changes().stream()
                .filter(change -> tables.selects(change.table()) || tables.selects(change.previous()))
                .toList();
        boolean sent = !selected.isEmpty() || isOfDatabase(statement, redefinition);
        if (sent) {
            LOG.info("Server {} of source {} changed {} at {}", server, settings.source(), selected, where);
        }
        return new HeldDefinition(
                redefinition, sent, event.database(), event.sql(), selected, key(), at, event.threadId());
    }

    /**
     * Where the binlog is written as statements, those on a session's own tables stand in it too, under names that real tables may have. DROP says so in words, and what
     * CREATE makes is said there too.
     */
    private static boolean isOfTemporary(QueryEvent event) {
        String verb = new SqlTokens(event.sql(), event.session()).keyword();
        return !verb.equals("CREATE") && !verb.equals("DROP");
    }

    private boolean isFollowed(LoggedStatement statement) {
        List<TableId> named = statement.tables();
        return named.isEmpty()
                ? statement.name().isEmpty() || databases.mayHold(statement.name())
                : named.stream()
                        .anyMatch(table ->
                                databases.mayHold(tables.tracked().named(table).database()));
    }

    /** A statement on a database whose tables are selected, or on its triggers. */
    private boolean isOfDatabase(LoggedStatement statement, Redefinition redefinition) {
        return !statement.name().isEmpty() && redefinition.changes().isEmpty() && databases.mayHold(statement.name());
    }

    /** A statement that cannot be followed: what is known of its tables holds no longer. */
    private Redefinition unfollowed(LoggedStatement statement, QueryEvent event, String why, String where) {
        List<TableId> named = statement.kind() == LoggedStatement.Kind.DROP_DATABASE
                ? tables.tracked().tablesOf(statement.name())
                : statement.tables().stream().map(tables.tracked()::named).toList();
        boolean selected = named.isEmpty() || named.stream().anyMatch(tables::selects);
        if (selected && !fullMetadata && !settings.assumeCurrent()) {
            throw new BinlogFailure("The statement '" + UnsentStatements.shortened(event.sql()) + "' "
                    + (named.isEmpty() ? "may define selected tables" : "defines " + named)
                    + " and cannot be followed: " + why + "; " + CURE);
        }
        figures.statementUnfollowed();
        LOG.warn(
                "Server {} of source {} changed {} at {} by a statement that cannot be followed, so that their definitions are not"
                        + " known from here on: {}: {}",
                server,
                settings.source(),
                named,
                where,
                why,
                UnsentStatements.shortened(event.sql()));
        List<TableChange> changes = new ArrayList<>();
        List<TableDefinition> taken = new ArrayList<>();
        Set<TableId> each = new LinkedHashSet<>(named);
        for (TableId table : each) {
            TableDefinition before =
                    tables.tracked().table(table).filter(Redefinition::isKnown).orElse(null);
            changes.add(TableChange.altered(table, table, before, null));
            taken.add(Redefinition.unknown(table));
        }
        return new Redefinition(changes, taken, List.of(), Map.of());
    }

    /** One for all statements of the server, so that they keep their order however many lanes there are. */
    private EventKey key() {
        return tables.key(new TableId("", ""));
    }
}
