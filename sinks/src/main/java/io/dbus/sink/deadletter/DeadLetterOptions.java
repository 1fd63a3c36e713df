package io.dbus.sink.deadletter;

import io.dbus.plugin.PluginContext;
import io.dbus.plugin.Problem;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.MemorySize;

/** The options that the kinds of dead letters share. */
final class DeadLetterOptions {
    /** More would not fit into the base64 of one string. */
    private static final MemorySize LARGEST_EVENT = MemorySize.ofMebiBytes(512);

    static final ConfigOption<Integer> MAX_PER_MINUTE = ConfigOptions.key("max-per-minute")
            .intType()
            .defaultValue(1000)
            .withDescription(
                    "How many events may be rejected into this place within 60 seconds, by all instances of all its components together; at one"
                            + " more the job fails for good, naming the last one, so that a mistake in the pipeline does not turn all events into"
                            + " dead letters. At least 1; there is no way to switch it off. Events that are rejected again after a restart count"
                            + " again. The JobMaster counts, to the second; above a limit of 2000 each instance tells it of a thousandth of"
                            + " the limit at once, so that the job may fail by so many later. A new JobMaster begins at nothing.");

    private DeadLetterOptions() {}

    /** The option of the largest event that is kept, with the default of a place. */
    static ConfigOption<MemorySize> maxBytes(MemorySize byDefault) {
        return ConfigOptions.key("max-bytes")
                .memoryType()
                .defaultValue(byDefault)
                .withDescription(
                        "The largest event that is kept as a whole, in bytes of its own form (in the dead letter it is in base64, a third larger). Of a"
                                + " larger one, or one whose dead letter would not fit into its place, the dead letter holds the size and the SHA-256"
                                + " instead, beside its origin, table and key: it cannot be replayed from the dead letter. At most 512 mb; 0 keeps none.");
    }

    /** What is wrong with the values of both. */
    static List<Problem> problems(PluginContext context, ConfigOption<MemorySize> maxBytes) {
        List<Problem> problems = new ArrayList<>();
        int perMinute = context.options().get(MAX_PER_MINUTE);
        if (perMinute < 1) {
            problems.add(Problem.ofOption(
                    MAX_PER_MINUTE.key(),
                    perMinute + " is not possible: the limit cannot be switched off, and must let one event pass",
                    "Set a number from 1 to " + Integer.MAX_VALUE + "; to reject none at all, set the type to fail."));
        }
        if (context.options().get(maxBytes).compareTo(LARGEST_EVENT) > 0) {
            problems.add(Problem.ofOption(
                    maxBytes.key(),
                    context.options().get(maxBytes).toHumanReadableString() + " is more than a dead letter can hold",
                    "Set a size of up to 512 mb."));
        }
        return problems;
    }
}
