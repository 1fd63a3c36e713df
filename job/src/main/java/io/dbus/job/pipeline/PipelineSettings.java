package io.dbus.job.pipeline;

import static java.util.Objects.requireNonNull;

import io.dbus.plugin.Problem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.Configuration;

/** The {@code pipeline} section of a file: how the pipeline runs. Immutable. */
public final class PipelineSettings {
    /** The prefix of options that go to Flink as they are. */
    public static final String FLINK = "flink.";

    public static final ConfigOption<Integer> PARALLELISM = ConfigOptions.key("parallelism")
            .intType()
            .noDefaultValue()
            .withDescription(
                    "How many lanes each component has. Without it the cluster's parallelism.default or the -p of"
                            + " flink run holds; ./dbus run takes the number of cores.");

    public static final ConfigOption<ExchangeMode> EXCHANGE = ConfigOptions.key("exchange")
            .enumType(ExchangeMode.class)
            .defaultValue(ExchangeMode.AUTO)
            .withDescription(
                    "keyed: events are spread by their key over all lanes behind the source, so that one server's"
                            + " changes are decoded, transformed and encoded by all cores, while the changes of one row keep their order."
                            + " none: events stay on the lane of the reader that read them. auto: none when no operator keeps state by key"
                            + " and there are at least as many servers as lanes, else keyed; ./dbus validate prints which.");

    public static final ConfigOption<Integer> MAX_PARALLELISM = ConfigOptions.key("max-parallelism")
            .intType()
            .defaultValue(720)
            .withDescription(
                    "The most lanes that the pipeline can ever have, from 1 to 32768. State is kept in as many groups,"
                            + " so a change makes savepoints and checkpoints unusable.");

    private static final String UNKNOWN =
            "Flink has no such option, or its cluster decides it and not a job, or it has a key of"
                    + " its own in the pipeline section; a cluster's options belong in its own configuration";

    private final Configuration options;

    /** Settings from options that were checked. */
    PipelineSettings(Configuration options) {
        this.options = new Configuration(requireNonNull(options, "options"));
    }

    static OptionSet options() {
        Map<String, ConfigOption<?>> byKey = new LinkedHashMap<>(OptionSet.byKey("", all()));
        byKey.putAll(OptionSet.byKey(FLINK, FlinkOptions.ofJobs()));
        return new OptionSet(
                "the pipeline section", "pipeline", List.of(), byKey, Set.of(), List.of(), Map.of(FLINK, UNKNOWN));
    }

    /** The options of the section, for their page. */
    public static List<ConfigOption<?>> all() {
        return List.of(PARALLELISM, EXCHANGE, MAX_PARALLELISM);
    }

    /** The lanes of each component; empty when the cluster decides. */
    public OptionalInt parallelism() {
        return options.getOptional(PARALLELISM).map(OptionalInt::of).orElse(OptionalInt.empty());
    }

    public ExchangeMode exchange() {
        return options.get(EXCHANGE);
    }

    public int maxParallelism() {
        return options.get(MAX_PARALLELISM);
    }

    /** What goes to Flink as it is. */
    public Configuration flink() {
        Configuration flink = new Configuration();
        options.toMap().forEach((key, value) -> {
            if (key.startsWith(FLINK)) {
                flink.setString(key.substring(FLINK.length()), value);
            }
        });
        return flink;
    }

    /** The same settings with another number of lanes. */
    PipelineSettings withParallelism(int lanes) {
        Configuration others = new Configuration(options);
        others.set(PARALLELISM, lanes);
        return new PipelineSettings(others);
    }

    /** The same settings without some options of Flink. */
    PipelineSettings withoutFlink(Predicate<String> options) {
        Configuration others = new Configuration();
        this.options.toMap().forEach((key, value) -> {
            if (!key.startsWith(FLINK) || !options.test(key.substring(FLINK.length()))) {
                others.setString(key, value);
            }
        });
        return new PipelineSettings(others);
    }

    /** What is wrong with values that have the right type. */
    List<Problem> problems() {
        List<Problem> problems = new ArrayList<>();
        int max = maxParallelism();
        if (max < 1 || max > 1 << 15) {
            problems.add(Problem.ofOption(
                    MAX_PARALLELISM.key(), max + " is not possible", "it must be from 1 to " + (1 << 15)));
        }
        parallelism().ifPresent(lanes -> {
            if (lanes < 1 || lanes > max) {
                problems.add(Problem.ofOption(
                        PARALLELISM.key(),
                        lanes + " is not possible",
                        "it must be from 1 to " + max + " (max-parallelism)"));
            }
        });
        return problems;
    }
}
