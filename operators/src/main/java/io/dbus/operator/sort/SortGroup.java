package io.dbus.operator.sort;

import io.dbus.event.EventKey;
import io.dbus.event.Origin;
import io.dbus.event.Transaction;
import io.dbus.operator.state.ServerSequences;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * The held events of one group: a queue for each server, in the order of its sequences, merged by the commit times at their heads, then by the servers' names.
 * So no event passes another of its server, also where commit times go back within a server.
 */
final class SortGroup {
    private static final Comparator<HeldEvent> MERGE = Comparator.comparingLong(HeldEvent::commitMicros)
            .thenComparing(held -> held.event().origin().transaction().source())
            .thenComparing(held -> held.event().origin().transaction().server());

    private final EventKey key;
    private final Map<Server, PriorityQueue<HeldEvent>> servers = new HashMap<>();
    private SortMark mark;
    private boolean changed;

    private record Server(String source, String name) {}

    /** A group as far as it has gone on. */
    SortGroup(EventKey key, SortMark mark) {
        this.key = key;
        this.mark = mark;
    }

    EventKey key() {
        return key;
    }

    SortMark mark() {
        return mark;
    }

    void add(HeldEvent held) {
        servers.computeIfAbsent(server(held), s -> new PriorityQueue<>(HeldEvent.BY_SEQUENCE))
                .add(held);
        changed = true;
    }

    /** The event that is next in order; null when none is held. */
    HeldEvent next() {
        HeldEvent next = null;
        for (PriorityQueue<HeldEvent> queue : servers.values()) {
            HeldEvent head = queue.peek();
            if (next == null || MERGE.compare(head, next) < 0) {
                next = head;
            }
        }
        return next;
    }

    /** Takes the next event out. */
    HeldEvent take() {
        HeldEvent next = next();
        Server server = server(next);
        PriorityQueue<HeldEvent> queue = servers.get(server);
        queue.poll();
        if (queue.isEmpty()) {
            servers.remove(server);
        }
        Origin origin = next.event().origin();
        ServerSequences sequences = mark.sequences();
        if (origin.sequence() > sequences.of(server.source, server.name)) {
            sequences = sequences.with(server.source, server.name, origin.sequence());
        }
        boolean later = next.commitMicros() > mark.commitMicros()
                || next.commitMicros() == mark.commitMicros() && order(mark.source(), mark.server(), server) < 0;
        mark = later
                ? new SortMark(next.commitMicros(), server.source, server.name, sequences)
                : new SortMark(mark.commitMicros(), mark.source(), mark.server(), sequences);
        changed = true;
        return next;
    }

    /** Whether an event comes when one that should come after it has gone on. */
    boolean isLate(Origin origin) {
        Transaction from = origin.transaction();
        if (origin.sequence() <= mark.sequences().of(from.source(), from.server())) {
            return true;
        }
        if (from.server().equals(mark.server()) && from.source().equals(mark.source())) {
            return false;
        }
        int time = Long.compare(from.commitMicros(), mark.commitMicros());
        return time < 0
                || time == 0 && order(mark.source(), mark.server(), new Server(from.source(), from.server())) > 0;
    }

    private static int order(String source, String server, Server other) {
        int sources = source.compareTo(other.source);
        return sources != 0 ? sources : server.compareTo(other.name);
    }

    /** The held events in the order in which they came. */
    List<HeldEvent> held() {
        List<HeldEvent> held = new ArrayList<>();
        servers.values().forEach(held::addAll);
        held.sort(Comparator.comparingLong(HeldEvent::arrival));
        return held;
    }

    /** Whether the group differs from what was stored of it last; from now on it does not. */
    boolean takeChanged() {
        boolean was = changed;
        changed = false;
        return was;
    }

    private static Server server(HeldEvent held) {
        Transaction from = held.event().origin().transaction();
        return new Server(from.source(), from.server());
    }
}
