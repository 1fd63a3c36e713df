package io.dbus.fuzz;

import io.dbus.source.mysql.enumerator.ReaderPlace;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.metrics.groups.SourceReaderMetricGroup;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.apache.flink.util.SimpleUserCodeClassLoader;
import org.apache.flink.util.UserCodeClassLoader;

/** What Flink tells a reader that is the only one. */
final class LoneReader implements SourceReaderContext {
    private final SourceReaderMetricGroup metrics = UnregisteredMetricsGroup.createSourceReaderMetricGroup();

    @Override
    public SourceReaderMetricGroup metricGroup() {
        return metrics;
    }

    @Override
    public Configuration getConfiguration() {
        return new Configuration();
    }

    @Override
    public String getLocalHostName() {
        return "localhost";
    }

    @Override
    public int getIndexOfSubtask() {
        return 0;
    }

    @Override
    public int currentParallelism() {
        return 1;
    }

    @Override
    public void sendSplitRequest() {}

    @Override
    public void sendSourceEventToCoordinator(SourceEvent event) {
        // Its enumerator is gone by now, which was told the place and has given the only split.
        if (!(event instanceof ReaderPlace)) {
            throw new IllegalStateException("The source's enumerator takes no events, but its reader sends " + event);
        }
    }

    @Override
    public UserCodeClassLoader getUserCodeClassLoader() {
        return SimpleUserCodeClassLoader.create(LoneReader.class.getClassLoader());
    }
}
