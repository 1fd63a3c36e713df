package io.dbus.plugin;

import io.dbus.event.Event;
import java.util.Optional;
import org.apache.flink.api.connector.sink2.Sink;

/** A kind of sink. */
public non-sealed interface SinkPlugin extends Plugin {
    /** The sink of a component whose options are valid. */
    Sink<Event> sink(PluginContext context);

    /** Something, unless the sink says otherwise. */
    @Override
    default Optional<KeptState> keeps(PluginContext context) {
        return Optional.of(KeptState.of("what it has written and not committed"));
    }
}
