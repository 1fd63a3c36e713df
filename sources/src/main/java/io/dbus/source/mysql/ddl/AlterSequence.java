package io.dbus.source.mysql.ddl;

import io.dbus.event.ColumnDefinition;
import io.dbus.event.TableDefinition;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BinaryOperator;

/**
 * Applies the changes of one ALTER TABLE as the server does (MySQL source, {@code prepare_fields_and_keys}): first columns go and change where they are, all by
 * their names before the statement; then new ones come and others move, one after the other, placed by the names after it.
 */
final class AlterSequence {
    private static final String GENERATED_KEY = "my_row_id";

    private final List<AlterAction> actions;
    private final TableDefinition before;
    private final BinaryOperator<String> charsets;
    private final SqlDialect dialect;
    private final AlteredTable table;

    /**
     * The changes of a table.
     *
     * @param charsets the charset of a table of a charset that it says, maybe none, and a database
     */
    AlterSequence(
            List<AlterAction> actions, TableDefinition before, BinaryOperator<String> charsets, SqlDialect dialect) {
        this.actions = actions;
        this.before = before;
        this.charsets = charsets;
        this.dialect = dialect;
        this.table = new AlteredTable(before.table(), before.columns());
        table.setKey(before.key());
    }

    TableDefinition apply(boolean implicitTimestamps) {
        String charset = before.charset();
        String comment = before.comment();
        for (AlterAction action : actions) {
            if (action instanceof AlterAction.SetOptions options) {
                String said = options.options().charset();
                charset = said.isEmpty() ? charset : charset(said);
                comment = options.options().commented() ? options.options().comment() : comment;
            } else if (action instanceof AlterAction.Convert convert) {
                charset = charset(convert.charset());
            }
        }
        inPlace(charset, implicitTimestamps);
        added(charset, implicitTimestamps);
        keys();
        for (AlterAction action : actions) {
            if (action instanceof AlterAction.Convert) {
                convert(charset);
            }
        }
        return table.definition(charset, comment);
    }

    private String charset(String said) {
        return charsets.apply(said, before.table().database());
    }

    private void inPlace(String charset, boolean implicitTimestamps) {
        for (AlterAction action : actions) {
            if (action instanceof AlterAction.DropKey) {
                table.dropKey();
            } else if (action instanceof AlterAction.Drop drop && isThere(drop.name(), drop.ifExists())) {
                table.removeFromKey(table.remove(table.require(drop.name())).name());
            }
        }
        // By the old names, which one of several changes may give to another column.
        Map<String, Integer> places = new HashMap<>();
        for (int i = 0; i < table.size(); i++) {
            places.put(lower(table.column(i).name()), i);
        }
        Map<String, String> newNames = new HashMap<>();
        for (AlterAction action : actions) {
            if (action instanceof AlterAction.Change change && isThere(change.name(), change.ifExists())) {
                newNames.put(lower(change.name()), change.column().name());
                table.set(place(places, change.name()), change.column().in(charset, dialect, implicitTimestamps));
            } else if (action instanceof AlterAction.RenameColumn rename && isThere(rename.name(), rename.ifExists())) {
                int at = place(places, rename.name());
                newNames.put(lower(rename.name()), rename.to());
                table.set(at, AlteredColumn.renamed(table.column(at), rename.to()));
            } else if (action instanceof AlterAction.SetDefault set && isThere(set.name(), true)) {
                int at = place(places, set.name());
                table.set(at, AlteredColumn.withDefault(table.column(at), set.expression()));
            } else if (action instanceof AlterAction.SetInvisible set && isThere(set.name(), true)) {
                int at = place(places, set.name());
                table.set(at, AlteredColumn.withInvisible(table.column(at), set.invisible()));
            }
        }
        table.setKey(table.key().stream()
                .map(name -> newNames.getOrDefault(lower(name), name))
                .toList());
    }

    private void added(String charset, boolean implicitTimestamps) {
        for (AlterAction action : actions) {
            if (action instanceof AlterAction.Add add) {
                if (add.ifNotExists() && table.find(add.column().name()) >= 0) {
                    continue;
                }
                table.add(placed(add.place()), add.column().in(charset, dialect, implicitTimestamps));
            } else if (action instanceof AlterAction.Change change
                    && !(change.place() instanceof AlterAction.Place.Unsaid)
                    && isThere(change.name(), change.ifExists())) {
                ColumnDefinition moved =
                        table.remove(table.require(change.column().name()));
                table.add(placed(change.place()), moved);
            }
        }
    }

    private void keys() {
        for (AlterAction action : actions) {
            if (action instanceof AlterAction.AddKey add && !(add.ifNotExists() && table.hasKey())) {
                table.addKey(add.columns());
            } else if (action instanceof AlterAction.Add add && add.column().key() && !table.hasKey()) {
                table.addKey(List.of(add.column().name()));
            } else if (action instanceof AlterAction.Change change
                    && change.column().key()
                    && !table.hasKey()) {
                table.addKey(List.of(change.column().name()));
            }
        }
        List<String> key = List.copyOf(table.key());
        table.dropKey();
        table.addKey(key);
    }

    private void convert(String charset) {
        for (int i = 0; i < table.size(); i++) {
            table.set(i, AlteredColumn.converted(table.column(i), charset, dialect));
        }
    }

    /** Where a column goes among those that there are. */
    private int placed(AlterAction.Place place) {
        if (place instanceof AlterAction.Place.After after) {
            return table.require(after.column()) + 1;
        }
        return place instanceof AlterAction.Place.First ? first() : table.size();
    }

    /** An invisible key that the server made up (sql_generate_invisible_primary_key) stays before all others (seen on 9.7.4). */
    private int first() {
        return table.size() > 0
                        && table.column(0).name().equals(GENERATED_KEY)
                        && table.column(0).invisible()
                ? 1
                : 0;
    }

    /** Whether the table had a column before; where the statement does not ask whether, it had, or what is known is wrong. */
    private boolean isThere(String name, boolean asked) {
        return !asked
                || before.columns().stream().anyMatch(column -> column.name().equalsIgnoreCase(name));
    }

    private int place(Map<String, Integer> places, String name) {
        Integer at = places.get(lower(name));
        return at == null ? table.require(name) : at;
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
