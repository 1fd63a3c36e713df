package io.dbus.embedded;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.DescribeClusterResult;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.Uuid;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Kafka brokers in KRaft mode, each broker and controller in one and in a JVM of its own.
 *
 * <p>Transactions are on. Topics are not created by themselves: {@code auto.create.topics.enable} is false unless an
 * option says otherwise. Failures are {@link ServerFailedException}s, which name the logs.
 */
public final class KafkaCluster implements EmbeddedServer {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaCluster.class);
    private static final Duration START_LIMIT = Duration.ofSeconds(180);
    private static final Duration CALL_LIMIT = Duration.ofSeconds(60);
    private static final int PORTS_TRIED = 20;

    private final String name;
    private final Uuid clusterId = Uuid.randomUuid();
    private final Map<String, String> options;
    private final List<String> jvmOptions;
    private final List<KafkaNode> nodes = new ArrayList<>();
    private Admin admin;
    private boolean closed;

    private KafkaCluster(int nodes, Map<String, String> overrides, List<String> jvmOptions) {
        this.jvmOptions = List.copyOf(jvmOptions);
        this.name = RunDirectory.ofThisJvm().nextName("kafka");
        this.options = new TreeMap<>(defaults(nodes));
        this.options.putAll(overrides);
    }

    private static Map<String, String> defaults(int nodes) {
        String replicas = Integer.toString(Math.min(3, nodes));
        String inSync = nodes < 3 ? "1" : "2";
        Map<String, String> options = new HashMap<>();
        options.put("auto.create.topics.enable", "false");
        options.put("default.replication.factor", replicas);
        options.put("min.insync.replicas", inSync);
        // Partitions of the inner topics cost time at the start and at each failover, and nobody here has many groups.
        for (String topic : List.of("offsets.topic", "transaction.state.log", "share.coordinator.state.topic")) {
            options.put(topic + ".replication.factor", replicas);
            options.put(topic + ".num.partitions", "4");
        }
        options.put("transaction.state.log.min.isr", inSync);
        options.put("share.coordinator.state.topic.min.isr", inSync);
        options.put("group.initial.rebalance.delay.ms", "0");
        // A killed node is given up a little sooner than by default (9 s).
        options.put("broker.session.timeout.ms", "6000");
        options.put("broker.heartbeat.interval.ms", "1000");
        options.put("num.network.threads", "2");
        options.put("num.io.threads", "4");
        options.put("log.cleaner.dedupe.buffer.size", Integer.toString(4 << 20));
        options.put("log.index.size.max.bytes", Integer.toString(1 << 20));
        return options;
    }

    public static Builder builder() {
        return new Builder();
    }

    private synchronized void startOnAnyPorts(int count) {
        ServerClassPath classPath = ServerClassPath.of("kafka");
        for (int attempt = 0; attempt < PORTS_TRIED; attempt++) {
            for (int id = 0; id < count; id++) {
                String suffix = attempt == 0 ? "" : "-try-" + attempt;
                nodes.add(new KafkaNode(id, name + "-node-" + id + suffix, classPath));
            }
            admin = Admin.create(Map.of(
                    AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
                    bootstrapServers(),
                    AdminClientConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG,
                    500));
            if (launchAll()) {
                return;
            }
            admin.close(Duration.ZERO);
            nodes.forEach(KafkaNode::close);
            nodes.clear();
        }
        throw new ServerFailedException(
                name + " found each of " + PORTS_TRIED + " sets of ports taken that were free a moment before");
    }

    /** Returns false when a port was taken. */
    private boolean launchAll() {
        nodes.forEach(this::launch);
        Set<Integer> all = nodes.stream().map(KafkaNode::id).collect(Collectors.toSet());
        if (!awaitMembers(all)) {
            return false;
        }
        LOG.info("{} listens on {}, logs {}", name, bootstrapServers(), logFiles());
        return true;
    }

    private void launch(KafkaNode node) {
        String voters = nodes.stream().map(KafkaNode::voter).collect(Collectors.joining(","));
        node.launch(clusterId, voters, options, jvmOptions);
    }

    /** Waits until the cluster, and no other that may have come to sit on a port, counts these nodes in. */
    private boolean awaitMembers(Set<Integer> expected) {
        long deadline = System.nanoTime() + START_LIMIT.toNanos();
        String last = "no answer";
        while (System.nanoTime() < deadline) {
            for (KafkaNode node : nodes) {
                if (expected.contains(node.id()) && !node.isRunning()) {
                    if (node.foundPortTaken()) {
                        return false;
                    }
                    throw node.log().failure(node + " ended while it started");
                }
            }
            if (!nodes.stream().allMatch(node -> !expected.contains(node.id()) || node.accepts())) {
                SupervisedProcess.sleep(50);
                continue;
            }
            try {
                DescribeClusterResult cluster = admin.describeCluster();
                Set<Integer> members = cluster.nodes().get(5, TimeUnit.SECONDS).stream()
                        .map(Node::id)
                        .collect(Collectors.toSet());
                if (members.containsAll(expected)
                        && cluster.clusterId().get(5, TimeUnit.SECONDS).equals(clusterId.toString())) {
                    return true;
                }
                last = "members are " + members;
            } catch (ExecutionException | TimeoutException e) {
                last = String.valueOf(e.getMessage());
            } catch (InterruptedException e) {
                throw SupervisedProcess.interrupted(e);
            }
            SupervisedProcess.sleep(50);
        }
        throw nodes.get(0)
                .log()
                .failure(this + " does not count " + expected + " in after " + START_LIMIT.toSeconds() + " s: " + last);
    }

    @Override
    public String name() {
        return name;
    }

    /** What {@code bootstrap.servers} takes: every node, also those that are down. */
    public String bootstrapServers() {
        return nodes.stream().map(KafkaNode::address).collect(Collectors.joining(","));
    }

    /** How many nodes it was built with. */
    public int nodes() {
        return nodes.size();
    }

    /** A client of the cluster, closed with it; do not close it. */
    public Admin admin() {
        return admin;
    }

    /** Creates a topic with as many replicas as there are nodes; returns when every replica is in sync. */
    public void createTopic(String topic, int partitions) {
        createTopic(topic, partitions, Map.of());
    }

    /** Creates a topic with these topic configs; returns when every replica is in sync. */
    public void createTopic(String topic, int partitions, Map<String, String> configs) {
        short replicas = (short) Math.min(3, nodes.size());
        NewTopic description = new NewTopic(topic, partitions, replicas).configs(configs);
        call("create topic " + topic, admin.createTopics(List.of(description)).all());
        await("topic " + topic + " has all its replicas in sync", () -> isInSync(topic, partitions, replicas));
    }

    private boolean isInSync(String topic, int partitions, int replicas) {
        try {
            var described = admin.describeTopics(List.of(topic)).allTopicNames().get(5, TimeUnit.SECONDS);
            var found = described.get(topic).partitions();
            return found.size() == partitions
                    && found.stream()
                            .allMatch(partition -> partition.leader() != null
                                    && partition.isr().size() == replicas);
        } catch (ExecutionException | TimeoutException e) {
            // A broker that has not heard of the topic yet.
            return false;
        } catch (InterruptedException e) {
            throw SupervisedProcess.interrupted(e);
        }
    }

    /** A topic's name that is in no use: the prefix, a dash and a random end. */
    public String uniqueTopic(String prefix) {
        return prefix + "-" + Long.toString(ThreadLocalRandom.current().nextLong(1L << 40), 36);
    }

    /**
     * What a reader with {@code isolation.level=read_committed} sees of a topic now, ordered by partition and offset:
     * everything below the last stable offset that belongs to no aborted transaction.
     */
    public List<ConsumerRecord<byte[], byte[]>> readCommitted(String topic) {
        return TopicReader.read(this, topic, "read_committed");
    }

    /** As {@link #readCommitted} with {@code read_uncommitted}: open and aborted transactions too. */
    public List<ConsumerRecord<byte[], byte[]>> readUncommitted(String topic) {
        return TopicReader.read(this, topic, "read_uncommitted");
    }

    /** The process id of a running node, counted from 0. */
    public long pid(int node) {
        return nodes.get(node).running().pid();
    }

    public boolean isRunning(int node) {
        return nodes.get(node).isRunning();
    }

    /** SIGKILL; returns when the node is dead. */
    public synchronized void kill9(int node) {
        nodes.get(node).kill9();
        LOG.info("{} is killed", nodes.get(node));
    }

    /** Stops a node in order. */
    public synchronized void stop(int node) {
        nodes.get(node).stop();
        LOG.info("{} is stopped", nodes.get(node));
    }

    /** Starts a stopped or killed node on its data and ports; returns when the cluster counts it in. */
    public synchronized void start(int node) {
        requireOpen();
        KafkaNode starting = nodes.get(node);
        if (starting.isRunning()) {
            throw new IllegalStateException(starting + " runs already");
        }
        launch(starting);
        if (!awaitMembers(Set.of(node))) {
            throw starting.log().failure(starting + " cannot come back, another process has taken a port of its");
        }
        LOG.info("{} is back", starting);
    }

    /** SIGSTOP: connections stay open and nothing is answered, until {@link #resume}. */
    public void pause(int node) {
        nodes.get(node).running().pause();
    }

    /** SIGCONT. */
    public void resume(int node) {
        nodes.get(node).running().resume();
    }

    /** Stops every node, changes these broker options, starts them again. */
    public synchronized void restartWith(Map<String, String> changes) {
        requireOpen();
        nodes.forEach(KafkaNode::stop);
        options.putAll(changes);
        if (!launchAll()) {
            throw new ServerFailedException(this + " cannot come back, another process has taken a port of its");
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException(name + " is closed");
        }
    }

    private <T> T call(String what, KafkaFuture<T> future) {
        try {
            return future.get(CALL_LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new ServerFailedException(
                    this + " could not " + what + ": " + e.getCause().getMessage(), e);
        } catch (TimeoutException e) {
            throw new ServerFailedException(this + " did not " + what + " in " + CALL_LIMIT.toSeconds() + " s", e);
        } catch (InterruptedException e) {
            throw SupervisedProcess.interrupted(e);
        }
    }

    private void await(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + CALL_LIMIT.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new ServerFailedException(
                        this + ": after " + CALL_LIMIT.toSeconds() + " s it is not so that " + what);
            }
            SupervisedProcess.sleep(20);
        }
    }

    @Override
    public List<Path> logFiles() {
        return nodes.stream().map(node -> node.log().file()).toList();
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            if (admin != null) {
                admin.close(Duration.ZERO);
            }
            nodes.forEach(KafkaNode::close);
        }
    }

    /** Name, addresses and logs. */
    @Override
    public String toString() {
        return name + " (" + bootstrapServers() + ", logs " + logFiles() + ")";
    }

    /** Says what the cluster is like before it starts. */
    public static final class Builder {
        private int nodes = 1;
        private final Map<String, String> options = new HashMap<>();
        private final List<String> jvmOptions = new ArrayList<>();

        private Builder() {}

        /** One (the default) or three, in general an odd number. */
        public Builder nodes(int count) {
            if (count < 1) {
                throw new IllegalArgumentException("a cluster of " + count + " nodes is none");
            }
            nodes = count;
            return this;
        }

        /** A broker option, such as {@code message.max.bytes}, for every node; overrides the default. */
        public Builder option(String name, String value) {
            options.put(requireNonNull(name, "name is null"), requireNonNull(value, "value is null"));
            return this;
        }

        /**
         * Options for the JVM of each node, after the defaults. Those are for a quick start and little memory: {@code
         * -Xmx384m}, the serial collector and the first compiler alone; to measure, say {@code
         * -XX:TieredStopAtLevel=4}.
         */
        public Builder jvmOptions(String... values) {
            jvmOptions.addAll(List.of(values));
            return this;
        }

        /** Starts every node; returns when all of them are members. */
        public KafkaCluster start() {
            KafkaCluster cluster = new KafkaCluster(nodes, options, jvmOptions);
            try {
                cluster.startOnAnyPorts(nodes);
                return cluster;
            } catch (RuntimeException e) {
                cluster.close();
                throw e;
            }
        }
    }
}
