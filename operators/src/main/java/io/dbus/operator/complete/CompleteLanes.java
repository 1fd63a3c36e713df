package io.dbus.operator.complete;

import io.dbus.event.Event;
import io.dbus.event.EventKey;
import io.dbus.event.EventKeyTypeInfo;
import io.dbus.event.EventTypeInfo;
import io.dbus.event.Truncate;
import java.io.Serializable;
import java.util.List;
import java.util.Optional;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;

/**
 * How rows are spread over lanes to be completed. A row that moves to another key must be found under it, so where keys are followed a table keeps one
 * lane; else a table is spread in parts, of which each is told of a truncate.
 */
final class CompleteLanes implements Serializable {
    /** Parts of a table. State is found by them, so their number can never change. */
    static final int PARTS = 256;

    private static final long serialVersionUID = 1L;

    private final boolean followsKeys;

    CompleteLanes(boolean followsKeys) {
        this.followsKeys = followsKeys;
    }

    boolean followsKeys() {
        return followsKeys;
    }

    /**
     * Spreads events.
     *
     * @param component the name with which those of Flink's operators begin that it takes
     */
    KeyedStream<Event, EventKey> spread(DataStream<Event> input, String component) {
        if (followsKeys) {
            return input.keyBy(this::of, EventKeyTypeInfo.INSTANCE);
        }
        String name = component + " truncates";
        return input.<Event>flatMap((event, out) -> {
                    if (event instanceof Truncate truncate) {
                        truncate.key()
                                .parts(PARTS)
                                .forEach(part -> out.collect(
                                        new Truncate(truncate.source(), truncate.table(), truncate.origin(), part)));
                    } else {
                        out.collect(event);
                    }
                })
                .returns(EventTypeInfo.INSTANCE)
                .name(name)
                .uid(name)
                .keyBy(this::of, EventKeyTypeInfo.INSTANCE);
    }

    /** The lane of an event. */
    EventKey of(Event event) {
        if (followsKeys) {
            return event.key().place();
        }
        return event instanceof Truncate ? event.key() : event.key().part(PARTS);
    }

    /** A truncate as it came, in the one lane of those that it was sent to that passes it on. */
    Optional<Truncate> original(Truncate truncate) {
        if (followsKeys) {
            return Optional.of(truncate);
        }
        EventKey place = truncate.key().place();
        List<EventKey> first = place.parts(1);
        return truncate.key().equals(first.get(0))
                ? Optional.of(new Truncate(truncate.source(), truncate.table(), truncate.origin(), place))
                : Optional.empty();
    }
}
