package io.dbus.sink.kafka;

import java.lang.reflect.Field;
import java.time.Duration;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.kafka.clients.admin.Admin;

/**
 * The admin client of Flink's exactly-once writer, which opens it at its start to find transactions that were left open, and does not close it
 * (flink-connector-kafka 5.0.0). The client's thread would live on, and with it all classes of the job: after some restarts from savepoints or
 * changes of the leader, a TaskManager would end for want of metaspace.
 */
final class WriterAdmin implements AutoCloseable {
    private static final String EXACTLY_ONCE = "ExactlyOnceKafkaWriter";
    private static final String FIELD = "adminClient";

    private final SinkWriter<?> writer;

    /** That of a writer of any guarantee; only the exactly-once one has any. */
    WriterAdmin(SinkWriter<?> writer) {
        this.writer = writer;
    }

    /**
     * Closes it, where it was opened.
     *
     * @throws IllegalStateException when the writer is of another version, which keeps its client elsewhere or closes it itself
     */
    @Override
    public void close() {
        if (!writer.getClass().getSimpleName().equals(EXACTLY_ONCE)) {
            return;
        }
        try {
            Field field = writer.getClass().getDeclaredField(FIELD);
            field.setAccessible(true);
            if (field.get(writer) instanceof Admin admin) {
                admin.close(Duration.ZERO);
            }
        } catch (NoSuchFieldException | IllegalAccessException e) {
            throw new IllegalStateException(
                    writer.getClass().getName() + " has no field " + FIELD
                            + " any more: this is not the flink-connector-kafka that dbus was made for",
                    e);
        }
    }
}
