package io.dbus.source.split;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;

/**
 * Gives a set of splits, which is known from the start, to the readers, so that none has two more than another. Used by an enumerator, in its thread.
 *
 * @param <S> the splits
 */
public final class SplitAssignment<S extends SourceSplit> {
    private final SplitEnumeratorContext<S> context;
    private final boolean ends;
    private final List<S> waiting;
    private final Map<Integer, Integer> load = new HashMap<>();

    /**
     * An assignment.
     *
     * @param waiting the splits that no reader has
     * @param ends whether splits have an end, so that readers are told that there will be no others
     */
    public SplitAssignment(SplitEnumeratorContext<S> context, List<S> waiting, boolean ends) {
        this.context = requireNonNull(context, "context");
        this.waiting = new ArrayList<>(waiting);
        this.ends = ends;
    }

    /** A reader is there, for the first time or again. */
    public void addReader(int reader) {
        load.remove(reader);
        if (waiting.isEmpty()) {
            tellEnd(reader);
        }
        assign();
    }

    /** Takes splits back from a reader that failed. */
    public void addBack(List<S> splits, int reader) {
        load.remove(reader);
        waiting.addAll(splits);
        assign();
    }

    /** The splits that no reader has. */
    public List<S> waiting() {
        return List.copyOf(waiting);
    }

    private void assign() {
        Set<Integer> readers = context.registeredReaders().keySet();
        if (readers.size() < context.currentParallelism() || waiting.isEmpty()) {
            // All are to get their share.
            return;
        }
        for (S split : waiting) {
            int reader = readers.stream()
                    .min(Comparator.<Integer>comparingInt(r -> load.getOrDefault(r, 0))
                            .thenComparing(Comparator.naturalOrder()))
                    .orElseThrow();
            load.merge(reader, 1, Integer::sum);
            context.assignSplit(split, reader);
        }
        waiting.clear();
        readers.forEach(this::tellEnd);
    }

    private void tellEnd(int reader) {
        if (ends && context.registeredReaders().containsKey(reader)) {
            context.signalNoMoreSplits(reader);
        }
    }
}
