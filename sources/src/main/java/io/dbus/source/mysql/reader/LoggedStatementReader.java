package io.dbus.source.mysql.reader;

import io.dbus.event.TableId;
import io.dbus.source.mysql.reader.LoggedStatement.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Reads the names out of one statement. */
final class LoggedStatementReader {
    private static final Set<String> ROW_VERBS = Set.of("INSERT", "REPLACE", "UPDATE", "DELETE", "SELECT", "WITH");

    /** Verbs of statements that are logged and change no rows, beside those that are looked into. */
    private static final Set<String> HARMLESS = Set.of(
            "BINLOG",
            "CACHE",
            "CHANGE",
            "CHECK",
            "FLUSH",
            "GRANT",
            "INSTALL",
            "KILL",
            "PURGE",
            "RELEASE",
            "RESET",
            "REVOKE",
            "SET",
            "STOP",
            "UNINSTALL",
            "UNLOCK",
            "USE");

    private static final Set<String> DATABASE_OPTIONS =
            Set.of("DEFAULT", "CHARACTER", "CHARSET", "COLLATE", "ENCRYPTION", "READ", "COMMENT");

    /** What may stand behind a user in CREATE. */
    private static final Set<String> TRIGGER_ENDS =
            Set.of("TRIGGER", "VIEW", "SQL", "PROCEDURE", "FUNCTION", "AGGREGATE", "EVENT");

    private final String database;
    private final SqlTokens sql;
    private final List<TableId> tables = new ArrayList<>();

    LoggedStatementReader(String database, SqlTokens sql) {
        this.database = database;
        this.sql = sql;
    }

    LoggedStatement statement() {
        while (sql.take("(")) {
            // A statement may stand in parentheses.
        }
        String verb = sql.keyword();
        sql.advance();
        if (verb.equals("SET") && sql.take("STATEMENT")) {
            // MariaDB Knowledge Base, "SET STATEMENT": the statement itself comes after its variables.
            while (!sql.atEnd() && !sql.take("FOR")) {
                sql.advance();
            }
            return statement();
        }
        return switch (verb) {
            case "BEGIN" -> LoggedStatement.plain(Kind.BEGIN);
            case "START" -> LoggedStatement.plain(sql.is("TRANSACTION") ? Kind.BEGIN : Kind.OTHER);
            case "COMMIT" -> LoggedStatement.plain(Kind.COMMIT);
            case "ROLLBACK" -> rollback();
            case "SAVEPOINT" -> new LoggedStatement(Kind.SAVEPOINT, List.of(), sql.text());
            case "XA" -> xa();
            case "INSERT", "REPLACE" -> insert();
            case "UPDATE" -> references(List.of("SET"), "LOW_PRIORITY", "IGNORE");
            case "DELETE" -> references(List.of("WHERE", "ORDER", "LIMIT"), "LOW_PRIORITY", "QUICK", "IGNORE");
            case "LOAD" -> load();
            case "SELECT", "DO", "CALL", "WITH", "EXECUTE" -> LoggedStatement.plain(Kind.CALL);
            case "CREATE" -> create();
            case "ALTER" -> alter();
            case "DROP" -> drop();
            case "RENAME" -> rename();
            case "TRUNCATE" -> {
                sql.take("TABLE");
                table();
                yield new LoggedStatement(Kind.TRUNCATE, tables, "");
            }
            case "ANALYZE" -> analyze();
            case "OPTIMIZE", "REPAIR" -> administration();
            default ->
                LoggedStatement.plain(
                        verb.isEmpty() && sql.atEnd() || HARMLESS.contains(verb) ? Kind.OTHER : Kind.UNKNOWN);
        };
    }

    /** MariaDB runs the statement that it analyzes (MariaDB Knowledge Base, "ANALYZE Statement"). */
    private LoggedStatement analyze() {
        sql.takeAll("FORMAT", "=", "JSON", "TRADITIONAL");
        return ROW_VERBS.contains(sql.keyword()) ? statement() : administration();
    }

    private LoggedStatement rollback() {
        sql.take("WORK");
        if (!sql.take("TO")) {
            return LoggedStatement.plain(Kind.ROLLBACK);
        }
        sql.take("SAVEPOINT");
        return new LoggedStatement(Kind.ROLLBACK_TO, List.of(), sql.text());
    }

