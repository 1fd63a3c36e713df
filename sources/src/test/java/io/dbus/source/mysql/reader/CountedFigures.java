package io.dbus.source.mysql.reader;

import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;

/** A group whose figures can be looked at by the names of its groups and theirs. */
final class CountedFigures extends UnregisteredMetricsGroup {
    private final Map<String, Counter> counters;
    private final Map<String, Gauge<?>> gauges;
    private final String path;

    CountedFigures() {
        this(new TreeMap<>(), new TreeMap<>(), "");
    }

    private CountedFigures(Map<String, Counter> counters, Map<String, Gauge<?>> gauges, String path) {
        this.counters = counters;
        this.gauges = gauges;
        this.path = path;
    }

    long count(String name) {
        Counter counter = counters.get(name);
        return counter == null ? 0 : counter.getCount();
    }

    Object gauge(String name) {
        return gauges.get(name).getValue();
    }

    @Override
    public Counter counter(String name) {
        Counter counter = super.counter(name);
        counters.put(path + name, counter);
        return counter;
    }

    @Override
    public <T, G extends Gauge<T>> G gauge(String name, G gauge) {
        gauges.put(path + name, gauge);
        return gauge;
    }

    @Override
    public MetricGroup addGroup(String key, String value) {
        return new CountedFigures(counters, gauges, path + value + ".");
    }
}
