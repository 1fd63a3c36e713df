package io.dbus.source.mysql.reader;

import io.dbus.source.mysql.split.BinlogSplit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.base.source.reader.SourceReaderOptions;
import org.apache.flink.connector.base.source.reader.fetcher.SplitFetcher;
import org.apache.flink.connector.base.source.reader.fetcher.SplitFetcherManager;

/** One fetcher and thread for each split, so that a silent, a busy and a stalled server do not wait for each other. */
final class BinlogSplitFetcherManager extends SplitFetcherManager<BinlogElement, BinlogSplit> {
    /**
     * How many batches may wait for the reader, all servers taken together. High enough to bound nothing: each server's bytes
     * are bounded instead, because a queue full of one server's batches would hold up the others.
     */
    private static final int QUEUED_BATCHES = 1 << 16;

    private final Map<String, SplitFetcher<BinlogElement, BinlogSplit>> bySplit = new HashMap<>();

    BinlogSplitFetcherManager(Supplier<BinlogSplitReader> readers, Configuration configuration) {
        super(readers::get, withQueue(configuration));
    }

    @Override
    public void addSplits(List<BinlogSplit> splits) {
        for (BinlogSplit split : splits) {
            SplitFetcher<BinlogElement, BinlogSplit> fetcher = createSplitFetcher();
            bySplit.put(split.splitId(), fetcher);
            fetcher.addSplits(List.of(split));
            startFetcher(fetcher);
        }
    }

    @Override
    public void removeSplits(List<BinlogSplit> splits) {
        for (BinlogSplit split : splits) {
            SplitFetcher<BinlogElement, BinlogSplit> fetcher = bySplit.remove(split.splitId());
            if (fetcher != null) {
                closeNow(fetcher);
                fetcher.shutdown();
            }
        }
    }

    @Override
    public synchronized void close(long timeoutMillis) throws Exception {
        // A fetcher looks up from a read of a silent server only when the connection is cut.
        fetchers.values().forEach(BinlogSplitFetcherManager::closeNow);
        super.close(timeoutMillis);
    }

    private static void closeNow(SplitFetcher<BinlogElement, BinlogSplit> fetcher) {
        if (fetcher.getSplitReader() instanceof BinlogSplitReader reader) {
            reader.closeNow();
        }
    }

    private static Configuration withQueue(Configuration configuration) {
        Configuration changed = new Configuration(configuration);
        changed.set(SourceReaderOptions.ELEMENT_QUEUE_CAPACITY, QUEUED_BATCHES);
        return changed;
    }
}
