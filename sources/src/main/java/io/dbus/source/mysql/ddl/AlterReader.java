package io.dbus.source.mysql.ddl;

import io.dbus.event.TableId;
import io.dbus.source.mysql.event.QuerySession;
import java.util.ArrayList;
import java.util.List;

/** Reads the parts of an ALTER TABLE (MySQL Reference Manual, "ALTER TABLE Statement"; MariaDB Knowledge Base, "ALTER TABLE"). */
final class AlterReader {
    /** What ADD and DROP name beside columns, in whose place no column without quotes can be named so. */
    private static final List<String> NO_COLUMNS =
            List.of("CONSTRAINT", "UNIQUE", "INDEX", "KEY", "FULLTEXT", "SPATIAL", "FOREIGN", "CHECK", "PARTITION");

    private final SqlDialect dialect;
    private final QuerySession session;
    private final String database;
    private final List<AlterAction> actions = new ArrayList<>();

    AlterReader(SqlDialect dialect, QuerySession session, String database) {
        this.dialect = dialect;
        this.session = session;
        this.database = database;
    }

    List<AlterAction> actions() {
        return actions;
    }

    void read(Tokens part) {
        if (part.take("ADD")) {
            add(part);
        } else if (part.take("DROP")) {
            drop(part);
        } else if (part.take("MODIFY")) {
            part.take("COLUMN");
            boolean ifExists = part.take("IF", "EXISTS");
            ColumnClause column = column(part);
            actions.add(new AlterAction.Change(column.name(), column, place(part), ifExists));
        } else if (part.take("CHANGE")) {
            part.take("COLUMN");
            boolean ifExists = part.take("IF", "EXISTS");
            String name = part.identifier();
            actions.add(new AlterAction.Change(name, column(part), place(part), ifExists));
        } else if (part.take("ALTER")) {
            alter(part);
        } else if (part.take("RENAME")) {
            rename(part);
        } else if (part.take("CONVERT", "TO")) {
            actions.add(new AlterAction.Convert(Charsets.option(part, "")));
        } else {
            DdlStatement.Options options = TableOptions.read(part);
            if (!options.equals(DdlStatement.Options.NONE)) {
                actions.add(new AlterAction.SetOptions(options));
            }
        }
    }

    private void add(Tokens part) {
        if (!part.take("COLUMN")) {
            KeyClause key = KeyClause.read(part.rest());
            if (key.isPrimary()) {
                actions.add(new AlterAction.AddKey(key.columns(), key.ifNotExists()));
                return;
            }
            if (part.isOne(NO_COLUMNS) || KeyClause.isSpecial(part)) {
                return;
            }
        }
        boolean ifNotExists = part.take("IF", "NOT", "EXISTS");
        if (part.is("(")) {
            for (Tokens element : part.list()) {
                KeyClause key = KeyClause.read(element.rest());
                if (key.isPrimary()) {
                    actions.add(new AlterAction.AddKey(key.columns(), key.ifNotExists()));
                } else if (!element.isOne(NO_COLUMNS) && !KeyClause.isSpecial(element)) {
                    actions.add(new AlterAction.Add(column(element), place(element), ifNotExists));
                }
            }
            return;
        }
        ColumnClause column = column(part);
        actions.add(new AlterAction.Add(column, place(part), ifNotExists));
    }

    private void drop(Tokens part) {
        if (part.take("PRIMARY", "KEY")) {
            actions.add(new AlterAction.DropKey());
            return;
        }
        if (part.take("INDEX") || part.take("KEY") || part.take("CONSTRAINT")) {
            part.take("IF", "EXISTS");
            if (part.name().equalsIgnoreCase("PRIMARY")) {
                actions.add(new AlterAction.DropKey());
            }
            return;
        }
        if (part.isOne(NO_COLUMNS) || KeyClause.isSpecial(part)) {
            return;
        }
        part.take("COLUMN");
        boolean ifExists = part.take("IF", "EXISTS");
        actions.add(new AlterAction.Drop(part.identifier(), ifExists));
    }

    private void alter(Tokens part) {
        if (part.is("INDEX") || part.is("KEY") || part.is("CHECK") || part.is("CONSTRAINT")) {
            return;
        }
        part.take("COLUMN");
        part.take("IF", "EXISTS");
        String name = part.identifier();
        if (part.take("DROP", "DEFAULT")) {
            actions.add(new AlterAction.SetDefault(name, ""));
        } else if (part.take("SET", "DEFAULT")) {
            int start = part.at();
            while (!part.atEnd()) {
                part.skip();
            }
            String text = part.textSince(start);
            actions.add(new AlterAction.SetDefault(name, text.equalsIgnoreCase("NULL") ? "" : text));
        } else if (part.take("SET")) {
            actions.add(new AlterAction.SetInvisible(name, part.is("INVISIBLE")));
        }
    }

    private void rename(Tokens part) {
        if (part.is("INDEX") || part.is("KEY")) {
            return;
        }
        if (part.take("COLUMN")) {
            boolean ifExists = part.take("IF", "EXISTS");
            String name = part.identifier();
            part.take("TO");
            actions.add(new AlterAction.RenameColumn(name, part.identifier(), ifExists));
            return;
        }
        if (!part.take("TO") && !part.take("AS")) {
            part.take("=");
        }
        TableId to = part.table(database);
        actions.add(new AlterAction.Rename(to));
    }

    private ColumnClause column(Tokens part) {
        return new ColumnReader(part, dialect, session).read();
    }

    private static AlterAction.Place place(Tokens part) {
        if (part.take("FIRST")) {
            return new AlterAction.Place.First();
        }
        return part.take("AFTER") ? new AlterAction.Place.After(part.identifier()) : new AlterAction.Place.Unsaid();
    }
}
