package io.dbus.sink.kafka;

import static java.util.Objects.requireNonNull;

import io.dbus.plugin.PluginContext;
import java.io.Serializable;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.NewTopic;

/**
 * How topics are created.
 *
 * @param enabled whether they are
 * @param partitions how many partitions; 0 for the broker's default
 * @param replicationFactor how many replicas; 0 for the broker's default
 * @param configs configs of the topics
 */
record TopicCreation(boolean enabled, int partitions, int replicationFactor, TreeMap<String, String> configs)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    TopicCreation {
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
