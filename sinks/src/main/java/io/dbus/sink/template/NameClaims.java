package io.dbus.sink.template;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.runtime.taskexecutor.GlobalAggregateManager;
import org.apache.flink.streaming.api.operators.StreamingRuntimeContext;
import org.apache.flink.streaming.runtime.operators.sink.InitContextBase;

/** Who came first to a name, of a topic or an index: the values of a template's variables that own it. */
@FunctionalInterface
public interface NameClaims {
    /**
     * Claims a name for values.
     *
     * @return whose it is: these values, or those that claimed it before
     */
    List<String> claim(String name, List<String> values) throws IOException;

    /**
     * Claims among all writers of a sink, for the time of its job: the JobMaster keeps them, and is asked once by each writer for each name. In a
     * context that is not Flink's own every claim succeeds.
     *
     * @param kind what is named, such as {@code topic}
     */
    static NameClaims among(WriterInitContext context, String component, String kind) {
        if (context instanceof InitContextBase flink
                && flink.getRuntimeContext() instanceof StreamingRuntimeContext runtime) {
            GlobalAggregateManager jobMaster = runtime.getGlobalAggregateManager();
            return (name, values) -> jobMaster.updateGlobalAggregate(
                    "dbus " + component + " " + kind + " " + name, new ArrayList<>(values), new First());
        }
        return (name, values) -> values;
    }

    /** Keeps the first claim. Its types are of the JDK: the JobMaster reads them without the job's classes. */
    final class First implements AggregateFunction<ArrayList<String>, ArrayList<String>, ArrayList<String>> {
        private static final long serialVersionUID = 1L;

        @Override
        public ArrayList<String> createAccumulator() {
            return new ArrayList<>();
        }

        @Override
        public ArrayList<String> add(ArrayList<String> claim, ArrayList<String> first) {
            return first.isEmpty() ? claim : first;
        }

        @Override
        public ArrayList<String> getResult(ArrayList<String> first) {
            return first;
        }

        @Override
        public ArrayList<String> merge(ArrayList<String> a, ArrayList<String> b) {
            return add(b, a);
        }
    }
}
