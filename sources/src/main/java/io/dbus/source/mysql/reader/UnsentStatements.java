package io.dbus.source.mysql.reader;

import static java.util.Objects.requireNonNull;

import io.dbus.event.TableId;
import io.dbus.metrics.DropReason;
import io.dbus.source.mysql.event.QueryEvent;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What statements changed that does not come as rows: it fails where rows of selected tables are missing by it, else it is counted by its reason and told of
 * with its place. Not thread-safe.
 */
final class UnsentStatements {
    private static final Logger LOG = LoggerFactory.getLogger(UnsentStatements.class);

    private static final int LOGGED_TEXT = 1000;

    /** How many different tables of statements are told of, so that names that are made up do not fill the memory. */
    private static final int STATEMENTS_TOLD = 1000;

    private final String source;
    private final String server;
    private final CapturedTables tables;
    private final ServerFigures figures;
    private final Set<List<TableId>> toldOfStatements = new HashSet<>();

    UnsentStatements(String source, String server, CapturedTables tables, ServerFigures figures) {
        this.source = requireNonNull(source, "source");
        this.server = requireNonNull(server, "server");
        this.tables = requireNonNull(tables, "tables");
        this.figures = requireNonNull(figures, "figures");
    }

    /**
     * Looks whether a statement that changed rows and was logged as text concerns selected tables.
     *
     * @param changed the tables that it names; empty where it may have changed any
     * @throws BinlogFailure when it does, or may
     */
    void refuseOfSelected(QueryEvent event, List<TableId> changed) {
        if (changed.isEmpty()) {
            throw new BinlogFailure("The statement '" + shortened(event.sql())
                    + "' was logged as text and may have changed rows of any table: set binlog_format=ROW on the server and"
                    + " in its sessions, and start after this position once the tables are read anew");
        }
        List<TableId> selected = tables.selectedOf(changed);
        if (!selected.isEmpty()) {
            throw new BinlogFailure("The statement '" + shortened(event.sql()) + "' changed rows of " + names(selected)
                    + " and was logged as text, not as rows: set binlog_format=ROW on the server and in its sessions, and start"
                    + " after this position once the tables are read anew");
        }
    }

    /** Some tools log their own bookkeeping so, again and again: told once for each of their tables, and counted. */
    void data(LoggedStatement statement, QueryEvent event, String where) {
        figures.dropped(DropReason.STATEMENT);
        if (toldOfStatements.size() < STATEMENTS_TOLD && toldOfStatements.add(statement.tables())) {
            LOG.warn(
                    "Server {} of source {} changed rows of {}, which are not read, by a statement logged as text at {}; if"
                            + " triggers, foreign keys or views made it change selected tables, those changes are missing, and"
                            + " binlog_format=ROW must be set in the session; the next such are only counted: {}",
                    server,
                    source,
                    names(statement.tables()),
                    where,
                    shortened(event.sql()));
        }
    }

    /** Rows of tables went or came by whole partitions or tablespaces. */
    void bulk(List<TableId> selected, QueryEvent event, String where) {
        if (!selected.isEmpty()) {
            figures.dropped(DropReason.TRUNCATE);
            LOG.warn(
                    "Server {} of source {} changed {} at {}, which is counted and not sent on although it moves rows: do the"
                            + " same where they went, or read the tables anew: {}",
                    server,
                    source,
                    names(selected),
                    where,
                    shortened(event.sql()));
        }
    }

    /** The definition of tables or their indexes changed. */
    void definition(List<TableId> selected, QueryEvent event, String where) {
        if (!selected.isEmpty()) {
            figures.dropped(DropReason.SCHEMA_CHANGE);
            LOG.info(
                    "Server {} of source {} changed {} at {}, which is counted and not sent on: {}",
                    server,
                    source,
                    names(selected),
                    where,
                    shortened(event.sql()));
        }
    }

    /** A statement begins with a word that is not known. */
    void unknown(QueryEvent event, String where) {
        figures.dropped(DropReason.STATEMENT);
        LOG.warn(
                "Server {} of source {} logged a statement at {} whose first word this dbus does not know; if it changed"
                        + " selected tables, read those anew: {}",
                server,
                source,
                where,
                shortened(event.sql()));
    }

    /** An XA transaction is committed that was not seen to be prepared. */
    void xaUnseen(String xid, String where) {
        figures.xaUnseen();
        LOG.warn(
                "Server {} of source {} commits the XA transaction {} at {}, which was not seen to be prepared: unless that"
                        + " was before a restart, its rows lie before the start and are not read; if it changed selected tables,"
                        + " read those anew",
                server,
                source,
                xid,
                where);
    }

    /** A statement's text as messages show it. */
    static String shortened(String sql) {
        return sql.length() <= LOGGED_TEXT ? sql : sql.substring(0, LOGGED_TEXT) + "...";
    }

    private static String names(List<TableId> tables) {
        return String.join(", ", tables.stream().map(TableId::toString).toList());
    }
}
