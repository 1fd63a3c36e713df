package io.dbus.sink.kafka;

import io.dbus.event.Event;
import io.dbus.event.Message;
import io.dbus.event.RowChange;
import io.dbus.event.RowDecodeException;
import io.dbus.event.SchemaChange;
import io.dbus.event.Truncate;
import io.dbus.metrics.ComponentMetrics;
import io.dbus.metrics.DropReason;
import io.dbus.reject.RejectReason;
import io.dbus.reject.Rejects;
import io.dbus.sink.format.EncodeException;
import io.dbus.sink.format.EventEncoder;
import io.dbus.sink.format.RecordReceiver;
import io.dbus.sink.template.TemplateException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.api.connector.sink2.CommittingSinkWriter;
import org.apache.flink.api.connector.sink2.StatefulSinkWriter;
import org.apache.flink.connector.kafka.sink.KafkaCommittable;
import org.apache.flink.connector.kafka.sink.KafkaWriterState;
import org.apache.flink.connector.kafka.sink.TwoPhaseCommittingStatefulSink.PrecommittingStatefulSinkWriter;
import org.apache.flink.metrics.Counter;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes records of events and hands them to Flink's Kafka writer. An event of which no record can be made, or only one that is known to be too large,
 * goes to the rejects instead; they are at least once also where the sink is exactly-once, since they are no part of its transactions. What a broker refuses after it was
 * sent fails the job: Kafka has aborted the transaction of all records by then, and does not say which event it was.
 *
 * <p>Records of one key go to one partition in the order of their events:
 * by Kafka's own hash of the key, or, without a key, of the key of the exchange. A TRUNCATE has no key either: it stands in its place among the rows of a table
 * without key, and among those of other tables, which come by other lanes and in other partitions, it stands anywhere. Schema changes go to partition 0 of a topic of their own; those of one
 * server come by one lane, in their order.
 */