    private LoggedStatement xa() {
        Kind kind =
                switch (sql.keyword()) {
                    case "START", "BEGIN" -> Kind.XA_START;
                    case "END" -> Kind.XA_END;
                    case "COMMIT" -> Kind.XA_COMMIT;
                    case "ROLLBACK" -> Kind.XA_ROLLBACK;
                    default -> Kind.OTHER;
                };
        sql.advance();
        StringBuilder id = new StringBuilder();
        while (!sql.atEnd()) {
            id.append(sql.text());
            sql.advance();
        }
        return new LoggedStatement(kind, List.of(), id.toString());
    }

    private LoggedStatement insert() {
        sql.takeAll("LOW_PRIORITY", "DELAYED", "HIGH_PRIORITY", "IGNORE", "INTO");
        table();
        return new LoggedStatement(Kind.DATA, tables, "");
    }

    private LoggedStatement load() {
        while (!sql.atEnd() && !sql.is("TABLE")) {
            sql.advance();
        }
        sql.take("TABLE");
        table();
        return new LoggedStatement(Kind.DATA, tables, "");
    }

    /** Names where a table can stand, up to one of the ends. */
    private LoggedStatement references(List<String> ends, String... modifiers) {
        sql.takeAll(modifiers);
        boolean here = true;
        while (!sql.atEnd() && !ends.contains(sql.keyword())) {
            if (sql.is(",")
                    || sql.is("(")
                    || sql.is("FROM")
                    || sql.is("USING")
                    || sql.keyword().endsWith("JOIN")) {
                here = true;
                sql.advance();
            } else if (here && sql.isName()) {
                table();
                here = false;
            } else {
                sql.advance();
            }
        }
        return new LoggedStatement(Kind.DATA, tables, "");
    }

    private LoggedStatement create() {
        if (sql.take("OR")) {
            sql.take("REPLACE");
        }
        if (sql.is("TEMPORARY")) {
            return LoggedStatement.plain(Kind.OTHER);
        }
        if (sql.take("TABLE")) {
            ifExists();
            table();
            if (sql.take("LIKE")) {
                return definition();
            }
            return selectsRows() ? new LoggedStatement(Kind.DATA, tables, "") : definition();
        }
        if (sql.take("SEQUENCE")) {
            ifExists();
            table();
            return definition();
        }
        if (sql.take("DATABASE") || sql.take("SCHEMA")) {
            ifExists();
            return new LoggedStatement(Kind.DATABASE, List.of(), sql.text());
        }
        sql.takeAll("ONLINE", "OFFLINE", "UNIQUE", "FULLTEXT", "SPATIAL", "VECTOR");
        return sql.is("INDEX") ? index() : trigger();
    }

    /** CREATE TABLE ... SELECT stands in the binlog as such only where its rows do not follow as rows. */
    private boolean selectsRows() {
        while (!sql.atEnd()) {
            if (sql.take("SELECT")) {
                return true;
            }
            sql.advance();
        }
        return false;
    }

    private LoggedStatement alter() {
        sql.takeAll("ONLINE", "OFFLINE", "IGNORE");
        if (sql.take("DATABASE") || sql.take("SCHEMA")) {
            // Without a name it is the session's.
            boolean named = sql.isName() && !DATABASE_OPTIONS.contains(sql.keyword());
            return new LoggedStatement(Kind.DATABASE, List.of(), named ? sql.text() : database);
        }
        if (sql.take("SEQUENCE")) {
            ifExists();
            table();
            return new LoggedStatement(Kind.UPKEEP, tables, "");
        }
        if (!sql.take("TABLE")) {
            return LoggedStatement.plain(Kind.OTHER);
        }
        ifExists();
        table();
        int depth = 0;
        boolean rows = false;
        while (!sql.atEnd()) {
            depth += sql.is("(") ? 1 : sql.is(")") ? -1 : 0;
            if (depth == 0 && movesRows()) {
                rows = true;
            } else if (depth == 0 && sql.take("RENAME")) {
                if (!sql.is("COLUMN") && !sql.is("INDEX") && !sql.is("KEY")) {
                    sql.takeAll("TO", "AS", "=");
                    table();
                }
            } else if (depth == 0 && sql.take("WITH")) {
                if (sql.take("TABLE")) {
                    table();
                }
            } else {
                sql.advance();
            }
        }
        return rows ? new LoggedStatement(Kind.BULK, tables, "") : definition();
    }

