package io.dbus.source.mock;

import static java.util.Objects.requireNonNull;

import io.dbus.event.Event;
import io.dbus.event.EventTypeInfo;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * Row changes that are made up (FLIP-27). The rows are divided into a fixed number of splits, and each split's events follow from the seed, so that the same settings
 * give the same events at any parallelism and over restarts, each once under exactly-once checkpoints.
 *
 * <p>Flink's own {@code DataGeneratorSource} does not serve: it cuts its numbers by the parallelism of the first start, so that which reader a row's changes
 * come from changes with it, and its rate limiter takes a step of its own for every record.
 */
final class MockSource implements Source<Event, MockSplit, MockEnumeratorState>, ResultTypeQueryable<Event> {
    private static final long serialVersionUID = 1L;

    private final MockSettings settings;

    MockSource(MockSettings settings) {
        this.settings = requireNonNull(settings, "settings");
    }

    @Override
    public Boundedness getBoundedness() {
        return settings.isBounded() ? Boundedness.BOUNDED : Boundedness.CONTINUOUS_UNBOUNDED;
    }

    @Override
    public SourceReader<Event, MockSplit> createReader(SourceReaderContext context) {
        return new MockSourceReader(settings, context);
    }

    @Override
    public SplitEnumerator<MockSplit, MockEnumeratorState> createEnumerator(SplitEnumeratorContext<MockSplit> context) {
        List<MockSplit> all = IntStream.range(0, settings.splits())
                .mapToObj(number -> new MockSplit(number, settings.splits(), 0))
                .toList();
        return restoreEnumerator(context, new MockEnumeratorState(all));
    }

    @Override
    public SplitEnumerator<MockSplit, MockEnumeratorState> restoreEnumerator(
            SplitEnumeratorContext<MockSplit> context, MockEnumeratorState state) {
        return new MockEnumerator(context, state, settings.isBounded());
    }

    @Override
    public SimpleVersionedSerializer<MockSplit> getSplitSerializer() {
        return new MockSplitSerializer();
    }

    @Override
    public SimpleVersionedSerializer<MockEnumeratorState> getEnumeratorCheckpointSerializer() {
        return new MockEnumeratorStateSerializer();
    }

    @Override
    public TypeInformation<Event> getProducedType() {
        return EventTypeInfo.INSTANCE;
    }
}
