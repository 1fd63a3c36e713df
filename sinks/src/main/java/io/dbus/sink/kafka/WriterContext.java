package io.dbus.sink.kafka;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.flink.api.common.JobInfo;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.api.common.operators.ProcessingTimeService;
import org.apache.flink.api.common.serialization.SerializationSchema;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.metrics.groups.SinkWriterMetricGroup;
import org.apache.flink.util.UserCodeClassLoader;
import org.apache.flink.util.function.ThrowingRunnable;
import org.apache.kafka.clients.producer.RecordMetadata;

/** The context of Flink's Kafka writer, through which ours hears of acknowledgements and explains failures. */
final class WriterContext implements WriterInitContext {
    private final WriterInitContext context;
    private final Consumer<RecordMetadata> acknowledged;
    private final Function<Exception, Optional<? extends Exception>> explain;

    WriterContext(
            WriterInitContext context,
            Consumer<RecordMetadata> acknowledged,
            Function<Exception, Optional<? extends Exception>> explain) {
        this.context = context;
        this.acknowledged = acknowledged;
        this.explain = explain;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <M> Optional<Consumer<M>> metadataConsumer() {
        Optional<Consumer<RecordMetadata>> outer = context.metadataConsumer();
        Consumer<RecordMetadata> all = outer.map(acknowledged::andThen).orElse(acknowledged);
        return Optional.of((Consumer<M>) all);
    }

    /** Flink's writer throws failures of requests in a mail of its own, past its callers. */
    @Override
    public MailboxExecutor getMailboxExecutor() {
        MailboxExecutor mailbox = context.getMailboxExecutor();
        return new MailboxExecutor() {
            @Override
            public void execute(
                    MailOptions options,
                    ThrowingRunnable<? extends Exception> command,
                    String description,
                    Object... arguments) {
                ThrowingRunnable<Exception> explaining = () -> {
                    try {
                        command.run();
                    } catch (Exception e) {
                        Optional<? extends Exception> explained = explain.apply(e);
                        throw explained.isPresent() ? explained.get() : e;
                    }
                };
                mailbox.execute(options, explaining, description, arguments);
            }

            @Override
            public void yield() throws InterruptedException {
                mailbox.yield();
            }

            @Override
            public boolean tryYield() {
                return mailbox.tryYield();
            }

            @Override
            public boolean shouldInterrupt() {
                return mailbox.shouldInterrupt();
            }
        };
    }

    @Override
    public UserCodeClassLoader getUserCodeClassLoader() {
        return context.getUserCodeClassLoader();
    }

    @Override
    public ProcessingTimeService getProcessingTimeService() {
        return context.getProcessingTimeService();
    }

    @Override
    public SinkWriterMetricGroup metricGroup() {
        return context.metricGroup();
    }

    @Override
    public SerializationSchema.InitializationContext asSerializationSchemaInitializationContext() {
        return context.asSerializationSchemaInitializationContext();
    }

    @Override
    public boolean isObjectReuseEnabled() {
        return context.isObjectReuseEnabled();
    }

    @Override
    public <T> TypeSerializer<T> createInputSerializer() {
        return context.createInputSerializer();
    }

    @Override
    public OptionalLong getRestoredCheckpointId() {
        return context.getRestoredCheckpointId();
    }

    @Override
    public JobInfo getJobInfo() {
        return context.getJobInfo();
    }

    @Override
    public TaskInfo getTaskInfo() {
        return context.getTaskInfo();
    }
}
