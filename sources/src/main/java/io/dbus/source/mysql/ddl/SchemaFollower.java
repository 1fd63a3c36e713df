package io.dbus.source.mysql.ddl;

import static java.util.Objects.requireNonNull;

import io.dbus.event.ColumnDefinition;
import io.dbus.event.TableChange;
import io.dbus.event.TableDefinition;
import io.dbus.event.TableId;
import io.dbus.source.mysql.event.QuerySession;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Follows what statements do to tables: from their definitions before a statement to those after it. Connects to nothing. */
public final class SchemaFollower {
    private static final int EXPLICIT_TIMESTAMPS_MYSQL = 80002;

    private final SqlDialect dialect;
    private final QuerySession session;
    private final TableCatalog catalog;

    /** What the statement did so far; a null is a table that is gone. */
    private final Map<TableId, Optional<TableDefinition>> changed = new LinkedHashMap<>();

    private final Map<String, String> charsets = new LinkedHashMap<>();
    private final List<TableChange> changes = new ArrayList<>();

    private SchemaFollower(SqlDialect dialect, QuerySession session, TableCatalog catalog) {
        this.dialect = requireNonNull(dialect, "dialect");
        this.session = requireNonNull(session, "session");
        this.catalog = requireNonNull(catalog, "catalog");
    }

    /**
     * What a statement does.
     *
     * @param sql its text
     * @param database the session's default database, empty when none
     * @throws DdlException when it is not understood, or does not fit the tables; the message says why
     */
    public static Redefinition follow(
            String sql, String database, SqlDialect dialect, QuerySession session, TableCatalog catalog) {
        try {
            return follow(DdlReader.read(sql, database, dialect, session, true), dialect, session, catalog);
        } catch (DdlException e) {
            throw e;
        } catch (RuntimeException | StackOverflowError e) {
            // Whatever is wrong with the reader: rows that need nothing of it must not suffer.
            throw new DdlException("it cannot be read (" + e + ")", e);
        }
    }

    static Redefinition follow(DdlStatement statement, SqlDialect dialect, QuerySession session, TableCatalog catalog) {
        SchemaFollower follower = new SchemaFollower(dialect, session, catalog);
        follower.apply(statement);
        List<TableDefinition> taken = new ArrayList<>();
        List<TableId> dropped = new ArrayList<>();
        follower.changed.forEach((table, after) -> after.ifPresentOrElse(taken::add, () -> dropped.add(table)));
        return new Redefinition(follower.changes, taken, dropped, follower.charsets);
    }

    private void apply(DdlStatement statement) {
        if (statement instanceof DdlStatement.CreateTable create) {
            create(create);
        } else if (statement instanceof DdlStatement.CreateLike create) {
            createLike(create);
        } else if (statement instanceof DdlStatement.AlterTable alter) {
            alter(alter);
        } else if (statement instanceof DdlStatement.RenameTables rename) {
            rename.renamings().forEach(renaming -> rename(renaming.from(), renaming.to()));
        } else if (statement instanceof DdlStatement.DropTables drop) {
            drop.tables().forEach(this::drop);
        } else if (statement instanceof DdlStatement.CreateDatabase create) {
            createDatabase(create);
        } else if (statement instanceof DdlStatement.AlterDatabase alter) {
            if (!alter.charset().isEmpty()) {
                charsets.put(databaseNamed(alter.database()), databaseCharset(alter.charset()));
            }
        } else if (statement instanceof DdlStatement.DropDatabase drop) {
            catalog.tablesOf(drop.database()).forEach(this::drop);
            charsets.put(databaseNamed(drop.database()), "");
        } else if (statement instanceof DdlStatement.Upkeep upkeep) {
            upkeep.tables().forEach(table -> {
                TableId named = catalog.named(table);
                changes.add(TableChange.altered(named, named, known(named), known(named)));
            });
        }
    }

