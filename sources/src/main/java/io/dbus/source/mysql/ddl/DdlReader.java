package io.dbus.source.mysql.ddl;

import static java.util.Objects.requireNonNull;

import io.dbus.event.TableId;
import io.dbus.source.mysql.event.QuerySession;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads a statement. Where Debezium's grammar takes the text, it tells the parts of a definition; where it refuses it, which is no rare thing with right
 * statements, they are told by their commas.
 */
final class DdlReader {
    private static final List<String> KEYS =
            List.of("CONSTRAINT", "PRIMARY", "UNIQUE", "INDEX", "KEY", "FULLTEXT", "SPATIAL", "FOREIGN", "CHECK");

    private final SqlDialect dialect;
    private final QuerySession session;
    private final String database;
    private final SqlText text;
    private final Tokens tokens;
    private final boolean byGrammar;

    private DdlReader(String sql, String database, SqlDialect dialect, QuerySession session, boolean byGrammar) {
        this.dialect = requireNonNull(dialect, "dialect");
        this.session = requireNonNull(session, "session");
        this.database = requireNonNull(database, "database");
        this.text = SqlText.of(sql, dialect, session);
        this.tokens = new Tokens(text.tokens(), text.plain());
        this.byGrammar = byGrammar;
    }

    /**
     * Reads a statement.
     *
     * @param database the session's default database, empty when none
     * @param byGrammar whether the grammar is asked
     * @throws DdlException when it is not understood
     */
    static DdlStatement read(String sql, String database, SqlDialect dialect, QuerySession session, boolean byGrammar) {
        return new DdlReader(sql, database, dialect, session, byGrammar).statement();
    }

    private DdlStatement statement() {
        if (tokens.take("SET", "STATEMENT")) {
            while (!tokens.take("FOR")) {
                tokens.skip();
            }
        }
        String verb = tokens.word();
        return switch (verb) {
            case "CREATE" -> create();
            case "ALTER" -> alter();
            case "DROP" -> drop();
            case "RENAME" -> rename();
            default -> new DdlStatement.Upkeep(List.of());
        };
    }

    private DdlStatement create() {
        boolean orReplace = tokens.take("OR", "REPLACE");
        if (tokens.take("TABLE")) {
            boolean ifNotExists = tokens.take("IF", "NOT", "EXISTS");
            return createTable(tokens.table(database), ifNotExists, orReplace);
        }
        if (tokens.take("SEQUENCE")) {
            boolean ifNotExists = tokens.take("IF", "NOT", "EXISTS");
            TableId table = tokens.table(database);
            return new DdlStatement.CreateTable(
                    table,
                    ifNotExists,
                    orReplace,
                    SequenceColumns.read(tokens, dialect),
                    List.of(),
                    DdlStatement.Options.NONE);
        }
        if (tokens.take("DATABASE") || tokens.take("SCHEMA")) {
            boolean ifNotExists = tokens.take("IF", "NOT", "EXISTS");
            return new DdlStatement.CreateDatabase(tokens.identifier(), ifNotExists, orReplace, databaseCharset());
        }
        return index();
    }

    private DdlStatement createTable(TableId table, boolean ifNotExists, boolean orReplace) {
        boolean bracketed = tokens.are("(", "LIKE");
        if (tokens.take("LIKE") || bracketed && tokens.take("(", "LIKE")) {
            return new DdlStatement.CreateLike(table, ifNotExists, orReplace, tokens.table(database));
        }
        if (!tokens.is("(")) {
            throw new DdlException("it does not say the columns of the table");
        }
        int start = tokens.at();
        List<Tokens> elements = tokens.list();
        Tokens options = tokens.rest();
        if (byGrammar) {
            int count = elements.size();
            elements =
                    grammarParts(start).filter(parts -> parts.size() == count).orElse(elements);
        }
        List<ColumnClause> columns = new ArrayList<>();
        List<String> key = new ArrayList<>();
        for (Tokens element : elements) {
            KeyClause clause = KeyClause.read(element.rest());
            if (clause.isPrimary()) {
                key.addAll(clause.columns());
            } else if (!element.isOne(KEYS) && !KeyClause.isSpecial(element)) {
                ColumnClause column = new ColumnReader(element, dialect, session).read();
                columns.add(column);
                if (column.key()) {
                    key.add(column.name());
                }
            }
        }
        return new DdlStatement.CreateTable(table, ifNotExists, orReplace, columns, key, TableOptions.read(options));
    }

