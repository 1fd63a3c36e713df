package io.dbus.source.mysql.cases;

import com.fasterxml.jackson.databind.JsonNode;
import io.dbus.event.Column;
import io.dbus.event.RowImage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What is wrong with the events of a job, by what its case expects: line by line. */
final class Comparison {
    private static final Pattern VOLATILE = Pattern.compile("(\\S+) of (\\S+) (.+)");

    private final CaseFolder folder;
    private final List<String> differences = new ArrayList<>();
    private final Map<String, Deque<Integer>> rows = new HashMap<>();
    private final Deque<Integer> definitions = new ArrayDeque<>();
    private final List<Seen> seen;
    private final List<Placed> placed = new ArrayList<>();

    /** Which event an expectation found. */
    private record Placed(Set<String> tables, int place, String what) {}

    private Comparison(CaseFolder folder, List<Seen> seen) {
        this.folder = folder;
        this.seen = seen;
    }

    /** The differences; none when all is as it should be. */
    static List<String> differences(CaseFolder folder, List<Expectation> expected, List<Seen> seen) {
        Comparison comparison = new Comparison(folder, seen);
        comparison.compare(expected);
        return comparison.differences;
    }

    private void compare(List<Expectation> expected) {
        for (int i = 0; i < seen.size(); i++) {
            if (seen.get(i) instanceof Seen.Row row) {
                rows.computeIfAbsent(row.table(), table -> new ArrayDeque<>()).add(i);
            } else {
                definitions.add(i);
            }
        }
        for (Expectation one : expected) {
            if (one instanceof Expectation.Row row) {
                row(row);
            } else if (one instanceof Expectation.Rows many) {
                many(many);
            } else if (one instanceof Expectation.Ddl ddl) {
                definition(ddl);
            }
        }
        rows.values().forEach(left -> left.forEach(place -> differences.add("not expected: " + seen.get(place))));
        definitions.forEach(place -> differences.add("not expected: " + seen.get(place)));
        order();
    }

    private void row(Expectation.Row row) {
        Integer place = next(row.name());
        String what = row.op() + " " + row.name();
        if (place == null) {
            differences.add("missing: " + what + " " + row.before().orElse(Map.of())
                    + row.after().orElse(Map.of()));
            return;
        }
        Seen.Row actual = (Seen.Row) seen.get(place);
        placed.add(new Placed(Set.of(row.name()), place, what));
        if (!actual.op().equals(row.op())) {
            differences.add(actual + " in place of " + what + " " + row.before().orElse(Map.of())
                    + row.after().orElse(Map.of()));
            return;
        }
        Map<String, JsonNode> key = row.after().or(row::before).orElseThrow();
        image("before", actual, actual.before(), row.before(), row.presentBefore(), key);
        image("after", actual, actual.after(), row.after(), row.presentAfter(), key);
    }

    private Integer next(String table) {
        Deque<Integer> left = rows.get(table);
        return left == null ? null : left.poll();
    }

    private void many(Expectation.Rows many) {
        String table = many.db() + "." + many.table();
        for (int i = 0; i < many.count(); i++) {
            Integer place = next(table);
            if (place == null) {
                differences.add("missing: " + many.op() + " " + table + ", row " + (i + 1) + " of " + many.count());
                return;
            }
            placed.add(new Placed(Set.of(table), place, many.op() + " " + table));
            if (!((Seen.Row) seen.get(place)).op().equals(many.op())) {
                differences.add(seen.get(place) + " in place of " + many.op() + " " + table);
            }
        }
    }

    private void image(
            String which,
            Seen.Row actual,
            Optional<RowImage> image,
            Optional<Map<String, JsonNode>> expected,
            Optional<Set<String>> present,
            Map<String, JsonNode> key) {
        if (image.isPresent() != expected.isPresent()) {
            differences.add(actual + " has " + (image.isPresent() ? "an" : "no") + " image " + which);
            return;
        }
        if (image.isEmpty()) {
            return;
        }
        Map<String, JsonNode> columns = expected.get();
        Set<String> names = new LinkedHashSet<>();
        for (Column column : actual.schema().columns()) {
            String name = column.name();
            names.add(name);
            if (!columns.containsKey(name)) {
                differences.add(
                        actual.op() + " " + actual.table() + " has the column " + name + ", which is not expected");
                continue;
            }
            boolean shouldBe = present.map(set -> set.contains(name)).orElse(true);
            if (image.get().isPresent(column.position()) != shouldBe) {
                differences.add(actual.op() + " " + actual.table() + " " + which + " " + (shouldBe ? "lacks " : "has ")
                        + name + " of " + key);
            } else if (shouldBe && !isVolatile(name, key)) {
                ValueCheck.difference(columns.get(name), image.get(), column.position())
                        .ifPresent(difference -> differences.add(
                                actual.op() + " " + actual.table() + " " + which + ": " + name + " " + difference));
            }
        }
        columns.keySet().stream()
                .filter(name -> !names.contains(name))
                .forEach(name -> differences.add(actual.op() + " " + actual.table() + " has no column " + name));
    }

    private boolean isVolatile(String column, Map<String, JsonNode> key) {
        return folder.volatileColumns().stream().anyMatch(entry -> {
            Matcher one = VOLATILE.matcher(entry);
            return one.matches()
                    ? one.group(1).equals(column)
                            && key.containsKey(one.group(2))
                            && key.get(one.group(2)).asText().equals(one.group(3))
                    : entry.equals(column);
        });
    }

    private void definition(Expectation.Ddl ddl) {
        Seen next = definitions.isEmpty() ? null : seen.get(definitions.peek());
        if (DefinitionCheck.isTruncate(ddl.sql())) {
            if (next instanceof Seen.Emptied emptied
                    && ddl.sql().contains(emptied.event().source().table())) {
                place(Set.of(emptied.event().source().toString()), ddl);
            } else {
                differences.add("missing: " + ddl.sql() + (next == null ? "" : ", there is " + next));
            }
        } else if (next instanceof Seen.Ddl change
                && (DefinitionCheck.isSameText(ddl.sql(), change.event().ddl()) || !DefinitionCheck.isOfNoTable(ddl))) {
            place(DefinitionCheck.tables(change.event()), ddl);
            differences.addAll(DefinitionCheck.differences(ddl, change.event(), folder.selected()));
        } else if (!DefinitionCheck.isOfNoTable(ddl)) {
            differences.add("missing: " + ddl.sql() + (next == null ? "" : ", there is " + next));
        }
    }

    private void place(Set<String> tables, Expectation.Ddl ddl) {
        placed.add(new Placed(tables, definitions.remove(), ddl.sql()));
    }

    /** What shares a table or a transaction must come in the order in which it is listed. */
    private void order() {
        for (int i = 0; i < placed.size(); i++) {
            for (int j = i + 1; j < placed.size(); j++) {
                Placed first = placed.get(i);
                Placed second = placed.get(j);
                if (first.place > second.place
                        && (first.tables.stream().anyMatch(second.tables::contains)
                                || isOneTransaction(seen.get(first.place), seen.get(second.place)))) {
                    differences.add("out of order: " + second.what + " comes before " + first.what);
                    return;
                }
            }
        }
    }

    private static boolean isOneTransaction(Seen one, Seen other) {
        return one.event().origin().transaction().equals(other.event().origin().transaction());
    }
}
