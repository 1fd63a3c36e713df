package io.dbus.fuzz;

import static java.util.Objects.requireNonNull;

import io.dbus.event.Event;
import io.dbus.source.mysql.split.BinlogSplit;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * The source as Flink runs it, without Flink around it: its enumerator gives the split, its reader is polled by one thread, and its
 * state goes through its serializer. What comes out is checked for what holds of every stream: sequences that only grow, and after
 * a restart from an older state the same events once more. Not thread-safe.
 */
final class SourceRun {
    /** How long nothing may come while something must. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** So long without an event, a checkpoint is completed: the source may wait for one. */
    private static final long IDLE_MILLIS = 20;

    /** Events since the saved state that are kept to be compared. */
    private static final int MAX_SINCE = 5_000;

    private final Source<Event, BinlogSplit, ?> source;
    private final SimpleVersionedSerializer<BinlogSplit> serializer;
    private final Deque<Event> out = new ArrayDeque<>();
    private final List<String> since = new ArrayList<>();
    private final Deque<String> again = new ArrayDeque<>();
    private final Totals totals;
    private SourceReader<Event, BinlogSplit> reader;
    private byte[] saved;
    private long checkpoints;
    private long sequence;

    /** Takes in what comes out. */
    interface Taker {
        /**
         * An event that came for the first time.
         *
         * @return whether it was the one that is waited for
         */
        boolean take(Event event) throws Difference;
    }

    SourceRun(Source<Event, BinlogSplit, ?> source, Totals totals) throws Exception {
        this.source = requireNonNull(source, "source");
        this.totals = requireNonNull(totals, "totals");
        this.serializer = source.getSplitSerializer();
        begin(FirstSplit.of(source, PATIENCE));
        save();
    }

    /** Polls until the taker has what it waits for. */
    void await(Taker taker) throws Exception {
        long heard = System.nanoTime();
        while (true) {
            Optional<Event> event = poll();
            if (event.isPresent()) {
                heard = System.nanoTime();
                if (isNew(event.get()) && taker.take(event.get())) {
                    return;
                }
            } else if (System.nanoTime() - heard > PATIENCE.toNanos()) {
                throw new Difference(
                        "nothing came out for " + PATIENCE.toSeconds() + " s; the source stands at " + position());
            }
        }
    }

    /** Begins anew from where it is. */
    void restart() throws Exception {
        save();
        restartFromSaved();
        totals.count("restarts from the newest state");
    }

    /** Begins anew from the state of the last {@link #save}; what came since comes again and is compared. */
    void goBack() throws Exception {
        totals.add("events read again after a restart", since.size());
        restartFromSaved();
        totals.count("restarts from an older state");
    }

    /** Keeps the state, as a checkpoint does. */
    void save() throws Exception {
        if (!again.isEmpty()) {
            return; // Between two states that are kept nothing is compared.
        }
        saved = serializer.serialize(checkpoint().get(0));
        since.clear();
    }

    /** Where it stands, for messages. */
    String position() {
        return reader.snapshotState(++checkpoints).toString();
    }

    private List<BinlogSplit> checkpoint() throws Exception {
        long id = ++checkpoints;
        List<BinlogSplit> splits = reader.snapshotState(id);
        reader.notifyCheckpointComplete(id);
        return splits;
    }

    private void restartFromSaved() throws Exception {
        reader.close();
        out.clear();
        again.clear();
        again.addAll(since);
        begin(serializer.deserialize(serializer.getVersion(), saved));
    }

    private void begin(BinlogSplit split) throws Exception {
        reader = source.createReader(new LoneReader());
        reader.start();
        reader.addSplits(List.of(split));
    }

    private Optional<Event> poll() throws Exception {
        if (out.isEmpty()) {
            switch (reader.pollNext(new Collected(out))) {
                case MORE_AVAILABLE -> {}
                case END_OF_INPUT -> throw new Difference("the source says that the binlog has ended");
                default -> {
                    if (out.isEmpty()) {
                        waitForMore();
                    }
                }
            }
        }
        return Optional.ofNullable(out.poll());
    }

    private void waitForMore() throws Exception {
        try {
            reader.isAvailable().get(IDLE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            checkpoint();
        } catch (ExecutionException e) {
            throw new Difference("the source failed: " + e.getCause(), e.getCause());
        }
    }

    /** Checks the order; whether the event is not one that comes again. */
    private boolean isNew(Event event) throws Difference {
        Described described = Described.of(event);
        if (!again.isEmpty()) {
            String before = again.poll();
            if (!before.equals(described.text())) {
                throw new Difference("after a restart another event comes than before: expected " + before + ", got "
                        + described.text());
            }
            return false;
        }
        if (described.sequence() <= sequence) {
            throw new Difference(
                    "the sequence " + described.sequence() + " comes after " + sequence + ": " + described.text());
        }
        sequence = described.sequence();
        if (since.size() < MAX_SINCE) {
            since.add(described.text());
        } else {
            since.clear();
            saved = null;
        }
        return true;
    }

    /** Whether all that the reader gave out is taken: the two halves of a change of a key come together. */
    boolean isBetweenEvents() {
        return out.isEmpty();
    }

    /** Whether there is a state to go back to. */
    boolean canGoBack() {
        return saved != null && again.isEmpty();
    }

    void close() throws Exception {
        reader.close();
    }

    /** An event in a form that is the same whenever it is read. */
    private record Described(long sequence, String text) {
        static Described of(Event event) throws Difference {
            try {
                return new Described(event.origin().sequence(), EventText.of(event));
            } catch (RuntimeException e) {
                throw new Difference(
                        "an event cannot be read: " + e.getMessage() + "; " + EventText.layout(event) + " "
                                + EventText.where(event.origin()),
                        e);
            }
        }
    }
}
