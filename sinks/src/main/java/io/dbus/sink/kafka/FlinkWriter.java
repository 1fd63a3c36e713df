package io.dbus.sink.kafka;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.Properties;
import org.apache.flink.api.common.serialization.SerializationSchema;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaCommittable;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.sink.KafkaWriterState;
import org.apache.flink.connector.kafka.sink.TwoPhaseCommittingStatefulSink.PrecommittingStatefulSinkWriter;
import org.apache.flink.connector.kafka.sink.internal.TransactionAbortStrategyImpl;
import org.apache.flink.connector.kafka.sink.internal.TransactionNamingStrategyImpl;
import org.apache.flink.util.ExceptionUtils;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Flink's exactly-once writer with an admin client of ours. Left to itself it opens one at its start, to find transactions that were left open, and never
 * closes it, not even where that start fails or the task is cancelled in it, as whenever the leader changes (flink-connector-kafka 5.0.0,
 * ExactlyOnceKafkaWriter). The client's thread would live on, and with it all classes of the job: after some such starts a TaskManager
 * would end for want of metaspace.
 */
final class FlinkWriter {
    private static final String TYPE = "org.apache.flink.connector.kafka.sink.ExactlyOnceKafkaWriter";

    private FlinkWriter() {}

    /**
     * Does what the sink's {@code restoreWriter} does for transactions out of a pool.
     *
     * @param admin is used at the start alone, and closed by the caller, whether there is a writer or not
     * @throws IllegalStateException when flink-connector-kafka is of another version, whose writer is made otherwise
     */
    @SuppressWarnings("unchecked")
    static PrecommittingStatefulSinkWriter<ProducerRecord<byte[], byte[]>, KafkaWriterState, KafkaCommittable>
            exactlyOnce(
                    KafkaSink<ProducerRecord<byte[], byte[]>> sink,
                    SinkSettings settings,
                    WriterInitContext context,
                    Collection<KafkaWriterState> state,
                    LazyAdmin admin)
                    throws IOException {
        try {
            Class<?> type = Class.forName(TYPE, true, FlinkWriter.class.getClassLoader());
            Constructor<?> constructor = type.getDeclaredConstructor(
                    DeliveryGuarantee.class,
                    Properties.class,
                    String.class,
                    WriterInitContext.class,
                    KafkaRecordSerializationSchema.class,
                    SerializationSchema.InitializationContext.class,
                    TransactionAbortStrategyImpl.class,
                    TransactionNamingStrategyImpl.class,
                    Collection.class);
            constructor.setAccessible(true);
            Field client = type.getDeclaredField("adminClient");
            client.setAccessible(true);
            Method initialize = type.getDeclaredMethod("initialize");
            initialize.setAccessible(true);
            Method producer = KafkaSink.class.getDeclaredMethod("getKafkaProducerConfig");
            producer.setAccessible(true);

            Object writer = constructor.newInstance(
                    DeliveryGuarantee.EXACTLY_ONCE,
                    producer.invoke(sink),
                    settings.transactionalIdPrefix(),
                    context,
                    new RecordSchema(settings.topic()),
                    context.asSerializationSchemaInitializationContext(),
                    TransactionAbortStrategyImpl.LISTING,
                    TransactionNamingStrategyImpl.POOLING,
                    state);
            client.set(writer, admin.get());
            initialize.invoke(writer);
            return (PrecommittingStatefulSinkWriter<ProducerRecord<byte[], byte[]>, KafkaWriterState, KafkaCommittable>)
                    writer;
        } catch (InvocationTargetException e) {
            ExceptionUtils.rethrowIOException(e.getCause());
            throw new AssertionError("unreachable");
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(
                    TYPE + " is made otherwise: this is not the flink-connector-kafka that dbus was made for", e);
        }
    }
}
