package io.dbus.operator.count;

import io.dbus.operator.state.StateOptions;
import java.time.Duration;
import java.util.List;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;

/** The options of {@code count}. */
public final class CountOptions {
    /** The properties by which events are counted. */
    public static final ConfigOption<List<CountBy>> BY = ConfigOptions.key("by")
            .enumType(CountBy.class)
            .asList()
            .defaultValues(CountBy.TABLE)
            .withDescription(
                    "What is counted apart: source, server, database, table, operation, or several, as [table, operation]; [] counts all together. Tables and databases go by "
                            + "the names that they have at this place of the pipeline. An update that changes a row's key counts as the delete and the insert that it is; TRUNCATE is "
                            + "the operation truncate. Schema changes are not counted, but as dropped, reason schema-change; messages are rejected, reason wrong-kind.");

    /** What rows are counted by otherwise. */
    public static final ConfigOption<String> EXPRESSION = ConfigOptions.key("expression")
            .stringType()
            .noDefaultValue()
            .withDescription(
                    "Counts by the value of a CEL expression instead of 'by', with the variables of filter's where; such as after == null ? before.country : after.country. "
                            + "It is given as text, NULL as null. Row changes alone are counted: a TRUNCATE is counted as dropped, reason truncate. A row for which the expression has no "
                            + "value is rejected, reason expression.");

    /** How long a window is. */
    public static final ConfigOption<Duration> WINDOW = ConfigOptions.key("window")
            .durationType()
            .defaultValue(Duration.ofMinutes(1))
            .withDescription(
                    "How long each window is, 1 s to 1 d. Windows follow each other without a gap and are aligned to the epoch: with 1 min they begin at full minutes, in UTC. A "
                            + "window of a group without events gives no message.");

    /** The time that counts. */
    public static final ConfigOption<CountTime> TIME = ConfigOptions.key("time")
            .enumType(CountTime.class)
            .defaultValue(CountTime.PROCESSING)
            .withDescription(
                    "Which time puts an event into a window: processing (when it is counted, by the machine's clock; the message leaves a second after the window's end) or commit (when "
                            + "it was committed; the message leaves when all servers are known to be past the window's end). commit needs sources that say how far they are, as mysql does: with "
                            + "another the job does not start. What comes after its window's message is counted in a further message of the same window with \"late\": true, so the sum of a "
                            + "window's messages is exact, also over a restart.");

    /** How long groups are remembered. */
    public static final ConfigOption<Duration> STATE_TTL = StateOptions.ttl(
            "Counts are never forgotten: a window's go with its message. What is kept of a group, some 30 bytes, is the sequence of its last message; forgotten, a late message of an old "
                    + "window may get a sequence that was used. Set it where groups come and go.");

    private CountOptions() {}
}
