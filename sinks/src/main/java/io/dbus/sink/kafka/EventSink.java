package io.dbus.sink.kafka;

import io.dbus.event.Event;
import io.dbus.metrics.ComponentMetrics;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Properties;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.api.connector.sink2.CommitterInitContext;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SupportsCommitter;
import org.apache.flink.api.connector.sink2.SupportsWriterState;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaCommittable;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.sink.KafkaWriterState;
import org.apache.flink.connector.kafka.sink.TransactionNamingStrategy;
import org.apache.flink.connector.kafka.sink.TwoPhaseCommittingStatefulSink.PrecommittingStatefulSinkWriter;
import org.apache.flink.core.execution.CheckpointingMode;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessage;
import org.apache.flink.streaming.api.connector.sink2.SupportsPostCommitTopology;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.CheckpointConfig;
import org.apache.flink.streaming.api.lineage.LineageVertex;
import org.apache.flink.streaming.api.lineage.LineageVertexProvider;
import org.apache.flink.util.IOUtils;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Flink's Kafka sink between our writer and our committer. The state of the writer is Flink's own; that of the committer holds a mark
 * beside each of its transactions.
 */
final class EventSink
        implements Sink<Event>,
                SupportsWriterState<Event, KafkaWriterState>,
                SupportsCommitter<MarkedCommittable>,
                SupportsPostCommitTopology<MarkedCommittable>,
                LineageVertexProvider {
    private static final long serialVersionUID = 1L;
    private static final Logger LOG = LoggerFactory.getLogger(EventSink.class);

    private final SinkSettings settings;
    private final KafkaSink<ProducerRecord<byte[], byte[]>> sink;
    /** Commits what a state holds that was taken while the sink was exactly-once, also when it is no more. */
    private final KafkaSink<ProducerRecord<byte[], byte[]>> exactlyOnce;

    EventSink(SinkSettings settings) {
        this.settings = settings;
        this.sink = flinkSink(settings, settings.guarantee());
        this.exactlyOnce = flinkSink(settings, DeliveryGuarantee.EXACTLY_ONCE);
    }

    private static KafkaSink<ProducerRecord<byte[], byte[]>> flinkSink(
            SinkSettings settings, DeliveryGuarantee guarantee) {
        Properties producer = new Properties();
        producer.putAll(settings.producer());
        return KafkaSink.<ProducerRecord<byte[], byte[]>>builder()
                .setKafkaProducerConfig(producer)
                .setRecordSerializer(new RecordSchema(settings.topic()))
                .setDeliveryGuarantee(guarantee)
                .setTransactionalIdPrefix(settings.transactionalIdPrefix())
                .setTransactionNamingStrategy(TransactionNamingStrategy.POOLING)
                .build();
    }

    @Override
    public EventWriter createWriter(WriterInitContext context) throws IOException {
        return restoreWriter(context, List.of());
    }

    @Override
    public EventWriter restoreWriter(WriterInitContext context, Collection<KafkaWriterState> state) throws IOException {
        WriterServices services = new WriterServices(settings, context);
        try {
            PrecommittingStatefulSinkWriter<ProducerRecord<byte[], byte[]>, KafkaWriterState, KafkaCommittable> writer =
                    flinkWriter(new WriterContext(context, services::acknowledged, services::explain), state, services);
            return new EventWriter(
                    writer,
                    settings,
                    services,
                    context.getRestoredCheckpointId().orElse(-1));
        } catch (IOException | RuntimeException e) {
            IOUtils.closeQuietly(services);
            throw e;
        }
    }

    private PrecommittingStatefulSinkWriter<ProducerRecord<byte[], byte[]>, KafkaWriterState, KafkaCommittable>
            flinkWriter(WriterInitContext context, Collection<KafkaWriterState> state, WriterServices services)
                    throws IOException {
        if (!settings.exactlyOnce()) {
            return sink.restoreWriter(context, state);
        }
        services.requireBrokers();
        return FlinkWriter.exactlyOnce(sink, settings, context, state, services.admin());
    }

    @Override
    public Committer<MarkedCommittable> createCommitter(CommitterInitContext context) {
        LazyAdmin admin = new LazyAdmin(settings.producer());
        return new StrictCommitter(
                exactlyOnce.createCommitter(context),
                new CommitMarks(admin),
                settings.component(),
                settings.lostTransactions(),
                ComponentMetrics.of(context.metricGroup(), settings.component())
                        .group()
                        .counter("lostTransactions"),
                admin);
    }

    @Override
    public SimpleVersionedSerializer<KafkaWriterState> getWriterStateSerializer() {
        return sink.getWriterStateSerializer();
    }

    @Override
    public SimpleVersionedSerializer<MarkedCommittable> getCommittableSerializer() {
        return new MarkedCommittableSerializer(sink.getCommittableSerializer());
    }

    /** Flink's sink puts writer and committer on one machine here, which share the producers of its pool. */
    @Override
    @SuppressWarnings("unchecked")
    public void addPostCommitTopology(DataStream<CommittableMessage<MarkedCommittable>> committer) {
        requireCheckpoints(committer);
        sink.addPostCommitTopology((DataStream<CommittableMessage<KafkaCommittable>>) (DataStream<?>) committer);
    }

    @Override
    public LineageVertex getLineageVertex() {
        return sink.getLineageVertex();
    }

    private void requireCheckpoints(DataStream<?> stream) {
        if (!settings.exactlyOnce()
                || stream.getExecutionEnvironment().getConfiguration().get(ExecutionOptions.RUNTIME_MODE)
                        == RuntimeExecutionMode.BATCH) {
            return;
        }
        CheckpointConfig checkpoints = stream.getExecutionEnvironment().getCheckpointConfig();
        if (!checkpoints.isCheckpointingEnabled()) {
            throw new IllegalStateException("Sink " + settings.component()
                    + " is exactly-once, which commits with checkpoints, but there are none: set "
                    + "execution.checkpointing.interval, or " + KafkaSinkOptions.DELIVERY_GUARANTEE.key()
                    + " to at-least-once.");
        }
        if (checkpoints.getCheckpointingConsistencyMode() != CheckpointingMode.EXACTLY_ONCE) {
            throw new IllegalStateException(
                    "Sink " + settings.component() + " is exactly-once, but the job's checkpoints are not: "
                            + "take execution.checkpointing.mode out or set it to EXACTLY_ONCE, or set "
                            + KafkaSinkOptions.DELIVERY_GUARANTEE.key() + " to at-least-once.");
        }
        Duration interval = Duration.ofMillis(
                Math.max(checkpoints.getCheckpointInterval(), checkpoints.getMinPauseBetweenCheckpoints()));
        Duration timeout = Duration.ofMillis(
                ProducerSettings.parsed(settings.producer()).getInt(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG));
        Duration checkpoint = Duration.ofMillis(checkpoints.getCheckpointTimeout());
        if (timeout.compareTo(interval.multipliedBy(2)) < 0) {
            throw new IllegalStateException("Sink " + settings.component() + ": properties."
                    + ProducerConfig.TRANSACTION_TIMEOUT_CONFIG + " is " + timeout.toMillis()
                    + " ms, less than twice the checkpoint interval of " + interval.toMillis()
                    + " ms, so that Kafka would abort transactions before their checkpoint: raise it, and transaction.max.timeout.ms of "
                    + "the brokers where need be.");
        }
        if (timeout.compareTo(interval.plus(checkpoint)) < 0) {
            LOG.warn(
                    "Sink {}: transaction.timeout.ms is {} ms, less than checkpoint interval and timeout together "
                            + "({} ms): a checkpoint that takes long, or a job that is down for longer, loses the transaction and "
                            + "the job then fails",
                    settings.component(),
                    timeout.toMillis(),
                    interval.plus(checkpoint).toMillis());
        }
    }
}
