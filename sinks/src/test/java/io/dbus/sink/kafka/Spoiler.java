package io.dbus.sink.kafka;

import io.dbus.event.Event;
import io.dbus.event.RowChange;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.apache.flink.api.common.functions.MapFunction;

/** Makes the last column of some numbered changes unreadable, and counts what it has seen. */
record Spoiler(List<Long> numbers) implements MapFunction<Event, Event> {
    private static final long serialVersionUID = 1L;
    static final AtomicLong SEEN = new AtomicLong();

    static Spoiler ofNumber(long... numbers) {
        SEEN.set(0);
        return new Spoiler(new ArrayList<>(LongStream.of(numbers).boxed().toList()));
    }

    @Override
    public Event map(Event event) {
        SEEN.incrementAndGet();
        RowChange row = (RowChange) event;
        return numbers.contains(row.origin().ordinal())
                ? RowChange.insert(row.schema(), Changes.spoilt(row.origin().ordinal()), row.origin(), row.key())
                : row;
    }
}
