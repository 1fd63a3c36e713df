package io.dbus.sink.elasticsearch;

import io.dbus.metrics.ComponentMetrics;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Histogram;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.SimpleCounter;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;

/** A metric group that can be looked at: each metric under its path, as {@code dbus.search.reason.truncate.dropped}. */
final class Figures extends UnregisteredMetricsGroup {
    private final String path;
    private final Map<String, Object> all;

    Figures() {
        this("", new TreeMap<>());
    }

    private Figures(String path, Map<String, Object> all) {
        this.path = path;
        this.all = all;
    }

    long count(String name) {
        return all.get(name) instanceof Counter counter ? counter.getCount() : 0;
    }

    Histogram histogram(String name) {
        return (Histogram) all.get(name);
    }

    Object gauge(String name) {
        return ((Gauge<?>) all.get(name)).getValue();
    }

    SinkMetrics sinkMetrics() {
        return new SinkMetrics(
                UnregisteredMetricsGroup.createSinkWriterMetricGroup(), ComponentMetrics.of(this, "search"));
    }

    @Override
    public MetricGroup addGroup(String name) {
        return new Figures(path + name + ".", all);
    }

    @Override
    public MetricGroup addGroup(String key, String value) {
        return new Figures(path + key + "." + value + ".", all);
    }

    @Override
    public Counter counter(String name) {
        return counter(name, new SimpleCounter());
    }

    @Override
    public <C extends Counter> C counter(String name, C counter) {
        all.put(path + name, counter);
        return counter;
    }

    @Override
    public <H extends Histogram> H histogram(String name, H histogram) {
        all.put(path + name, histogram);
        return histogram;
    }

    @Override
    public <T, G extends Gauge<T>> G gauge(String name, G gauge) {
        all.put(path + name, gauge);
        return gauge;
    }
}
