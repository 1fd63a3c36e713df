package io.dbus.sink.deadletter;

import static java.util.Objects.requireNonNull;

import io.dbus.reject.RejectedEventException;
import io.dbus.reject.Rejection;
import io.dbus.reject.RejectsContext;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Optional;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.runtime.taskexecutor.GlobalAggregateManager;

/**
 * How many events may be rejected in a minute into one place of dead letters, by all instances of all components that have it: the JobMaster counts. Where there is none, the
 * instance counts for itself. A job that starts again counts on; a JobMaster that takes over from another begins at nothing.
 *
 * <p>An instance tells the JobMaster of each reject up to a limit of 2,000, above that of a thousandth of the limit at once. Not thread-safe.
 */
final class RejectLimit {
    private static final int REPORTS = 1_000;

    private final String component;
    private final String place;
    private final int perMinute;
    private final int batch;
    private final Optional<GlobalAggregateManager> jobMaster;
    private ArrayList<Long> own = new ArrayList<>();
    private long unreported;
    private Rejection last;

    /**
     * A limit for one instance.
     *
     * @param place the place of dead letters as the pipeline file has it: {@code dead-letters}, or that of a component
     */
    RejectLimit(RejectsContext context, String place, int perMinute) {
        this.component = context.component();
        this.jobMaster = context.jobMaster();
        this.place = requireNonNull(place, "place");
        this.perMinute = perMinute;
        this.batch = Math.max(1, perMinute / REPORTS);
    }

    /**
     * Counts a rejection.
     *
     * @throws RejectedEventException when it is one too many
     * @throws IOException when the JobMaster cannot be asked
     */
    void count(Rejection rejection) throws IOException {
        unreported++;
        last = rejection;
        if (unreported >= batch) {
            report();
        }
    }

    /** Tells the JobMaster of those that it has not been told of; throws as {@link #count}. */
    void report() throws IOException {
        if (unreported == 0) {
            return;
        }
        long inLastMinute = inLastMinute(unreported);
        unreported = 0;
        if (inLastMinute > perMinute) {
            throw new RejectedEventException(
                    last.describe(component) + " It is the last of " + inLastMinute
                            + " events rejected within a minute, and " + DeadLetterOptions.MAX_PER_MINUTE.key() + " of "
                            + place + " allows " + perMinute + ": put right what makes so many, or raise it.",
                    last.cause().orElse(null));
        }
    }

    private long inLastMinute(long more) throws IOException {
        LastMinute lastMinute = new LastMinute();
        if (jobMaster.isPresent()) {
            return jobMaster.get().updateGlobalAggregate("dbus rejects to " + place, more, lastMinute);
        }
        own = lastMinute.add(more, own);
        return lastMinute.getResult(own);
    }

    /**
     * Counts the events of the last sixty seconds, to a second, by the clock of where it runs. Its types are of the JDK: the JobMaster reads them without the
     * job's classes.
     */
    static final class LastMinute implements AggregateFunction<Long, ArrayList<Long>, Long> {
        private static final long serialVersionUID = 1L;
        private static final long NANOS = 1_000_000_000;
        private static final int SECONDS = 60;

        /** Second, count, second, count, ... in the order of time. */
        @Override
        public ArrayList<Long> createAccumulator() {
            return new ArrayList<>();
        }

        @Override
        public ArrayList<Long> add(Long count, ArrayList<Long> counts) {
            return add(count, counts, Math.floorDiv(System.nanoTime(), NANOS));
        }

        static ArrayList<Long> add(long count, ArrayList<Long> counts, long second) {
            while (!counts.isEmpty() && counts.get(0) <= second - SECONDS) {
                counts.subList(0, 2).clear();
            }
            int size = counts.size();
            if (size > 0 && counts.get(size - 2) == second) {
                counts.set(size - 1, counts.get(size - 1) + count);
            } else {
                counts.add(second);
                counts.add(count);
            }
            return counts;
        }

        @Override
        public Long getResult(ArrayList<Long> counts) {
            long sum = 0;
            for (int i = 1; i < counts.size(); i += 2) {
                sum += counts.get(i);
            }
            return sum;
        }

        @Override
        public ArrayList<Long> merge(ArrayList<Long> a, ArrayList<Long> b) {
            throw new UnsupportedOperationException("One JobMaster counts");
        }
    }
}
