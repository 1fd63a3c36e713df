package io.dbus.operator.route;

import io.dbus.event.TableId;
import io.dbus.operator.NameTemplate;
import io.dbus.pattern.TablePattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** One route: the tables it takes and the name it gives them. */
final class Route {
    static final String TABLES = "tables";
    static final String TO = "to";

    private final TablePattern tables;
    private final NameTemplate to;

    private Route(TablePattern tables, NameTemplate to) {
        this.tables = tables;
        this.to = to;
    }

    /**
     * Routes as a pipeline file has them, in order.
     *
     * @throws IllegalArgumentException when one is not valid; its message says which and why
     */
    static List<Route> parse(List<Map<String, String>> routes) {
        if (routes.isEmpty()) {
            throw new IllegalArgumentException("no route is given");
        }
        List<Route> parsed = new ArrayList<>();
        for (Map<String, String> route : routes) {
            int number = parsed.size() + 1;
            try {
                Route next = parse(route);
                for (int i = 0; i < parsed.size(); i++) {
                    if (parsed.get(i).tables.toString().equals(next.tables.toString())) {
                        throw new IllegalArgumentException("route " + (i + 1) + " takes all tables of " + next.tables);
                    }
                }
                parsed.add(next);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("route " + number + ": " + e.getMessage(), e);
            }
        }
        return parsed;
    }

    private static Route parse(Map<String, String> route) {
        Set<String> unknown = new TreeSet<>(route.keySet());
        unknown.removeAll(Set.of(TABLES, TO));
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException(
                    "a route has no key " + unknown + "; its keys are " + TABLES + " and " + TO);
        }
        String tables = route.get(TABLES);
        String to = route.get(TO);
        if (tables == null || to == null) {
            throw new IllegalArgumentException("the key " + (tables == null ? TABLES : TO) + " is missing");
        }
        if (tables.startsWith("!")) {
            throw new IllegalArgumentException(
                    "'" + tables + "' excludes: a route takes what fits its pattern and no route before it");
        }
        TablePattern pattern = TablePattern.parse(tables);
        return new Route(pattern, NameTemplate.qualified(to, pattern.captureCount()));
    }

    /**
     * The name for a table; empty when the route does not take it.
     *
     * @throws IllegalArgumentException when the name would be empty
     */
    Optional<TableId> name(TableId table) {
        return tables.captures(table).map(captures -> to.name(table, captures));
    }

    @Override
    public String toString() {
        return "{" + TABLES + ": " + tables + ", " + TO + ": " + to + "}";
    }
}
