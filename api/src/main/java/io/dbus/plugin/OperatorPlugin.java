package io.dbus.plugin;

import io.dbus.event.Event;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;

/**
 * A kind of operator.
 *
 * <p>An operator that keeps no state by key takes its input as it comes, so that it is chained to its neighbours; one that does
 * keys it by {@link io.dbus.event.Event#key()} or otherwise.
 */
public non-sealed interface OperatorPlugin extends Plugin {
    /**
     * Adds the operator to a stream. The caller gives the {@link Outputs#main() main} stream its name and uid; other Flink
     * operators that it takes must have uids that begin with the component's name.
     */
    Outputs apply(DataStream<Event> input, PluginContext context);

    /** The names of the outputs that the component has beside its main one; others name them {@code component.output}. */
    default List<String> outputs(PluginContext context) {
        return List.of();
    }

    /** Whether events come out of the main output too; if not, components can read it by its {@link #outputs} only. */
    default boolean hasMainOutput() {
        return true;
    }

    /** Whether it keeps state by key, so that rows of one key must meet in one instance. */
    default boolean keyed() {
        return false;
    }

    /** Whether it does so with a component's options. */
    default boolean keyed(PluginContext context) {
        return keyed();
    }

    /**
     * Whether it must get the rows of a table in the order of their server, whatever their keys. Then the exchange in front of it spreads tables over the
     * lanes instead of rows, and no operator that spreads rows may stand between its sources and it.
     */
    default boolean ordersTables(PluginContext context) {
        return false;
    }

    /** Something where it keeps state by key, unless the operator says more. */
    @Override
    default Optional<KeptState> keeps(PluginContext context) {
        return keyed(context) ? Optional.of(KeptState.of("what it knows of each key")) : Optional.empty();
    }

    /**
     * The streams that come out of an operator.
     *
     * @param main what components get that name the operator as input
     * @param named further outputs by name
     */
    record Outputs(SingleOutputStreamOperator<Event> main, Map<String, DataStream<Event>> named) {
        public Outputs {
            named = Map.copyOf(named);
        }

        /** The outputs of an operator that has one. */
        public static Outputs of(SingleOutputStreamOperator<Event> main) {
            return new Outputs(main, Map.of());
        }
    }
}
