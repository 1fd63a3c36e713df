package io.dbus.sink.kafka;

import io.dbus.metrics.ComponentMetrics;
import io.dbus.reject.Rejects;
import io.dbus.reject.RejectsContext;
import io.dbus.sink.template.NameClaims;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.runtime.metrics.DescriptiveStatisticsHistogram;
import org.apache.flink.util.ExceptionUtils;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.RecordTooLargeException;

/** What a writer works with, made before Flink's writer, which reports to it. */
final class WriterServices implements AutoCloseable {
    private static final int LATENCY_WINDOW = 10_000;

    private final String component;
    private final LazyAdmin admin;
    private final Topics topics;
    private final NameClaims claims;
    private final CommitMarks marks;
    private final ComponentMetrics metrics;
    private final Rejects rejects;
    private final AckLatency latency;

    WriterServices(SinkSettings settings, WriterInitContext context) throws IOException {
        this.component = settings.component();
        this.admin = new LazyAdmin(settings.producer());
        this.topics = new Topics(admin, settings.topicCreation(), "Sink " + component);
        this.claims = NameClaims.among(context, component, "topic");
        this.marks = new CommitMarks(admin);
        this.metrics = ComponentMetrics.of(context.metricGroup(), component);
        this.rejects = settings.rejects().open(RejectsContext.of(context, component, metrics));
        this.latency = new AckLatency(
                metrics.group().histogram("latencyMs", new DescriptiveStatisticsHistogram(LATENCY_WINDOW)));
    }

    /**
     * Waits until a broker answers. Flink's writer waits for one too, but does not say for what.
     *
     * @throws IOException when none answers in the time that Kafka's default.api.timeout.ms gives
     */
    void requireBrokers() throws IOException {
        try {
            admin.get().describeCluster().clusterId().get();
        } catch (ExecutionException e) {
            throw new IOException(
                    "Sink " + component + ": no broker answers: "
                            + e.getCause().getMessage()
                            + " Check that the brokers of properties.bootstrap.servers run and can be reached from the TaskManagers.",
                    e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("Sink " + component + ": interrupted while it waited for a broker", e);
        }
    }

    /** For the one thread that uses the writer. */
    LazyAdmin admin() {
        return admin;
    }

    Topics topics() {
        return topics;
    }

    NameClaims claims() {
        return claims;
    }

    CommitMarks marks() {
        return marks;
    }

    ComponentMetrics metrics() {
        return metrics;
    }

    Rejects rejects() {
        return rejects;
    }

    AckLatency latency() {
        return latency;
    }

    /** The broker has answered for a record; called by the producer's thread. */
    void acknowledged(RecordMetadata metadata) {
        if (metadata != null) {
            latency.acknowledged(metadata, System.currentTimeMillis());
        }
    }

    /** What a failure of Flink's writer means, where we know more than it says. */
    Optional<TopicFailure> explain(Exception failure) {
        if (ExceptionUtils.findThrowable(failure, RecordTooLargeException.class).isEmpty()) {
            return Optional.empty();
        }
        StringBuilder largest = new StringBuilder();
        for (Topic topic : topics.all()) {
            if (topic.largestSize() > 0) {
                largest.append(largest.isEmpty() ? "" : "; ")
                        .append("to topic ")
                        .append(topic.name())
                        .append(" the ")
                        .append(topic.describeLargest());
            }
        }
        return Optional.of(new TopicFailure(
                "Sink " + component
                        + ": a broker refused a record as too large; the largest since the last checkpoint were: "
                        + largest
                        + ". Raise max.message.bytes of the topic, or leave the large column out. (Only a record that is known to be too "
                        + "large before it is sent can be set aside as a dead letter.)",
                failure));
    }

    @Override
    public void close() throws IOException {
        try (rejects) {
            admin.close();
        }
    }
}
