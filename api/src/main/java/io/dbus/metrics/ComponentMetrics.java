package io.dbus.metrics;

import static java.util.Objects.requireNonNull;

import io.dbus.reject.RejectReason;
import java.util.EnumMap;
import java.util.Map;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;

/** The figures of a component, in the group {@code dbus.<component>} of its Flink operator. Not thread-safe. */
public final class ComponentMetrics {
    private final MetricGroup group;
    private final Map<DropReason, Counter> dropped = new EnumMap<>(DropReason.class);

    private final Map<RejectReason, Counter> rejected = new EnumMap<>(RejectReason.class);

    private ComponentMetrics(MetricGroup group) {
        this.group = group;
    }

    /** The figures of a component under its operator's own group. */
    public static ComponentMetrics of(MetricGroup operator, String component) {
        return new ComponentMetrics(
                requireNonNull(operator, "operator").addGroup("dbus").addGroup(requireNonNull(component, "component")));
    }

    /** The group {@code dbus.<component>}, for figures of its own. */
    public MetricGroup group() {
        return group;
    }

    /** Counts an event dropped: {@code dropped}, one counter for each {@code reason}. */
    public void dropped(DropReason reason) {
        dropped.computeIfAbsent(reason, r -> group.addGroup("reason", r.label()).counter("dropped"))
                .inc();
    }

    /** Counts an event rejected: {@code rejected}, one counter for each {@code reason}. */
    public void rejected(RejectReason reason) {
        rejected.computeIfAbsent(
                        reason, r -> group.addGroup("reason", r.label()).counter("rejected"))
                .inc();
    }
}
