package io.dbus.operator.state;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.dbus.event.Event;
import io.dbus.event.EventKey;
import io.dbus.event.EventKeyTypeInfo;
import java.io.Serializable;
import java.util.EnumSet;
import java.util.List;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;

/** Puts events into groups by where they come from; each group takes one lane. No property means one group. */
public final class Grouping implements Serializable {
    private static final long serialVersionUID = 1L;

    private final EnumSet<Place> places = EnumSet.noneOf(Place.class);

    private transient EventKey.Builder builder;

    public Grouping(List<Place> places) {
        this.places.addAll(places);
    }

    /** The group of an event, as a key. */
    public EventKey of(Event event) {
        if (builder == null) {
            builder = new EventKey.Builder();
        }
        for (Place place : places) {
            byte[] text = place.of(event).getBytes(UTF_8);
            builder.text(text, 0, text.length);
        }
        return builder.build();
    }

    /** Spreads events by their groups. */
    public KeyedStream<Event, EventKey> spread(DataStream<Event> input) {
        return input.keyBy(this::of, EventKeyTypeInfo.INSTANCE);
    }
}
