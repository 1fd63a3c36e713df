package io.dbus.source.mock;

import io.dbus.event.Event;
import java.util.List;
import java.util.Optional;
import org.apache.flink.api.connector.source.SourceOutput;

/** A split that is being read: what comes next and when it is due. */
final class SplitRun {
    private final MockSettings settings;
    private final MockSplit split;
    private final SplitEvents events;
    private final SplitFaults faults;
    private final RowSchedule schedule;
    private final long end;
    private long next;
    private List<Fault> atNext = List.of();
    private long pausedUntilNanos;
    private boolean paused;
    private boolean asked;
    private boolean held;

    SplitRun(MockSettings settings, MockSplit split, SplitEvents events, long nowNanos) {
        this.settings = settings;
        this.split = split;
        this.events = events;
        this.next = split.next();
        this.end = settings.rowsOf(split.number());
        this.faults = new SplitFaults(settings.faults(), split.number(), split.of(), number());
        this.schedule =
                new RowSchedule(settings.rowsPerSecond() / split.of(), (double) split.number() / split.of(), nowNanos);
    }

    String id() {
        return split.splitId();
    }

    MockSplit position() {
        return new MockSplit(split.number(), split.of(), next);
    }

    boolean isDone() {
        return next >= end;
    }

    /** How many nanoseconds are left until the next row is due; not positive when it is, Long.MAX_VALUE when an answer is waited for. */
    long nanosLeft(long nowNanos) {
        if (held) {
            return Long.MAX_VALUE;
        }
        return Math.max(schedule.nanosLeft(nowNanos), paused ? pausedUntilNanos - nowNanos : Long.MIN_VALUE);
    }

    /** The number in the source of the row that comes next. */
    long number() {
        return settings.number(split.number(), next);
    }

    /** The failure that was asked for may be passed. */
    void failureHad() {
        held = false;
    }

    /** What is to happen besides the next row. */
    interface Outcome {
        /** The split has come to a failure: the answer is to be waited for. */
        void askForFailure(long number);

        /** A fault happened. */
        void happened(FaultKind kind);
    }

    /**
     * Sends the next row, with what goes wrong at it, or does what must be done before.
     *
     * @return whether a row was sent
     */
    boolean step(SourceOutput<Event> output, Outcome outcome, long nowNanos, long nowMillis) {
        if (atNext.isEmpty() && faults.areAt(number())) {
            atNext = faults.take();
        }
        if (!atNext.isEmpty()) {
            return stepWithFaults(output, outcome, nowNanos, nowMillis);
        }
        send(events.at(next, nowMillis, Optional.empty()), output);
        passed();
        return true;
    }

    private boolean stepWithFaults(SourceOutput<Event> output, Outcome outcome, long nowNanos, long nowMillis) {
        if (!asked && has(FaultKind.FAIL)) {
            asked = true;
            held = true;
            outcome.askForFailure(number());
            return false;
        }
        if (!paused && has(FaultKind.PAUSE)) {
            paused = true;
            pausedUntilNanos = nowNanos + amount(FaultKind.PAUSE) * 1_000_000;
            return false;
        }
        if (has(FaultKind.BURST)) {
            schedule.burst(amount(FaultKind.BURST));
        }
        if (has(FaultKind.TRUNCATE)) {
            send(events.truncate(next, nowMillis), output);
        }
        Optional<Fault> ofRow = atNext.stream()
                .filter(fault -> fault.kind() == FaultKind.UNDECODABLE || fault.kind() == FaultKind.TOO_LARGE)
                .findFirst();
        Event row = events.at(next, nowMillis, ofRow);
        send(row, output);
        if (has(FaultKind.REPEAT)) {
            send(row, output);
        }
        if (has(FaultKind.OUT_OF_ORDER)) {
            send(events.former(next, nowMillis), output);
        }
        atNext.forEach(fault -> outcome.happened(fault.kind()));
        atNext = List.of();
        asked = false;
        paused = false;
        passed();
        return true;
    }

    private boolean has(FaultKind kind) {
        return atNext.stream().anyMatch(fault -> fault.kind() == kind);
    }

    private long amount(FaultKind kind) {
        return atNext.stream()
                .filter(fault -> fault.kind() == kind)
                .mapToLong(Fault::amount)
                .sum();
    }

    private static void send(Event event, SourceOutput<Event> output) {
        output.collect(event, event.origin().transaction().commitMicros() / 1000);
    }

    private void passed() {
        next++;
        schedule.sent();
    }
}
