package io.dbus.plugin;

import io.dbus.event.Event;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.configuration.ConfigOption;

/** A kind of source. */
public non-sealed interface SourcePlugin extends Plugin {
    /** The source of a component whose options are valid. */
    Source<Event, ?, ?> source(PluginContext context);

    /** The names of the component's servers, in the order of the file; one that has no servers of its own gives its component's name. */
    List<String> servers(PluginContext context);

    /**
     * The options, if any, by which its servers tell this reader from others, such as a replica's id. A dry run reads beside the real job, so it goes without
     * them and under another pipeline name, of which the source then makes identities of its own.
     */
    default List<ConfigOption<?>> identityOptions() {
        return List.of();
    }

    /**
     * What of its options decides the keys of its events, the values by their keys, defaults written out: operators that keep state by key find none of it once they change. What servers there are must not
     * decide.
     */
    default Map<String, String> keyForm(PluginContext context) {
        return Map.of();
    }

    /** How watermarks are made from the timestamps that the source gives its events. */
    default WatermarkStrategy<Event> watermarks(PluginContext context) {
        return WatermarkStrategy.noWatermarks();
    }

    /** The positions of its servers, unless the source says otherwise. */
    @Override
    default Optional<KeptState> keeps(PluginContext context) {
        return Optional.of(new KeptState("the positions of its servers", Map.of(), servers(context)));
    }
}
