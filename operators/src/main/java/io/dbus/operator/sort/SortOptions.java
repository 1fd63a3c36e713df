package io.dbus.operator.sort;

import io.dbus.operator.state.Place;
import java.time.Duration;
import java.util.List;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.MemorySize;

/** The options of {@code sort}. */
public final class SortOptions {
    /** How long events are held. */
    public static final ConfigOption<Duration> MAX_DELAY = ConfigOptions.key("max-delay")
            .durationType()
            .defaultValue(Duration.ofSeconds(5))
            .withDescription(
                    "How long an event is held at most for others that were committed before it, by the machine's clock. It goes on earlier once all servers are known "
                            + "to be past its time: MySQL sources say so, those in front of an idle server too. A server that is further behind than this makes its events "
                            + "late. A restart holds the events at hand for this long again.");

    /** The groups that are ordered. */
    public static final ConfigOption<List<Place>> BY = ConfigOptions.key("by")
            .enumType(Place.class)
            .asList()
            .defaultValues(Place.TABLE)
            .withDescription(
                    "What is put in order: the events of each table, database, server or source (or several: [database, server]), or with [] all together. Each such "
                            + "group takes one lane, so [] makes this component, and what is behind it, as fast as one core. Tables and databases go by the names that they "
                            + "have at this place of the pipeline, and a table that several sources have is one.");

    /** What becomes of events that come too late. */
    public static final ConfigOption<Late> LATE = ConfigOptions.key("late")
            .enumType(Late.class)
            .defaultValue(Late.PASS)
            .withDescription(
                    "What becomes of an event that comes when a later one has gone on: pass (at once, out of order) or drop (counted as dropped, reason late). Either way "
                            + "it is counted in the metric late.");

    /** The memory for held events. */
    public static final ConfigOption<MemorySize> MAX_HELD = ConfigOptions.key("max-held")
            .memoryType()
            .defaultValue(MemorySize.ofMebiBytes(64))
            .withDescription(
                    "How many bytes of events each parallel instance holds at most: their row images, and 500 bytes for the rest of each. When it is more, the one that "
                            + "came first goes on before its time, with what is in front of it, and is counted in the metric early. Events are held on the heap, and are in every "
                            + "checkpoint.");

    private SortOptions() {}
}
