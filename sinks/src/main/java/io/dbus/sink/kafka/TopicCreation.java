package io.dbus.sink.kafka;

import static java.util.Objects.requireNonNull;

import io.dbus.plugin.PluginContext;
import io.dbus.plugin.Problem;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.apache.flink.configuration.ConfigOption;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.TopicConfig;

/**
 * How topics are created.
 *
 * @param enabled whether they are
 * @param partitions how many partitions; 0 for the broker's default
 * @param replicationFactor how many replicas; 0 for the broker's default
 * @param configs configs of the topics
 */
public record TopicCreation(boolean enabled, int partitions, int replicationFactor, TreeMap<String, String> configs)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    public TopicCreation {
        configs = new TreeMap<>(requireNonNull(configs, "configs"));
    }

    static TopicCreation of(PluginContext context) {
        return new TopicCreation(
                context.options().get(KafkaSinkOptions.TOPIC_CREATION),
                context.options().getOptional(KafkaSinkOptions.TOPIC_PARTITIONS).orElse(0),
                context.options()
                        .getOptional(KafkaSinkOptions.TOPIC_REPLICATION)
                        .orElse(0),
                new TreeMap<>(context.withPrefix(KafkaSinkOptions.TOPIC_PROPERTIES)));
    }

    /** What is wrong with the options. */
    static List<Problem> problems(PluginContext context) {
        List<Problem> problems = new ArrayList<>();
        positive(context, KafkaSinkOptions.TOPIC_PARTITIONS, Integer.MAX_VALUE, problems);
        positive(context, KafkaSinkOptions.TOPIC_REPLICATION, Short.MAX_VALUE, problems);
        return problems;
    }

    private static void positive(
            PluginContext context, ConfigOption<Integer> option, int most, List<Problem> problems) {
        context.options()
                .getOptional(option)
                .filter(value -> value < 1 || value > most)
                .ifPresent(value -> problems.add(Problem.ofOption(
                        option.key(), "there cannot be " + value, "Set a number from 1 to " + most + ".")));
    }

    /** The same for a topic of one partition, all of whose records are kept: not only the last of each key. */
    TopicCreation ofOnePartition() {
        TreeMap<String, String> kept = new TreeMap<>(configs);
        kept.remove(TopicConfig.CLEANUP_POLICY_CONFIG);
        return new TopicCreation(enabled, 1, replicationFactor, kept);
    }

    /** How many partitions are asked for, if it is said. */
    OptionalInt wantedPartitions() {
        return partitions == 0 ? OptionalInt.empty() : OptionalInt.of(partitions);
    }

    /** The request for a topic of a name. */
    NewTopic topic(String name) {
        return new NewTopic(
                        name,
                        partitions == 0 ? Optional.empty() : Optional.of(partitions),
                        replicationFactor == 0 ? Optional.empty() : Optional.of((short) replicationFactor))
                .configs(Map.copyOf(configs));
    }
}
