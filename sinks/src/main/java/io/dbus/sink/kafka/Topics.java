package io.dbus.sink.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The topics of a writer. A topic is there, and every partition is served by its leader, before the first record goes to it: a transaction with
 * a topic that is not there fails only after minutes, and so does a producer whose first batch is refused while its second is taken, since
 * the first then is out of order for ever. Not thread-safe.
 */
final class Topics {
    private static final Logger LOG = LoggerFactory.getLogger(Topics.class);
    private static final Duration LEADERS_WITHIN = Duration.ofSeconds(60);
    private static final long POLL_MILLIS = 100;

    private final LazyAdmin admin;
    private final TopicCreation creation;
    private final String owner;
    private final Map<String, Topic> known = new HashMap<>();

    /** Topics of an owner, as messages begin: {@code Sink topics}. */
    Topics(LazyAdmin admin, TopicCreation creation, String owner) {
        this.admin = admin;
        this.creation = creation;
        this.owner = owner;
    }

    /**
     * The topic of a name, created where it is not there and topics are to be created.
     *
     * @throws TopicFailure when it is not there and cannot be created
     * @throws InterruptedException when the task is cancelled while it waits
     */
    Topic named(String name) throws InterruptedException {
        return named(name, creation);
    }

    /** As {@link #named}, of a topic that is created with one partition. */
    Topic ofOnePartition(String name) throws InterruptedException {
        return named(name, creation.ofOnePartition());
    }

    private Topic named(String name, TopicCreation how) throws InterruptedException {
        Topic topic = known.get(name);
        if (topic == null) {
            topic = find(name, how);
            known.put(name, topic);
        }
        return topic;
    }

    /** The topics that records were handed over to. */
    Iterable<Topic> all() {
        return known.values();
    }

    private Topic find(String name, TopicCreation how) throws InterruptedException {
        Optional<TopicDescription> found = describe(name);
        if (found.isEmpty()) {
            create(name, how);
        } else {
            int partitions = found.get().partitions().size();
            how.wantedPartitions().ifPresent(wanted -> {
                if (wanted != partitions) {
                    LOG.warn(
                            "{}: topic {} has {} partitions, not the {} that it would be created with; it stays as it is",
                            owner,
                            name,
                            partitions,
                            wanted);
                }
            });
        }
        TopicDescription description = awaitLeaders(name);
        awaitServed(description);
        return new Topic(name, description.partitions().size(), maxMessageBytes(name));
    }

    private void create(String name, TopicCreation how) throws InterruptedException {
        if (!how.enabled()) {
            throw new TopicFailure(owner + ": topic " + name + " is not there: create it, or set "
                    + KafkaSinkOptions.TOPIC_CREATION.key() + " to true.");
        }
        try {
            admin.get().createTopics(List.of(how.topic(name))).all().get();
            LOG.info("{}: created topic {}", owner, name);
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof TopicExistsException)) {
                throw new TopicFailure(
                        owner + ": topic " + name + " cannot be created: "
                                + e.getCause().getMessage()
                                + " Create it by hand, or correct topic.creation.* and the ACLs (CREATE on the topic).",
                        e.getCause());
            }
        }
    }

    private TopicDescription awaitLeaders(String name) throws InterruptedException {
        long deadline = System.nanoTime() + LEADERS_WITHIN.toNanos();
        while (true) {
            Optional<TopicDescription> found = describe(name);
            if (found.isPresent()
                    && found.get().partitions().stream().allMatch(partition -> partition.leader() != null)) {
                return found.get();
            }
            if (System.nanoTime() > deadline) {
                throw new TopicFailure(owner + ": topic " + name + " has no leader for every partition after "
                        + LEADERS_WITHIN.toSeconds() + " s: see whether enough brokers are up.");
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    /** A broker tells of a leader before that leader serves the partition; its end is asked of the leader itself, until it answers. */
    private void awaitServed(TopicDescription topic) throws InterruptedException {
        Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
        topic.partitions()
                .forEach(partition ->
                        ends.put(new TopicPartition(topic.name(), partition.partition()), OffsetSpec.latest()));
        try {
            admin.get().listOffsets(ends).all().get();
        } catch (ExecutionException e) {
            throw new TopicFailure(
                    owner + ": not every partition of topic " + topic.name()
                            + " is served by its leader: " + e.getCause().getMessage()
                            + " See whether all brokers are up; DESCRIBE on it is needed.",
                    e.getCause());
        }
    }

    private Optional<TopicDescription> describe(String name) throws InterruptedException {
        try {
            return Optional.of(admin.get()
                    .describeTopics(List.of(name))
                    .allTopicNames()
                    .get()
                    .get(name));
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                return Optional.empty();
            }
            throw new TopicFailure(
                    owner + ": topic " + name + " cannot be looked at: "
                            + e.getCause().getMessage() + " It needs DESCRIBE, WRITE and, to create it, CREATE.",
                    e.getCause());
        }
    }

    private OptionalInt maxMessageBytes(String name) throws InterruptedException {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, name);
        try {
            Config config =
                    admin.get().describeConfigs(List.of(resource)).all().get().get(resource);
            return OptionalInt.of(Integer.parseInt(
                    config.get(TopicConfig.MAX_MESSAGE_BYTES_CONFIG).value()));
        } catch (ExecutionException e) {
            if (e.getCause() instanceof AuthorizationException) {
                LOG.info(
                        "{}: max.message.bytes of topic {} may not be asked for (ACL DESCRIBE_CONFIGS); the broker "
                                + "itself will refuse what is larger",
                        owner,
                        name);
                return OptionalInt.empty();
            }
            throw new TopicFailure(
                    owner + ": the configs of topic " + name + " cannot be read: "
                            + e.getCause().getMessage(),
                    e.getCause());
        }
    }
}
