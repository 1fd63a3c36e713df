package io.dbus.operator;

import static java.util.Objects.requireNonNull;

import io.dbus.event.Event;
import io.dbus.event.EventTypeInfo;
import io.dbus.event.RowDecodeException;
import io.dbus.metrics.ComponentMetrics;
import io.dbus.reject.RejectsFactory;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/** Runs an {@link EventFunction} in Flink: its outputs, its rejects. Keeps no state; a checkpoint waits until what was rejected is stored. */
final class EventProcess extends ProcessFunction<Event, Event> implements CheckpointedFunction {
    private static final long serialVersionUID = 1L;

    private final String component;
    private final EventFunction function;
    private final RejectsFactory factory;
    private final HashMap<String, OutputTag<Event>> tags = new HashMap<>();

    private transient OperatorRejects rejects;
    private transient Gate gate;

    EventProcess(String component, EventFunction function, RejectsFactory factory, List<String> outputs) {
        this.component = requireNonNull(component, "component");
        this.function = requireNonNull(function, "function");
        this.factory = requireNonNull(factory, "factory");
        outputs.forEach(output -> tags.put(output, tag(output)));
    }

    /** The tag by which Flink knows an output. */
    static OutputTag<Event> tag(String output) {
        return new OutputTag<>(output, EventTypeInfo.INSTANCE);
    }

    @Override
    public void open(OpenContext context) throws IOException {
        ComponentMetrics metrics = ComponentMetrics.of(getRuntimeContext().getMetricGroup(), component);
        rejects = OperatorRejects.open(factory, getRuntimeContext(), component, metrics);
        gate = new Gate(tags);
        function.open(new OperatorContext(component, metrics));
    }

    @Override
    public void processElement(Event event, Context context, Collector<Event> out)
            throws IOException, InterruptedException {
        gate.context = context;
        gate.main = out;
        try {
            function.process(event, gate);
        } catch (UnfitEventException e) {
            rejects.reject(event, e);
        } catch (RowDecodeException e) {
            rejects.reject(event, e);
        }
    }

    @Override
    public void initializeState(FunctionInitializationContext context) {}

    @Override
    public void snapshotState(FunctionSnapshotContext context) throws IOException, InterruptedException {
        rejects.flush();
    }

    @Override
    public void close() throws IOException {
        if (rejects != null) {
            rejects.close();
        }
    }

    private static final class Gate implements EventOutput {
        private final Map<String, OutputTag<Event>> tags;
        private Context context;
        private Collector<Event> main;

        Gate(Map<String, OutputTag<Event>> tags) {
            this.tags = tags;
        }

        @Override
        public void emit(Event event) {
            main.collect(event);
        }

        @Override
        public void emit(String output, Event event) {
            OutputTag<Event> tag = tags.get(output);
            if (tag == null) {
                throw new IllegalArgumentException("There is no output " + output);
            }
            context.output(tag, event);
        }
    }
}
