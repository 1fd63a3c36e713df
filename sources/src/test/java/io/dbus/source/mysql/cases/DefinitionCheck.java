package io.dbus.source.mysql.cases;

import io.dbus.event.ColumnDefinition;
import io.dbus.event.SchemaChange;
import io.dbus.event.TableChange;
import io.dbus.event.TableDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Compares a change of definitions with what a case expects of a statement. */
final class DefinitionCheck {
    private static final Pattern LEADING_COMMENT = Pattern.compile(
            "\\A(?:\\s+|--\\s[^\\n]*(?:\\n|\\z)|#[^\\n]*(?:\\n|\\z)|/\\*(?![!+M]).*?\\*/)+", Pattern.DOTALL);

    private static final Pattern DEFINER = Pattern.compile("(?i)\\bDEFINER\\s*=\\s*`root`@`[^`]*`");

    /** Statements that leave every table as it is, or may, and say so by their first words. */
    private static final Pattern OF_NO_TABLE = Pattern.compile(
            "(?is)\\A(?:(?:CREATE|ALTER|DROP)\\s+(?:OR\\s+REPLACE\\s+)?(?:AGGREGATE\\s+|TEMPORARY\\s+|SQL\\s+SECURITY\\s+\\w+\\s+|ALGORITHM\\s*=\\s*\\w+\\s+"
                    + "|DEFINER\\s*=\\s*\\S+\\s+)*(?:DATABASE|SCHEMA|TRIGGER|VIEW|PROCEDURE|FUNCTION|EVENT|USER|ROLE|SERVER|TABLESPACE|UNDO"
                    + "|SEQUENCE|PACKAGE|LOGFILE|RESOURCE|LIBRARY|SPATIAL\\s+REFERENCE)\\b"
                    + "|(?:CREATE|DROP)\\s+TABLE\\s+IF\\s+(?:NOT\\s+)?EXISTS\\b"
                    + "|(?:OPTIMIZE|ANALYZE|REPAIR|CHECK|GRANT|REVOKE|FLUSH|RENAME\\s+USER|SET|INSTALL|UNINSTALL)\\b).*");

    private static final Pattern IF_EXISTS = Pattern.compile("(?is).*\\bIF\\s+EXISTS\\b.*");
    private static final String NOT_KNOWN = "not known";

    private static final Pattern TRUNCATE = Pattern.compile("(?is)\\ATRUNCATE\\b.*");

    private DefinitionCheck() {}

    /** Whether a statement is a TRUNCATE of a whole table. */
    static boolean isTruncate(String sql) {
        return TRUNCATE.matcher(withoutLeadingComments(sql)).matches();
    }

    /** Whether a statement may pass without an event: it changes no table. */
    static boolean isOfNoTable(Expectation.Ddl ddl) {
        return OF_NO_TABLE.matcher(withoutLeadingComments(ddl.sql())).matches()
                && ddl.after().map(Map::isEmpty).orElse(true)
                && ddl.dropped().map(List::isEmpty).orElse(true);
    }

    /** Whether a statement is the one that is expected; {@code ...} there stands for any text. */
    static boolean isSameText(String expected, String actual) {
        String one = withoutLeadingComments(expected);
        String other = withoutLeadingComments(actual);
        return one.equals(other)
                || one.contains("...")
                        && Pattern.compile(Pattern.quote(one).replace("...", "\\E.*\\Q"), Pattern.DOTALL)
                                .matcher(other)
                                .matches();
    }

    /** Nor with the account that ran it, which differs with the way in which the server knows the client. */
    private static String withoutLeadingComments(String sql) {
        return DEFINER.matcher(LEADING_COMMENT.matcher(sql).replaceFirst("").strip())
                .replaceFirst("DEFINER=me");
    }

    /** The tables that a statement made, changed or dropped, by their names before and after. */
    static Set<String> tables(SchemaChange change) {
        Set<String> tables = new TreeSet<>();
        change.tables().forEach(one -> {
            tables.add(one.table().toString());
            tables.add(one.previous().toString());
        });
        return tables;
    }

