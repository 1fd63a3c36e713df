package io.dbus.sink.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import io.dbus.plugin.PluginContext;
import io.dbus.plugin.Problem;
import io.dbus.sink.template.NameTemplate;
import java.io.IOException;
import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Writes records into one topic, at least once and outside of any transaction: what a component writes beside its sink, such as dead letters. The topic is looked for,
 * or made as the sink makes its own, before the first record. Not thread-safe.
 */
public final class TopicProducer implements AutoCloseable {
    /** The one topic. */
    public static final ConfigOption<String> TOPIC = ConfigOptions.key("topic")
            .stringType()
            .noDefaultValue()
            .withDescription(
                    "The topic, one for all: it has no variables. Where it is not there it is created before the first record, unless"
                            + " topic.creation.enabled is false. DESCRIBE and WRITE on it are needed, CREATE to make it, READ to read it back.");

    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(10);

    private final Settings settings;
    private final LazyAdmin admin;
    private final Topics topics;
    private final AtomicReference<Exception> failure = new AtomicReference<>();
    private KafkaProducer<byte[], byte[]> producer;

    /**
     * What a producer is told.
     *
     * @param owner whose records they are, as messages begin: {@code Dead letters of topics}
     */
    public record Settings(String owner, String topic, TopicCreation creation, Properties producer)
            implements Serializable {
        private static final long serialVersionUID = 1L;

        public Settings {
            requireNonNull(owner, "owner");
            requireNonNull(topic, "topic");
            requireNonNull(creation, "creation");
            requireNonNull(producer, "producer");
        }

        /** The settings of a component whose options are valid: {@link #TOPIC} and those of {@link KafkaSinkOptions} about brokers and topics. */
        public static Settings of(PluginContext context) {
            return new Settings(
                    "Component " + context.component(),
                    context.options().get(TOPIC),
                    TopicCreation.of(context),
                    ProducerSettings.producer(context));
        }

        /** Without the producer's properties, which hold passwords. */
        @Override
        public String toString() {
            return "Settings[owner=" + owner + ", topic=" + topic + "]";
        }
    }

    public TopicProducer(Settings settings) {
        this.settings = requireNonNull(settings, "settings");
        this.admin = new LazyAdmin(settings.producer());
        this.topics = new Topics(admin, settings.creation(), settings.owner());
    }

    /** What is wrong with the options; opens no connection. */
    public static List<Problem> problems(PluginContext context) {
        List<Problem> problems = new ArrayList<>();
        context.options().getOptional(TOPIC).flatMap(TopicProducer::wrongName).ifPresent(problems::add);
        problems.addAll(TopicCreation.problems(context));
        problems.addAll(ProducerSettings.problems(context, DeliveryGuarantee.AT_LEAST_ONCE));
        return problems;
    }

    private static Optional<Problem> wrongName(String topic) {
        String cure = "Name one topic, of letters, digits, '.', '_' and '-'.";
        if (topic.isBlank()) {
            return Optional.of(Problem.ofOption(TOPIC.key(), "a topic cannot be without a name", cure));
        }
        if (topic.contains("${")) {
            return Optional.of(Problem.ofOption(
                    TOPIC.key(), "'" + topic + "' holds a variable, and all records go to one topic", cure));
        }
        return TopicNames.problem(NameTemplate.parse(topic)).map(what -> Problem.ofOption(TOPIC.key(), what, cure));
    }

    /** What would keep it from writing, found out from the brokers; writes nothing. */
    public static List<Problem> preflight(PluginContext context) {
        return new KafkaPreflight(Settings.of(context)).problems();
    }

    /** The size in bytes of the largest value that, with key and headers, the producer and the topic take. */
    public int largest() throws InterruptedException {
        int most = ProducerSettings.parsed(settings.producer()).getInt(ProducerConfig.MAX_REQUEST_SIZE_CONFIG);
        int ofTopic = topics.named(settings.topic()).maxMessageBytes().orElse(Integer.MAX_VALUE);
        return Math.min(most, ofTopic) - RecordSize.atMost(new byte[0], new byte[0], List.of());
    }

    /**
     * Hands a record over; it is stored when {@link #flush} has returned.
     *
     * @throws IOException when it cannot be handed over, or an earlier one could not be stored
     */
    public void send(byte[] key, byte[] value, Map<String, String> headers) throws IOException, InterruptedException {
        throwFailure();
        Topic topic = topics.named(settings.topic());
        List<Header> sent = new ArrayList<>(headers.size());
        headers.forEach((name, text) -> sent.add(new RecordHeader(name, text.getBytes(UTF_8))));
        try {
            producer().send(new ProducerRecord<>(topic.name(), null, null, key, value, sent), (metadata, failed) -> {
                if (failed != null) {
                    failure.compareAndSet(null, failed);
                }
            });
        } catch (InterruptException e) {
            throw interrupted(e);
        } catch (KafkaException e) {
            throw notStored(e);
        }
    }

    /**
     * Returns when all records are stored on as many brokers as {@code min.insync.replicas} says.
     *
     * @throws IOException when one cannot be, within the producer's {@code delivery.timeout.ms}
     */
    public void flush() throws IOException, InterruptedException {
        if (producer != null) {
            try {
                producer.flush();
            } catch (InterruptException e) {
                throw interrupted(e);
            }
        }
        throwFailure();
    }

    private KafkaProducer<byte[], byte[]> producer() {
        if (producer == null) {
            producer = new KafkaProducer<>(settings.producer(), new ByteArraySerializer(), new ByteArraySerializer());
        }
        return producer;
    }

    private void throwFailure() throws IOException {
        Exception failed = failure.get();
        if (failed != null) {
            throw notStored(failed);
        }
    }

    private IOException notStored(Exception e) {
        return new IOException(
                settings.owner() + ": records cannot be written to topic " + settings.topic() + ": " + e.getMessage()
                        + " See whether the brokers are up, and the ACLs (WRITE on the topic).",
                e);
    }

    /** Kafka's client has set the thread's flag again, beside throwing. */
    private static InterruptedException interrupted(InterruptException e) {
        Thread.interrupted();
        InterruptedException interrupted = new InterruptedException("The task was cancelled while it wrote to Kafka");
        interrupted.initCause(e);
        return interrupted;
    }

    /** Waits up to 10 seconds for what is on its way. */
    @Override
    public void close() throws IOException {
        try (admin) {
            if (producer != null) {
                producer.close(CLOSE_WITHIN);
                producer = null;
                throwFailure();
            }
        } catch (InterruptException e) {
            throw new IOException(settings.owner() + ": the task was cancelled while it closed its producer", e);
        }
    }
}
