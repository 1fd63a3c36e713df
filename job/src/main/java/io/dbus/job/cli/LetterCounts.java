package io.dbus.job.cli;

import java.io.PrintStream;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;

/** How many dead letters there are, by component and reason. */
final class LetterCounts {
    private final Map<Group, Count> counts =
            new TreeMap<>(Comparator.comparing(Group::component).thenComparing(Group::reason));

    private record Group(String component, String reason) {}

    private record Count(long letters, String last) {
        Count and(Count other) {
            return new Count(letters + other.letters, last.compareTo(other.last) > 0 ? last : other.last);
        }
    }

    void add(Letter letter) {
        counts.merge(new Group(letter.component(), letter.reason()), new Count(1, letter.rejectedAt()), Count::and);
    }

    void print(PrintStream out) {
        if (counts.isEmpty()) {
            out.println("no dead letters");
            return;
        }
        int component = "component".length();
        int reason = "reason".length();
        for (Group group : counts.keySet()) {
            component = Math.max(component, group.component.length());
            reason = Math.max(reason, group.reason.length());
        }
        String line = "%-" + component + "s  %-" + reason + "s  %9s  %s%n";
        out.printf(line, "component", "reason", "letters", "last rejected");
        counts.forEach((group, count) -> out.printf(line, group.component, group.reason, count.letters, count.last));
        if (counts.size() > 1) {
            Count all = counts.values().stream().reduce(Count::and).orElseThrow();
            out.printf(line, "all", "", all.letters, all.last);
        }
    }
}