    /** Whole partitions or tablespaces, which no other change of a table goes with ("ALTER TABLE Partition Operations"). */
    private boolean movesRows() {
        if (sql.take("DROP") || sql.take("TRUNCATE") || sql.take("EXCHANGE")) {
            return sql.take("PARTITION");
        }
        return (sql.take("DISCARD") || sql.take("IMPORT")) && (sql.is("PARTITION") || sql.is("TABLESPACE"));
    }

    private LoggedStatement drop() {
        if (sql.is("TEMPORARY")) {
            return LoggedStatement.plain(Kind.OTHER);
        }
        if (sql.take("TABLE") || sql.take("TABLES") || sql.take("SEQUENCE")) {
            ifExists();
            do {
                table();
            } while (sql.take(","));
            return definition();
        }
        if (sql.take("DATABASE") || sql.take("SCHEMA")) {
            ifExists();
            return new LoggedStatement(Kind.DROP_DATABASE, List.of(), sql.text());
        }
        sql.takeAll("ONLINE", "OFFLINE");
        if (sql.take("TRIGGER")) {
            ifExists();
            return new LoggedStatement(Kind.UPKEEP, List.of(), triggerDatabase());
        }
        return index();
    }

    private LoggedStatement rename() {
        if (!sql.take("TABLE") && !sql.take("TABLES")) {
            return LoggedStatement.plain(Kind.OTHER);
        }
        ifExists();
        do {
            table();
            sql.take("TO");
            table();
        } while (sql.take(","));
        return definition();
    }

    private LoggedStatement index() {
        if (!sql.take("INDEX")) {
            return LoggedStatement.plain(Kind.OTHER);
        }
        while (!sql.atEnd() && !sql.is("ON")) {
            sql.advance();
        }
        sql.take("ON");
        table();
        return new LoggedStatement(Kind.UPKEEP, tables, "");
    }

    /** CREATE [DEFINER = user] TRIGGER name time event ON table. What makes another thing is none of a table. */
    private LoggedStatement trigger() {
        if (sql.take("DEFINER")) {
            while (!sql.atEnd() && !TRIGGER_ENDS.contains(sql.keyword())) {
                sql.advance();
            }
        }
        if (!sql.take("TRIGGER")) {
            return LoggedStatement.plain(Kind.OTHER);
        }
        ifExists();
        String of = triggerDatabase();
        while (!sql.atEnd() && !sql.is("ON")) {
            sql.advance();
        }
        sql.take("ON");
        table();
        return new LoggedStatement(Kind.UPKEEP, tables, of);
    }

    private String triggerDatabase() {
        String first = sql.text();
        sql.advance();
        if (!sql.take(".")) {
            return database;
        }
        sql.advance();
        return first;
    }

    /** OPTIMIZE, ANALYZE and REPAIR TABLE. */
    private LoggedStatement administration() {
        sql.takeAll("NO_WRITE_TO_BINLOG", "LOCAL");
        if (!sql.take("TABLE") && !sql.take("TABLES")) {
            return LoggedStatement.plain(Kind.OTHER);
        }
        do {
            table();
        } while (sql.take(","));
        return new LoggedStatement(Kind.UPKEEP, tables, "");
    }

    private LoggedStatement definition() {
        return new LoggedStatement(Kind.DEFINITION, tables, "");
    }

    private void ifExists() {
        if (sql.take("IF")) {
            sql.take("NOT");
            sql.take("EXISTS");
        }
    }

    private void table() {
        if (!sql.isName()) {
            return;
        }
        String first = sql.text();
        sql.advance();
        if (!sql.is(".")) {
            tables.add(new TableId(database, first));
            return;
        }
        sql.advance();
        tables.add(new TableId(first, sql.text()));
        sql.advance();
    }
}
