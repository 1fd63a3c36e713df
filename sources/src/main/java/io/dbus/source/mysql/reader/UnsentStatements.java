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
 * What statements changed that does not come as rows: it fails where rows of selected tables are missing by it and the user did not say otherwise, else it is counted by its
 * reason and told of with its place. Not thread-safe.
 */
final class UnsentStatements {
    private static final Logger LOG = LoggerFactory.getLogger(UnsentStatements.class);

    private static final int LOGGED_TEXT = 1000;

    /** How many different tables of statements are told of, so that names that are made up do not fill the memory. */
    private static final int STATEMENTS_TOLD = 1000;

    private final String source;
    private final StatementHandling handling;
    private final String server;
    private final CapturedTables tables;
    private final ServerFigures figures;
    private final Set<List<TableId>> toldOfStatements = new HashSet<>();

    UnsentStatements(ReaderSettings settings, String server, CapturedTables tables, ServerFigures figures) {
        this.source = settings.source();
        this.handling = settings.statements();
        this.server = requireNonNull(server, "server");
        this.tables = requireNonNull(tables, "tables");
        this.figures = requireNonNull(figures, "figures");
    }

    /**
     * A statement changed rows and was logged as text. Some tools log their own bookkeeping so, again and again: told once for each of their tables, and
     * counted.
     *
     * @param changed the tables that it names; empty where it may have changed any
     * @throws BinlogFailure when selected tables are among them, or may be, unless such are to be counted too
     */
    void data(QueryEvent event, List<TableId> changed, String where) {
        List<TableId> selected = tables.selectedOf(changed);
        boolean missing = changed.isEmpty() || !selected.isEmpty();
        if (missing && handling == StatementHandling.FAIL) {
            throw new BinlogFailure("The statement '" + shortened(event.sql()) + "' "
                    + (changed.isEmpty() ? "may have changed rows of any table" : "changed rows of " + names(selected))
                    + " and was logged as text, not as rows: SET GLOBAL binlog_format=ROW on the server and SET SESSION in what sets"
                    + " it otherwise, and start after this position once the tables are read anew, or go on without those rows by"
                    + " statement.handling.mode: count");
        }
        figures.dropped(DropReason.STATEMENT);
        if (toldOfStatements.size() >= STATEMENTS_TOLD || !toldOfStatements.add(changed)) {
            return;
        }
        if (missing) {
            LOG.warn(
                    "Server {} of source {} changed rows of {} by a statement logged as text at {}: they are missing here until the"
                            + " tables are read anew, and binlog_format=ROW must be set in the session; the next such are only counted: {}",
                    server,
                    source,
                    changed.isEmpty() ? "tables that it does not name" : names(selected),
                    where,
                    shortened(event.sql()));
        } else {
            LOG.warn(
                    "Server {} of source {} changed rows of {}, which are not read, by a statement logged as text at {}; if"
                            + " triggers, foreign keys or views made it change selected tables, those changes are missing, and"
                            + " binlog_format=ROW must be set in the session; the next such are only counted: {}",
                    server,
                    source,
                    names(changed),
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

    /** An XA transaction is committed whose rows can be read no more. */
    void xaLost(String xa, String why, String where) {
        figures.xaUnseen();
        LOG.warn(
                "Server {} of source {} commits the XA transaction {} at {}, and its rows are missing here until the tables are read"
                        + " anew: {}",
                server,
                source,
                xa,
                where,
                why);
    }

    /** A statement's text as messages show it. */
    static String shortened(String sql) {
        return sql.length() <= LOGGED_TEXT ? sql : sql.substring(0, LOGGED_TEXT) + "...";
    }

    private static String names(List<TableId> tables) {
        return String.join(", ", tables.stream().map(TableId::toString).toList());
    }
}
