package io.dbus.sink.mock;

import io.dbus.event.Event;
import io.dbus.event.Message;
import io.dbus.event.Operation;
import io.dbus.event.RowChange;
import io.dbus.event.RowImage;
import io.dbus.event.SchemaChange;
import io.dbus.event.TableId;
import io.dbus.event.Truncate;
import io.dbus.metrics.ComponentMetrics;
import io.dbus.metrics.FinalCount;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.metrics.Counter;

/**
 * Counts events by table and operation: as metrics, which begin anew with each start, and in the writer's state and Flink's accumulators, which a restore takes back to its
 * checkpoint, so that each event counts once. Hot path: most events are of the table of the one before.
 */
final class Tallies {
    private static final String[] OPERATIONS = new String[Operation.values().length];

    static {
        for (Operation operation : Operation.values()) {
            OPERATIONS[operation.ordinal()] = operation.name().toLowerCase(Locale.ROOT);
        }
    }

    private final String component;
    private final ComponentMetrics metrics;
    private final Optional<RuntimeContext> runtime;
    private final Map<TableId, Count[]> byTable = new HashMap<>();
    private final Map<String, Count> others = new HashMap<>();
    private TableId lastTable;
    private Count[] last;

    /**
     * Counts that begin with those of a checkpoint.
     *
     * @param runtime holds the accumulators; empty outside of a job of Flink's
     */
    Tallies(String component, ComponentMetrics metrics, Optional<RuntimeContext> runtime, Collection<Tally> restored) {
        this.component = component;
        this.metrics = metrics;
        this.runtime = runtime;
        for (Tally tally : restored) {
            other(tally.what(), tally.of()).add(tally.events(), tally.bytes());
        }
    }

    /** The count of one kind of events. */
    private final class Count {
        private final String what;
        private final String of;
        private final Counter metric;
        private final LongCounter rows = new LongCounter();
        private final LongCounter bytes = new LongCounter();

        Count(String what, String of) {
            this.what = what;
            this.of = of;
            this.metric = metrics.group()
                    .addGroup("table", of)
                    .addGroup("operation", what)
                    .counter("events");
            runtime.ifPresent(context -> {
                context.addAccumulator(new FinalCount("events", component, what, of).accumulator(), rows);
                context.addAccumulator(new FinalCount("bytes", component, what, of).accumulator(), bytes);
            });
        }

        void add(long events, long size) {
            rows.add(events);
            bytes.add(size);
        }
    }

    void count(Event event) {
        Count count;
        long size;
        if (event instanceof RowChange row) {
            count = of(row);
            size = length(row.before()) + length(row.after());
        } else if (event instanceof Message message) {
            count = other("message", message.origin().transaction().server());
            size = bytes(message.recordKey()) + bytes(message.value());
        } else if (event instanceof Truncate truncate) {
            count = other("truncate", truncate.table().toString());
            size = 0;
        } else {
            SchemaChange change = (SchemaChange) event;
            count = other("schema-change", change.origin().transaction().server());
            size = change.ddl().length();
        }
        count.add(1, size);
        count.metric.inc();
    }

    List<Tally> snapshot() {
        List<Tally> tallies = new ArrayList<>();
        others.values()
                .forEach(count -> tallies.add(new Tally(
                        count.what,
                        count.of,
                        count.rows.getLocalValuePrimitive(),
                        count.bytes.getLocalValuePrimitive())));
        return tallies;
    }

    /** Adds to a count that is none of events, such as of violations. */
    LongCounter figure(String figure, String what) {
        LongCounter counter = new LongCounter();
        runtime.ifPresent(
                context -> context.addAccumulator(new FinalCount(figure, component, what, "").accumulator(), counter));
        return counter;
    }

    private Count of(RowChange row) {
        // The same table is mostly the same object, and the cheap answer must be right only when it is yes.
        if (row.table() != lastTable) {
            lastTable = row.table();
            last = byTable.computeIfAbsent(row.table(), table -> new Count[OPERATIONS.length]);
        }
        int operation = row.operation().ordinal();
        if (last[operation] == null) {
            last[operation] = other(OPERATIONS[operation], row.table().toString());
        }
        return last[operation];
    }

    private Count other(String what, String of) {
        return others.computeIfAbsent(what + "." + of, name -> new Count(what, of));
    }

    private static long length(Optional<RowImage> image) {
        return image.map(RowImage::length).orElse(0);
    }

    private static long bytes(Optional<byte[]> bytes) {
        return bytes.map(b -> b.length).orElse(0);
    }
}
