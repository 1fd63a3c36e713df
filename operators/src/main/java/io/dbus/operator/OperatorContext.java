package io.dbus.operator;

import static java.util.Objects.requireNonNull;

import io.dbus.metrics.ComponentMetrics;

/**
 * What a function is told of the instance that it runs in.
 *
 * @param component the component's name
 * @param metrics the component's figures in this instance
 */
public record OperatorContext(String component, ComponentMetrics metrics) {
    public OperatorContext {
        requireNonNull(component, "component");
        requireNonNull(metrics, "metrics");
    }
}
