package io.dbus.operator.count;

import io.dbus.event.Event;
import org.apache.flink.api.common.eventtime.NoWatermarksGenerator;
import org.apache.flink.api.common.eventtime.WatermarkGeneratorSupplier;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.transformations.SourceTransformation;
import org.apache.flink.util.clock.RelativeClock;
import org.apache.flink.util.clock.SystemClock;

/** Whether the sources of a stream say how far they are in time. One that does not would hold all windows back for ever. */
final class Watermarked {
    private Watermarked() {}

    /**
     * @throws IllegalArgumentException when a source of the stream gives no watermarks; the message names it
     */
    static void require(DataStream<Event> input, String component) {
        for (Transformation<?> before : input.getTransformation().getTransitivePredecessors()) {
            if (before instanceof SourceTransformation<?, ?, ?> source
                    && source.getWatermarkStrategy().createWatermarkGenerator(new Context())
                            instanceof NoWatermarksGenerator) {
                throw new IllegalArgumentException("Operator " + component
                        + ": 'time: commit' cannot work with the source "
                        + source.getName() + ", which does not say how far it is in time; set 'time' to processing, or "
                        + "count what other sources send");
            }
        }
    }

    private static final class Context implements WatermarkGeneratorSupplier.Context {
        @Override
        public MetricGroup getMetricGroup() {
            return new UnregisteredMetricsGroup();
        }

        @Override
        public RelativeClock getInputActivityClock() {
            return SystemClock.getInstance();
        }
    }
}
