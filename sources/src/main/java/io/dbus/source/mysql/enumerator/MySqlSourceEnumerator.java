package io.dbus.source.mysql.enumerator;

import static java.util.Objects.requireNonNull;

import io.dbus.source.mysql.split.BinlogSplit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.flink.api.connector.source.ReaderInfo;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives each server's split to a reader, so that no reader has two more than another, and so that TaskManagers share them as evenly as
 * that allows; after every restart, at another parallelism too, all are shared out anew. Readers that come with splits from a checkpoint
 * hand them over first (FLIP-537), so that they are spread anew, and those of servers that are gone from the pipeline file are
 * dropped. A server that is new in the file begins where its start is; the start is found before its split goes to a reader, so
 * that the failure of a reader alone does not find another one.
 */
public final class MySqlSourceEnumerator implements SplitEnumerator<BinlogSplit, MySqlSourceEnumeratorState> {
    private static final Logger LOG = LoggerFactory.getLogger(MySqlSourceEnumerator.class);

    private final SplitEnumeratorContext<BinlogSplit> context;
    private final String source;
    private final Set<String> servers;
    private final SplitStarter starter;
    private final Set<String> started = new LinkedHashSet<>();
    private final Map<String, BinlogSplit> waiting = new LinkedHashMap<>();
    private final Map<String, Integer> readerOf = new HashMap<>();

    /** The TaskManager of each reader that has told it. */
    private final Map<Integer, String> placeOf = new HashMap<>();

    private final ExecutorService startThreads;

    /**
     * An enumerator.
     *
     * @param source the component's name
     * @param servers the names of the servers in the pipeline file
     * @param starter finds where a server begins
     * @param state from the last checkpoint
     */
    public MySqlSourceEnumerator(
            SplitEnumeratorContext<BinlogSplit> context,
            String source,
            Collection<String> servers,
            SplitStarter starter,
            MySqlSourceEnumeratorState state) {
        this.context = requireNonNull(context, "context");
        this.source = requireNonNull(source, "source");
        this.servers = new LinkedHashSet<>(servers);
        this.starter = requireNonNull(starter, "starter");
        this.startThreads = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "start of a server of " + source);
            thread.setDaemon(true);
            return thread;
        });
        state.servers().stream().filter(this.servers::contains).forEach(started::add);
        state.waiting().forEach(this::takeBack);
    }

    @Override
    public void start() {
        for (String server : servers) {
            if (!started.contains(server)) {
                // One thread each: a server that does not answer holds up no other.
                startThreads.execute(() -> findStart(server));
            }
        }
    }

    @Override
    public void addReader(int reader) {
        readerOf.values().removeIf(holder -> holder == reader);
        placeOf.remove(reader);
        ReaderInfo info = context.registeredReaders().get(reader);
        if (info != null) {
            info.<BinlogSplit>getReportedSplitsOnRegistration().forEach(split -> takeReported(split, reader));
        }
    }

    /** A reader tells where it is once it is there, behind its registration. */
    @Override
    public void handleSourceEvent(int reader, SourceEvent event) {
        if (!(event instanceof ReaderPlace place)) {
            throw new IllegalStateException("Reader " + reader + " of source " + source
                    + " sends an event that its enumerator does not know: " + event);
        }
        placeOf.put(reader, place.taskManager());
        assign();
    }

    @Override
    public void addSplitsBack(List<BinlogSplit> splits, int reader) {
        splits.forEach(this::takeBack);
        assign();
    }

    @Override
    public void handleSplitRequest(int reader, String host) {
        // Splits are given unasked.
    }

    @Override
    public MySqlSourceEnumeratorState snapshotState(long checkpointId) {
        return new MySqlSourceEnumeratorState(started, List.copyOf(waiting.values()));
    }

    @Override
    public void close() {
        startThreads.shutdownNow();
    }

    private void findStart(String server) {
        try {
            BinlogSplit split = starter.start(server);
            context.runInCoordinatorThread(() -> {
                if (started.add(server)) {
                    LOG.info("Server {} of source {} begins at {}", server, source, split.position());
                    takeBack(split);
                    assign();
                }
            });
        } catch (IOException e) {
            context.runInCoordinatorThread(() -> {
                throw new UncheckedIOException(e);
            });
        } catch (RuntimeException e) {
            context.runInCoordinatorThread(() -> {
                throw e;
            });
        } catch (InterruptedException e) {
            LOG.info("The start of server {} of source {} is looked for no more: closed", server, source);
        }
    }

    /**
     * A reader that fails alone comes with all that the checkpoint gave it, also with what another reader was given since and goes
     * on reading: taken back, it would be read twice.
     */
    private void takeReported(BinlogSplit split, int reader) {
        Integer holder = readerOf.get(split.server());
        if (holder == null) {
            takeBack(split);
            return;
        }
        LOG.info(
                "Server {} of source {} stays with reader {}, which was given it since the checkpoint from which reader {}"
                        + " brings it",
                split.server(),
                source,
                holder,
                reader);
    }

    private void takeBack(BinlogSplit split) {
        readerOf.remove(split.server());
        if (servers.contains(split.server())) {
            started.add(split.server());
            waiting.put(split.server(), split);
        } else {
            LOG.info(
                    "Server {} of source {} is gone from the pipeline file, its position is dropped: {}",
                    split.server(),
                    source,
                    split.position());
        }
    }

    private void assign() {
        Set<Integer> readers = context.registeredReaders().keySet();
        if (readers.size() < context.currentParallelism() || !placeOf.keySet().containsAll(readers)) {
            // The others may come with splits, and are to get their share.
            return;
        }
        Map<Integer, String> places = new HashMap<>(placeOf);
        places.keySet().retainAll(readers);
        ReaderLoads loads = new ReaderLoads(places, readerOf.values(), source);
        for (BinlogSplit split : List.copyOf(waiting.values())) {
            int reader = loads.next();
            waiting.remove(split.server());
            readerOf.put(split.server(), reader);
            LOG.info(
                    "Server {} of source {} goes to reader {} at {}",
                    split.server(),
                    source,
                    reader,
                    places.get(reader));
            context.assignSplit(split, reader);
        }
    }
}