    /**
     * What is wrong with a change.
     *
     * @param selected the only database that is read, if there is one: of the tables of others nothing is known, nor of what they become
     */
    static List<String> differences(Expectation.Ddl expected, SchemaChange actual, Optional<String> selected) {
        List<String> differences = new ArrayList<>();
        if (!isSameText(expected.sql(), actual.ddl())) {
            differences.add("the statement is " + actual.ddl() + " in place of " + expected.sql());
            return differences;
        }
        expected.after().ifPresent(after -> {
            Map<String, String> wanted = new TreeMap<>();
            Map<String, String> found = changed(actual, selected);
            after.forEach((table, columns) -> wanted.put(
                    table,
                    selected.isPresent() && NOT_KNOWN.equals(found.get(table))
                            ? NOT_KNOWN
                            : columns.stream()
                                    .map(column -> column.getKey() + " " + comparable(column.getValue()))
                                    .collect(Collectors.joining(", "))));
            compare(wanted, found, expected.sql(), differences);
        });
        expected.dropped().ifPresent(dropped -> {
            Set<String> gone = gone(actual, selected);
            if (IF_EXISTS.matcher(actual.ddl()).matches()) {
                // Where nothing was known of a table, it may not have been there.
                gone.removeIf(table -> !dropped.contains(table) && NOT_KNOWN.equals(new Net(actual).before.get(table)));
            }
            if (!gone.equals(new TreeSet<>(dropped))) {
                differences.add(gone + " are gone in place of " + dropped + " by " + expected.sql());
            }
        });
        return differences;
    }

    private static void compare(
            Map<String, String> wanted, Map<String, String> found, String sql, List<String> differences) {
        wanted.forEach((table, columns) -> {
            if (!columns.equals(found.get(table))) {
                differences.add(table + " is (" + found.get(table) + ") in place of (" + columns + ") after " + sql);
            }
        });
        found.keySet().stream()
                .filter(table -> !wanted.containsKey(table))
                .forEach(table -> differences.add(
                        table + " is (" + found.get(table) + "), not expected to change, after " + sql));
    }

    /** The tables that have other columns, or another name, than before, or are new, when all of a statement is done. */
    private static Map<String, String> changed(SchemaChange change, Optional<String> selected) {
        Net net = new Net(change);
        Map<String, String> changed = new TreeMap<>(net.after);
        changed.entrySet()
                .removeIf(table -> table.getValue().equals(net.before.get(table.getKey()))
                        && !table.getValue().equals(NOT_KNOWN));
        selected.ifPresent(database -> changed.keySet().removeIf(table -> !isOf(table, database)));
        return changed;
    }

    private static Set<String> gone(SchemaChange change, Optional<String> selected) {
        Net net = new Net(change);
        Set<String> gone = new TreeSet<>(net.before.keySet());
        gone.removeAll(net.after.keySet());
        selected.ifPresent(database -> gone.removeIf(table -> !isOf(table, database)));
        return gone;
    }

    private static boolean isOf(String table, String database) {
        return table.startsWith(database + ".");
    }

    /** What a statement did in all. Its changes name tables as they were before it and are after it, so they stand side by side: a swap is two. */
    private static final class Net {
        private final Map<String, String> before = new TreeMap<>();
        private final Map<String, String> after = new TreeMap<>();

        Net(SchemaChange change) {
            for (TableChange one : change.tables()) {
                if (one.kind() != TableChange.Kind.CREATE) {
                    before.put(
                            one.previous().toString(),
                            one.before().map(DefinitionCheck::columns).orElse(NOT_KNOWN));
                }
                if (one.kind() != TableChange.Kind.DROP) {
                    after.put(
                            one.table().toString(),
                            one.after().map(DefinitionCheck::columns).orElse(NOT_KNOWN));
                }
            }
        }
    }

    private static String columns(TableDefinition table) {
        return table.columns().stream().map(DefinitionCheck::column).collect(Collectors.joining(", "));
    }

    private static String column(ColumnDefinition column) {
        return column.name() + " " + column.type()
                + (column.charset().isEmpty() ? "" : " character set " + column.charset())
                + (column.generated() ? " GENERATED" : "")
                + (column.invisible() ? " INVISIBLE" : "");
    }

    /** A column's type without what a definition does not hold: how it is generated and when it is set anew. */
    private static String comparable(String type) {
        String plain = type.replaceAll("(?i) DEFAULT_GENERATED", "")
                .replaceAll("(?i) on update current_timestamp(\\(\\d?\\))?", "")
                .replaceAll("(?i) auto_increment", "");
        boolean invisible = plain.contains(" INVISIBLE");
        boolean generated = plain.matches("(?is).* (?:VIRTUAL|STORED|PERSISTENT) GENERATED.*");
        plain = plain.replace(" INVISIBLE", "").replaceAll(" (?:VIRTUAL|STORED|PERSISTENT) GENERATED", "");
        return plain.strip() + (generated ? " GENERATED" : "") + (invisible ? " INVISIBLE" : "");
    }
}
