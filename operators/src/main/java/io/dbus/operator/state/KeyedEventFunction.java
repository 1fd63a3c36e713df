package io.dbus.operator.state;

import static java.util.Objects.requireNonNull;

import io.dbus.event.Event;
import io.dbus.event.EventKey;
import io.dbus.event.RowDecodeException;
import io.dbus.metrics.ComponentMetrics;
import io.dbus.operator.OperatorRejects;
import io.dbus.operator.UnfitEventException;
import io.dbus.plugin.PluginContext;
import io.dbus.reject.RejectsFactory;
import java.io.IOException;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/**
 * An operator's function with state by key: its figures and its rejects. What it throws of an event as {@link UnfitEventException} or {@link
 * RowDecodeException} rejects the event; a checkpoint waits until what was rejected is stored.
 */
public abstract class KeyedEventFunction extends KeyedProcessFunction<EventKey, Event, Event>
        implements CheckpointedFunction {
    private static final long serialVersionUID = 1L;

    private final String component;
    private final RejectsFactory factory;

    private transient OperatorRejects rejects;
    private transient ComponentMetrics metrics;

    protected KeyedEventFunction(PluginContext context) {
        this.component = requireNonNull(context, "context").component();
        this.factory = context.rejects();
    }

    /** Called once before the first event; the place to take the state by key. */
    protected abstract void start() throws Exception;

    /**
     * Takes one event. It decides before it emits and before it changes state, or sees to it that the state is right for an event that was rejected too.
     *
     * @param lane the current key of the state
     * @throws UnfitEventException when it cannot take the event, which is then rejected
     */
    protected abstract void process(Event event, EventKey lane, Collector<Event> out) throws Exception;

    /** The component's figures in this instance. */
    protected final ComponentMetrics metrics() {
        return metrics;
    }

    @Override
    public final void open(OpenContext context) throws Exception {
        metrics = ComponentMetrics.of(getRuntimeContext().getMetricGroup(), component);
        rejects = OperatorRejects.open(factory, getRuntimeContext(), component, metrics);
        start();
    }

    @Override
    public final void processElement(Event event, Context context, Collector<Event> out) throws Exception {
        try {
            process(event, context.getCurrentKey(), out);
        } catch (UnfitEventException e) {
            rejects.reject(event, e);
        } catch (RowDecodeException e) {
            rejects.reject(event, e);
        }
    }

    @Override
    public void initializeState(FunctionInitializationContext context) throws Exception {}

    @Override
    public void snapshotState(FunctionSnapshotContext context) throws Exception {
        rejects.flush();
    }

    @Override
    public final void close() throws IOException {
        if (rejects != null) {
            rejects.close();
        }
    }
}
