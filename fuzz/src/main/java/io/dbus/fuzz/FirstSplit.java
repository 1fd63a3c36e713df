package io.dbus.fuzz;

import io.dbus.event.Event;
import io.dbus.source.mysql.enumerator.ReaderPlace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.apache.flink.api.connector.source.ReaderInfo;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.connector.source.SplitsAssignment;
import org.apache.flink.metrics.groups.SplitEnumeratorMetricGroup;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;

/** What Flink tells an enumerator of one reader; keeps the splits that it assigns. */
final class FirstSplit<S extends SourceSplit> implements SplitEnumeratorContext<S> {
    private final SplitEnumeratorMetricGroup metrics = UnregisteredMetricsGroup.createSplitEnumeratorMetricGroup();
    private final BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
    private final List<S> assigned = new ArrayList<>();

    private FirstSplit() {}

    /** The split that a source's enumerator gives its first reader. */
    static <S extends SourceSplit, E> S of(Source<Event, S, E> source, Duration patience) throws Exception {
        FirstSplit<S> context = new FirstSplit<>();
        try (SplitEnumerator<S, E> enumerator = source.createEnumerator(context)) {
            enumerator.start();
            enumerator.addReader(0);
            // What a reader says when it starts, without which it is given nothing.
            enumerator.handleSourceEvent(0, new ReaderPlace(""));
            while (context.assigned.isEmpty()) {
                Runnable task = context.tasks.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
                if (task == null) {
                    throw new IllegalStateException(
                            "The source has not found its start in " + patience.toSeconds() + " s");
                }
                task.run();
            }
        }
        return context.assigned.get(0);
    }

    @Override
    public SplitEnumeratorMetricGroup metricGroup() {
        return metrics;
    }

    @Override
    public void sendEventToSourceReader(int reader, SourceEvent event) {
        throw new IllegalStateException("The source's readers take no events, but its enumerator sends " + event);
    }

    @Override
    public int currentParallelism() {
        return 1;
    }

    @Override
    public Map<Integer, ReaderInfo> registeredReaders() {
        return Map.of(0, new ReaderInfo(0, "localhost"));
    }

    @Override
    public void assignSplits(SplitsAssignment<S> assignment) {
        assignment.assignment().values().forEach(assigned::addAll);
    }

    @Override
    public void signalNoMoreSplits(int reader) {}

    @Override
    public <T> void callAsync(Callable<T> task, BiConsumer<T, Throwable> then) {
        throw new UnsupportedOperationException("The enumerator of this source has threads of its own");
    }

    @Override
    public <T> void callAsync(Callable<T> task, BiConsumer<T, Throwable> then, long delay, long period) {
        throw new UnsupportedOperationException("The enumerator of this source has threads of its own");
    }

    @Override
    public void runInCoordinatorThread(Runnable task) {
        tasks.add(task);
    }
}
