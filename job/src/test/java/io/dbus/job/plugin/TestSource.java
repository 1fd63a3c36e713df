package io.dbus.job.plugin;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.dbus.event.Event;
import io.dbus.event.EventKey;
import io.dbus.event.Message;
import io.dbus.event.Origin;
import io.dbus.event.Transaction;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource.NumberSequenceSplit;
import org.apache.flink.api.connector.source.lib.util.IteratorSourceReaderBase;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.util.NumberSequenceIterator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Messages whose values are the numbers from 0; their keys are the numbers modulo 10. */
final class TestSource implements Source<Event, NumberSequenceSplit, Collection<NumberSequenceSplit>> {
    private static final long serialVersionUID = 1L;
    private static final Logger LOG = LoggerFactory.getLogger(TestSource.class);

    private final String name;
    private final boolean bounded;
    private final String password;
    private final NumberSequenceSource numbers;

    /** With a negative count: without end, about a thousand a second. The password rides along as it would in a real source. */
    TestSource(String name, long count, String password) {
        this.name = name;
        this.bounded = count >= 0;
        this.password = password;
        this.numbers = new NumberSequenceSource(0, bounded ? count - 1 : Long.MAX_VALUE - 1);
    }

    @Override
    public Boundedness getBoundedness() {
        return bounded ? Boundedness.BOUNDED : Boundedness.CONTINUOUS_UNBOUNDED;
    }

    @Override
    public SourceReader<Event, NumberSequenceSplit> createReader(SourceReaderContext context) {
        // As a careless plugin would.
        LOG.warn("connects with password {}", password);
        if (password.startsWith("wrong")) {
            throw new IllegalStateException("The server refuses the password " + password);
        }
        return new IteratorSourceReaderBase<Long, Event, NumberSequenceIterator, NumberSequenceSplit>(context) {
            @Override
            protected Event convert(Long number) {
                if (!bounded) {
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
                }
                return message(name, number);
            }

            @Override
            public void close() {}
        };
    }

    private static Message message(String source, long number) {
        Transaction transaction = new Transaction(source, source, "", 0, "", "", 0, 0, -1, 0);
        EventKey.Builder key = new EventKey.Builder(source);
        key.int64(number % 10);
        return new Message(
                null,
                Long.toString(number).getBytes(UTF_8),
                List.of(),
                -1,
                new Origin(transaction, number, 0, 0, number, 0, true, ""),
                key.build());
    }

    @Override
    public SplitEnumerator<NumberSequenceSplit, Collection<NumberSequenceSplit>> createEnumerator(
            SplitEnumeratorContext<NumberSequenceSplit> context) {
        return numbers.createEnumerator(context);
    }

    @Override
    public SplitEnumerator<NumberSequenceSplit, Collection<NumberSequenceSplit>> restoreEnumerator(
            SplitEnumeratorContext<NumberSequenceSplit> context, Collection<NumberSequenceSplit> checkpoint) {
        return numbers.restoreEnumerator(context, checkpoint);
    }

    @Override
    public SimpleVersionedSerializer<NumberSequenceSplit> getSplitSerializer() {
        return numbers.getSplitSerializer();
    }

    @Override
    public SimpleVersionedSerializer<Collection<NumberSequenceSplit>> getEnumeratorCheckpointSerializer() {
        return numbers.getEnumeratorCheckpointSerializer();
    }
}
