package io.dbus.operator.split;

import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;

/** The options of {@code split}. */
public final class SplitOptions {
    /** The outputs in order. */
    public static final ConfigOption<List<Map<String, String>>> OUTPUTS = ConfigOptions.key("outputs")
            .mapType()
            .asList()
            .noDefaultValue()
            .withDescription(
                    "The outputs, in order. Each has a name, by which components behind read it (inputs: [by-country.eu]), and where, the condition under which a row "
                            + "change goes there: an expression in CEL as in 'filter', changed('price') included. A row for which a condition has no answer is rejected, reason "
                            + "expression, and goes to no output: without dead-letters the job fails with the row's place. Every output must be read by some component. A TRUNCATE and a schema "
                            + "change go to all outputs, the default one included, since each may hold rows of the table. An update goes where its conditions say, once: where a column decides that "
                            + "updates change, the output that held the row before learns nothing of it. Example: [{name: eu, where: \"(op == 'delete' ? before.country : "
                            + "after.country) in ['DE', 'FR']\"}, {name: us, where: \"(op == 'delete' ? before.country : after.country) == 'US'\"}].");

    /** The outputs that a row of several conditions goes to. */
    public static final ConfigOption<Match> MATCH = ConfigOptions.key("match")
            .enumType(Match.class)
            .defaultValue(Match.FIRST)
            .withDescription(
                    "Where a row change goes that several conditions fit: first (to the first of these outputs; conditions behind it are not asked) or all (to each of them).");

    /** The output of the others. */
    public static final ConfigOption<String> DEFAULT = ConfigOptions.key("default")
            .stringType()
            .noDefaultValue()
            .withDescription(
                    "The name of one more output, for row changes that no condition fits. Without it they are dropped and counted as dropped, reason no-route.");

    private SplitOptions() {}
}