    private DdlStatement alter() {
        while (tokens.take("ONLINE") || tokens.take("OFFLINE") || tokens.take("IGNORE")) {
            // Words that say how it is done.
        }
        if (tokens.take("DATABASE") || tokens.take("SCHEMA")) {
            boolean named = !tokens.atEnd()
                    && !tokens.is("DEFAULT")
                    && !tokens.is("CHARACTER")
                    && !tokens.is("CHARSET")
                    && !tokens.is("COLLATE")
                    && !tokens.is("ENCRYPTION")
                    && !tokens.is("COMMENT")
                    && !tokens.is("READ");
            return new DdlStatement.AlterDatabase(named ? tokens.identifier() : database, databaseCharset());
        }
        boolean sequence = tokens.take("SEQUENCE");
        if (!sequence && !tokens.take("TABLE")) {
            return new DdlStatement.Upkeep(List.of());
        }
        tokens.take("IF", "EXISTS");
        TableId table = tokens.table(database);
        if (sequence) {
            return new DdlStatement.Upkeep(List.of(table));
        }
        while (tokens.take("WAIT") || tokens.take("NOWAIT")) {
            if (!tokens.atEnd() && Character.isDigit(tokens.peek().charAt(0))) {
                tokens.skip();
            }
        }
        int start = tokens.at();
        List<Tokens> parts = tokens.atEnd() ? List.of() : tokens.split();
        if (byGrammar) {
            parts = grammarParts(start).orElse(parts);
        }
        AlterReader reader = new AlterReader(dialect, session, database);
        parts.forEach(reader::read);
        return new DdlStatement.AlterTable(table, reader.actions());
    }

    private DdlStatement drop() {
        if (tokens.take("TABLE") || tokens.take("TABLES") || tokens.take("SEQUENCE")) {
            tokens.take("IF", "EXISTS");
            List<TableId> tables = new ArrayList<>();
            do {
                tables.add(tokens.table(database));
            } while (tokens.take(","));
            return new DdlStatement.DropTables(tables);
        }
        if (tokens.take("DATABASE") || tokens.take("SCHEMA")) {
            tokens.take("IF", "EXISTS");
            return new DdlStatement.DropDatabase(tokens.identifier());
        }
        return index();
    }

    /** {@code CREATE INDEX}, which makes no primary key, and {@code DROP INDEX}, which can drop it. */
    private DdlStatement index() {
        boolean primary = false;
        while (!tokens.atEnd() && !tokens.take("INDEX")) {
            tokens.skip();
        }
        while (!tokens.atEnd() && !tokens.take("ON")) {
            primary |= tokens.name("").equalsIgnoreCase("PRIMARY");
        }
        if (tokens.atEnd()) {
            return new DdlStatement.Upkeep(List.of());
        }
        TableId table = tokens.table(database);
        return primary
                ? new DdlStatement.AlterTable(table, List.of(new AlterAction.DropKey()))
                : new DdlStatement.Upkeep(List.of(table));
    }

    private DdlStatement rename() {
        if (!tokens.take("TABLE") && !tokens.take("TABLES")) {
            return new DdlStatement.Upkeep(List.of());
        }
        tokens.take("IF", "EXISTS");
        List<DdlStatement.Renaming> renamings = new ArrayList<>();
        do {
            TableId from = tokens.table(database);
            while (!tokens.take("TO")) {
                tokens.skip(); // WAIT n, NOWAIT (MariaDB).
            }
            renamings.add(new DdlStatement.Renaming(from, tokens.table(database)));
        } while (tokens.take(","));
        return new DdlStatement.RenameTables(renamings);
    }

    private String databaseCharset() {
        return TableOptions.read(tokens).charset();
    }

    /** The parts by the grammar, from a token on. */
    private Optional<List<Tokens>> grammarParts(int from) {
        return new Grammar(dialect).parts(text.plain()).map(ranges -> {
            List<Tokens> parts = new ArrayList<>();
            int at = from;
            for (int[] range : ranges) {
                while (text.tokens().get(at).at() < range[0]) {
                    at++;
                }
                int first = at;
                while (at < text.tokens().size() && text.tokens().get(at).at() < range[1]) {
                    at++;
                }
                parts.add(tokens.part(first, at));
            }
            return parts;
        });
    }
}
