package io.dbus.embedded;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Kafka brokers in KRaft mode, each broker and controller in one and in a JVM of its own.
 *
 * <p>Transactions are on. Topics are not created by themselves: {@code auto.create.topics.enable} is false unless an
 * option says otherwise.
 */
public final class KafkaCluster implements EmbeddedServer {
    private KafkaCluster() {}

    public static Builder builder() {
        return new Builder();
    }

    @Override
    public String name() {
        throw new UnsupportedOperationException();
    }

    /** What {@code bootstrap.servers} takes: every node, also those that are down. */
    public String bootstrapServers() {
        throw new UnsupportedOperationException();
    }

    /** How many nodes it was built with. */
    public int nodes() {
        throw new UnsupportedOperationException();
    }

    /** The client of the cluster, closed with it; do not close it. */
    public Admin admin() {
        throw new UnsupportedOperationException();
    }

    /** Creates a topic with as many replicas as there are nodes; returns when every partition has a leader. */
    public void createTopic(String topic, int partitions) {
        createTopic(topic, partitions, Map.of());
    }

    /** Creates a topic with these topic configs; returns when every partition has a leader. */
    public void createTopic(String topic, int partitions, Map<String, String> configs) {
        throw new UnsupportedOperationException();
    }

    /** A topic's name that is in no use: the prefix, a dash and a random end. */
    public String uniqueTopic(String prefix) {
        throw new UnsupportedOperationException();
    }

    /**
     * What a reader with {@code isolation.level=read_committed} sees of a topic now, ordered by partition and offset:
     * everything below the last stable offset that belongs to no aborted transaction.
     */
    public List<ConsumerRecord<byte[], byte[]>> readCommitted(String topic) {
        throw new UnsupportedOperationException();
    }

    /** As {@link #readCommitted} with {@code read_uncommitted}: open and aborted transactions too. */
    public List<ConsumerRecord<byte[], byte[]>> readUncommitted(String topic) {
        throw new UnsupportedOperationException();
    }

    /** The process id of a running node, counted from 0. */
    public long pid(int node) {
        throw new UnsupportedOperationException();
    }

    public boolean isRunning(int node) {
        throw new UnsupportedOperationException();
    }

    /** SIGKILL; returns when the node is dead. */
    public void kill9(int node) {
        throw new UnsupportedOperationException();
    }

    /** Stops a node in order. */
    public void stop(int node) {
        throw new UnsupportedOperationException();
    }

    /** Starts a stopped or killed node on its data and ports; returns when the cluster counts it in. */
    public void start(int node) {
        throw new UnsupportedOperationException();
    }

    /** SIGSTOP: connections stay open and nothing is answered, until {@link #resume}. */
    public void pause(int node) {
        throw new UnsupportedOperationException();
    }

    /** SIGCONT. */
    public void resume(int node) {
        throw new UnsupportedOperationException();
    }

    /** Stops every node, changes these broker options, starts them again. */
    public void restartWith(Map<String, String> options) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<Path> logFiles() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
        throw new UnsupportedOperationException();
    }

    /** Says what the cluster is like before it starts. */
    public static final class Builder {
        private Builder() {}

        /** One (the default) or three, in general an odd number. */
        public Builder nodes(int count) {
            throw new UnsupportedOperationException();
        }

        /** A broker option, such as {@code message.max.bytes}, for every node; overrides the default. */
        public Builder option(String name, String value) {
            throw new UnsupportedOperationException();
        }

        /** Starts every node; returns when all of them are members and can create topics. */
        public KafkaCluster start() {
            throw new UnsupportedOperationException();
        }
    }
}