    private void create(DdlStatement.CreateTable create) {
        TableId table = catalog.named(create.table());
        if (create.ifNotExists() && find(table).isPresent()) {
            return;
        }
        String charset = tableCharset(create.options().charset(), table.database());
        List<ColumnDefinition> columns = new ArrayList<>();
        for (ColumnClause column : create.columns()) {
            columns.add(column.in(charset, dialect, implicitTimestamps()));
        }
        AlteredTable altered = new AlteredTable(table, columns);
        altered.addKey(create.key());
        put(altered.definition(charset, create.options().comment()));
        changes.add(TableChange.created(table, known(table)));
    }

    private void createLike(DdlStatement.CreateLike create) {
        TableId table = catalog.named(create.table());
        if (create.ifNotExists() && find(table).isPresent()) {
            return;
        }
        TableDefinition example =
                find(catalog.named(create.example())).orElseGet(() -> Redefinition.unknown(create.example()));
        put(example.renamed(table));
        changes.add(TableChange.created(table, known(table)));
    }

    private void alter(DdlStatement.AlterTable alter) {
        TableId table = catalog.named(alter.table());
        TableId renamed = table;
        for (AlterAction action : alter.actions()) {
            if (action instanceof AlterAction.Rename rename) {
                renamed = catalog.named(rename.to());
            }
        }
        Optional<TableDefinition> before = find(table);
        TableDefinition known = known(table);
        if (known != null) {
            TableDefinition after = new AlterSequence(alter.actions(), known, this::tableCharset, dialect)
                    .apply(implicitTimestamps())
                    .renamed(renamed);
            changed.put(table, Optional.empty());
            put(after);
        } else if (before.isPresent()) {
            changed.put(table, Optional.empty());
            put(Redefinition.unknown(renamed));
        }
        changes.add(TableChange.altered(table, renamed, known, known(renamed)));
    }

    private void rename(TableId from, TableId to) {
        TableId table = catalog.named(from);
        TableId renamed = catalog.named(to);
        TableDefinition before = known(table);
        TableDefinition moved = find(table).orElseGet(() -> Redefinition.unknown(table));
        changed.put(table, Optional.empty());
        put(moved.renamed(renamed));
        changes.add(TableChange.altered(table, renamed, before, known(renamed)));
    }

    private void drop(TableId named) {
        TableId table = catalog.named(named);
        changes.add(TableChange.dropped(table, known(table)));
        changed.put(table, Optional.empty());
    }

    private void createDatabase(DdlStatement.CreateDatabase create) {
        if (create.ifNotExists() && !catalog.charset(create.database()).isEmpty()) {
            return;
        }
        if (create.orReplace()) {
            catalog.tablesOf(create.database()).forEach(this::drop);
        }
        charsets.put(databaseNamed(create.database()), databaseCharset(create.charset()));
    }

    private String databaseNamed(String database) {
        return catalog.named(new TableId(database, "")).database();
    }

    private Optional<TableDefinition> find(TableId table) {
        Optional<TableDefinition> here = changed.get(table);
        return here != null ? here : catalog.table(table);
    }

    /** The definition of a table, null when it is not known: as those that are told want it. */
    private TableDefinition known(TableId table) {
        return find(table).filter(Redefinition::isKnown).orElse(null);
    }

    private void put(TableDefinition table) {
        // Behind what it replaces, so that the last of one name counts.
        changed.remove(table.table());
        changed.put(table.table(), Optional.of(table));
    }

    private String tableCharset(String said, String database) {
        return said.isEmpty() || said.equals(TableOptions.CHARSET_OF_DATABASE) ? catalog.charset(database) : said;
    }

    private String databaseCharset(String said) {
        return said.isEmpty() || said.equals(TableOptions.CHARSET_OF_DATABASE)
                ? Charsets.ofCollation(session.serverCollation())
                : said;
    }

    /** Where the event does not say, as the server's version has it by default: of MariaDB those that would be explicit say so. */
    private boolean implicitTimestamps() {
        return switch (session.timestamps()) {
            case EXPLICIT -> false;
            case IMPLICIT -> true;
            case UNSAID -> dialect.mariaDb() || dialect.version() < EXPLICIT_TIMESTAMPS_MYSQL;
        };
    }
}