@SuppressWarnings("try") // close() may be interrupted, as Flink's own may
final class EventWriter
        implements StatefulSinkWriter<Event, KafkaWriterState>, CommittingSinkWriter<Event, MarkedCommittable> {
    private static final Logger LOG = LoggerFactory.getLogger(EventWriter.class);

    private final PrecommittingStatefulSinkWriter<ProducerRecord<byte[], byte[]>, KafkaWriterState, KafkaCommittable>
            writer;
    private final WriterServices services;
    private final String component;
    private final ComponentMetrics metrics;
    private final Counter bytesOut;
    private final EventEncoder encoder;
    private final TopicNames names;
    private final Topics topics;
    private final RecordLimits limits;
    private final SkippedOperations skipped;
    private final String schemaChangesTopic;
    private final Rejects rejects;
    private final Pending pending = new Pending();
    private final Map<String, Counter> recordsByTopic = new HashMap<>();
    private Topic lastTopic;
    private Counter lastRecords;
    private boolean schemaChangesClaimed;
    private long lastCheckpoint;

    EventWriter(
            PrecommittingStatefulSinkWriter<ProducerRecord<byte[], byte[]>, KafkaWriterState, KafkaCommittable> writer,
            SinkSettings settings,
            WriterServices services,
            long restoredCheckpoint) {
        this.writer = writer;
        this.services = services;
        this.component = settings.component();
        this.metrics = services.metrics();
        this.bytesOut = metrics.group().counter("bytesOut");
        this.encoder = settings.encoders().createLasting();
        this.names = new TopicNames(settings.topic(), services.claims());
        this.topics = services.topics();
        this.limits = RecordLimits.of(settings);
        this.skipped = settings.skipped();
        this.schemaChangesTopic = settings.schemaChangesTopic();
        this.rejects = services.rejects();
        this.lastCheckpoint = restoredCheckpoint;
    }

    @Override
    public void write(Event event, Context context) throws IOException, InterruptedException {
        Optional<DropReason> skip = skipped.reasonToSkip(event);
        if (skip.isPresent()) {
            metrics.dropped(skip.get());
            return;
        }
        try {
            make(event);
        } catch (EncodeException e) {
            rejects.reject(e.rejection(event));
            return;
        } catch (TemplateException e) {
            rejects.reject(e.rejection(event));
            return;
        }
        for (Outgoing record : pending.records) {
            send(event, record, context);
        }
    }

    /** Makes the records of an event, all of them before the first is sent: one that is rejected is not written by half. */
    private void make(Event event) throws IOException, InterruptedException {
        pending.begin();
        if (event instanceof SchemaChange change) {
            make(change);
            return;
        }
        String name = names.topic(event);
        encoder.topic(name);
        if (event instanceof RowChange row) {
            requireWholeKeyChange(row);
            encode(row);
        } else if (event instanceof Truncate truncate) {
            encoder.encode(truncate, pending);
        } else if (event instanceof Message message) {
            pending.record(message.recordKey().orElse(null), message.value().orElse(null), message.headers());
        }
        if (!pending.records.isEmpty()) {
            use(topics.named(name));
            requireSizes();
        }
    }

    private void make(SchemaChange change) throws IOException, InterruptedException {
        if (schemaChangesTopic.isEmpty()) {
            drop(change);
            return;
        }
        if (!schemaChangesClaimed) {
            names.claimForSchemaChanges(schemaChangesTopic);
            schemaChangesClaimed = true;
        }
        encoder.topic(schemaChangesTopic);
        encoder.encode(change, pending);
        if (pending.dropped) {
            drop(change);
        }
        if (!pending.records.isEmpty()) {
            use(topics.ofOnePartition(schemaChangesTopic));
            requireSizes();
        }
    }

    private void requireSizes() {
        for (Outgoing record : pending.records) {
            record.size = limits.require(lastTopic, record.key, record.value, record.headers);
        }
    }

    private void encode(RowChange row) {
        try {
            encoder.encode(row, pending);
        } catch (RowDecodeException e) {
            throw new EncodeException(
                    RejectReason.UNDECODABLE_VALUE,
                    "the row cannot be read: " + e.getMessage(),
                    "see what the server has there",
                    e);
        }
        if (pending.dropped) {
            metrics.dropped(DropReason.OPERATION);
        }
    }

    private static void requireWholeKeyChange(RowChange row) {
        if (row.newKey().isPresent()) {
            throw new EncodeException(
                    RejectReason.PARTIAL_KEY_CHANGE,
                    "the row's key changes to " + row.newKey().get()
                            + ", and its partial image does not hold the row that is to stand under the new key",
                    "put a complete operator before the sink, or SET GLOBAL binlog_row_image=FULL on the server");
        }
    }

    private void send(Event event, Outgoing record, Context context) throws IOException, InterruptedException {
        Topic topic = lastTopic;
        long timestamp = timestamp(event);
        Integer partition = partition(event, record, topic);
        topic.handedOver(event, record.key, record.size);
        ProducerRecord<byte[], byte[]> sent =
                new ProducerRecord<>(topic.name(), partition, timestamp, record.key, record.value, record.headers);
        try {
            writer.write(sent, context);
        } catch (IOException | RuntimeException e) {
            throwExplained(e);
            throw e;
        }
        bytesOut.inc(record.size);
        lastRecords.inc();
    }

    /** Null where Kafka takes that of the key. */
    private static Integer partition(Event event, Outgoing record, Topic topic) {
        if (event instanceof SchemaChange) {
            return 0;
        }
        return record.key == null ? (Integer) topic.partitionOf(event) : null;
    }

    /**
     * A message keeps its own. A row has the time it is handed over, as producers do it: with its commit time a row from an old binlog
     * would be over the topic's retention at once.
     */
    private long timestamp(Event event) {
        if (event instanceof Message message && message.timestampMillis() >= 0) {
            return message.timestampMillis();
        }
        long now = System.currentTimeMillis();
        services.latency().handedOver(now, event.origin().transaction().commitMicros() / 1000);
        return now;
    }

    private void throwExplained(Exception failure) {
        services.explain(failure).ifPresent(explained -> {
            throw explained;
        });
    }

    private void use(Topic topic) {
        if (lastTopic != topic) {
            lastTopic = topic;
            lastRecords = recordsByTopic.computeIfAbsent(
                    topic.name(),
                    name -> metrics.group().addGroup("topic", name).counter("records"));
        }
    }

    private void drop(Event event) {
        metrics.dropped(DropReason.SCHEMA_CHANGE);
        LOG.info(
                "Sink {}: a change of a table's definition is not written ({})",
                component,
                event.origin().describe());
    }

    @Override
    public void flush(boolean endOfInput) throws IOException, InterruptedException {
        // First, so that no transaction is ever committed that leaves out an event which is not among the rejects.
        rejects.flush();
        try {
            writer.flush(endOfInput);
        } catch (IOException | RuntimeException e) {
            throwExplained(e);
            throw e;
        }
        topics.all().forEach(Topic::flushed);
    }

    @Override
    public Collection<MarkedCommittable> prepareCommit() throws IOException, InterruptedException {
        List<MarkedCommittable> marked = new ArrayList<>(1);
        for (KafkaCommittable transaction : writer.prepareCommit()) {
            long now = System.currentTimeMillis() * 1000;
            marked.add(new MarkedCommittable(
                    transaction, services.marks().put(transaction, lastTopic.name(), now), lastCheckpoint));
        }
        return marked;
    }

    @Override
    public List<KafkaWriterState> snapshotState(long checkpointId) throws IOException {
        List<KafkaWriterState> state = writer.snapshotState(checkpointId);
        lastCheckpoint = checkpointId;
        return state;
    }

    @Override
    public void close() throws Exception {
        try (services) {
            writer.close();
        }
    }

    /** A record to be sent, and its size in bytes once that is known to be right. */
    private static final class Outgoing {
        private final byte[] key;
        private final byte[] value;
        private final List<Header> headers;
        private int size;

        Outgoing(byte[] key, byte[] value, List<Message.Header> headers) {
            this.key = key;
            this.value = value;
            this.headers = headers.isEmpty() ? List.of() : new ArrayList<>(headers.size());
            headers.forEach(header -> this.headers.add(new RecordHeader(header.name(), header.value())));
        }
    }

    /** The records of one event. */
    private static final class Pending implements RecordReceiver {
        private final List<Outgoing> records = new ArrayList<>();
        private boolean dropped;

        void begin() {
            records.clear();
            dropped = false;
        }

        @Override
        public void record(byte[] key, byte[] value, List<Message.Header> headers) {
            records.add(new Outgoing(key, value, headers));
        }

        @Override
        public void dropped() {
            dropped = true;
        }
    }
}
