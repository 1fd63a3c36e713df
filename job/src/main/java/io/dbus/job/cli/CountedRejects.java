package io.dbus.job.cli;

import io.dbus.plugin.DeadLetterPlugin;
import io.dbus.plugin.PluginContext;
import io.dbus.reject.Rejection;
import io.dbus.reject.Rejects;
import io.dbus.reject.RejectsContext;
import io.dbus.reject.RejectsFactory;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.flink.configuration.ConfigOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The dead letters of a dry run: rejects are counted by component and reason, in this process, which is where a dry run runs, and the first of each is kept for people. What comes once
 * more after a restart counts once more.
 */
final class CountedRejects implements DeadLetterPlugin {
    private static final Logger LOG = LoggerFactory.getLogger(CountedRejects.class);
    private static final ConcurrentMap<UUID, ConcurrentMap<Place, Count>> RUNS = new ConcurrentHashMap<>();

    private final UUID run = UUID.randomUUID();

    /** What rejected for which reason. */
    record Place(String component, String reason) {}

    /** How often, and the first time in words. */
    record Count(long events, String first) {}

    CountedRejects() {
        RUNS.put(run, new ConcurrentHashMap<>());
    }

    @Override
    public String type() {
        return "counted";
    }

    @Override
    public String description() {
        return "Counts what is rejected, for a dry run.";
    }

    @Override
    public List<ConfigOption<?>> requiredOptions() {
        return List.of();
    }

    @Override
    public List<ConfigOption<?>> optionalOptions() {
        return List.of();
    }

    @Override
    public RejectsFactory rejects(PluginContext context) {
        return factory(run);
    }

    /** The counts so far, by component and reason. */
    Map<String, Count> counts() {
        Map<String, Count> counts = new TreeMap<>();
        RUNS.getOrDefault(run, new ConcurrentHashMap<>())
                .forEach((place, count) -> counts.put(place.component() + " " + place.reason(), count));
        return counts;
    }

    /** The run is over: its counts are forgotten. */
    void forget() {
        RUNS.remove(run);
    }

    private static RejectsFactory factory(UUID run) {
        return context -> new Counting(run, context);
    }

    private record Counting(UUID run, RejectsContext context) implements Rejects {
        @Override
        public void reject(Rejection rejection) {
            context.metrics().rejected(rejection.reason());
            Place place = new Place(context.component(), rejection.reason().label());
            RUNS.getOrDefault(run, new ConcurrentHashMap<>()).compute(place, (key, count) -> {
                if (count == null) {
                    String first = rejection.describe(context.component());
                    LOG.info("The first event rejected for this reason: {}", first);
                    return new Count(1, first);
                }
                return new Count(count.events() + 1, count.first());
            });
        }

        @Override
        public void flush() {}

        @Override
        public void close() throws IOException {}
    }
}
