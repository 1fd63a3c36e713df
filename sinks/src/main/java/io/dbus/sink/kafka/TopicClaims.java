package io.dbus.sink.kafka;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.runtime.taskexecutor.GlobalAggregateManager;
import org.apache.flink.streaming.api.operators.StreamingRuntimeContext;
import org.apache.flink.streaming.runtime.operators.sink.InitContextBase;

/** Who came first to a topic: the values of a template's variables that own it. */
@FunctionalInterface
interface TopicClaims {
    /**
     * Claims a topic for values.
     *
     * @return whose it is: these values, or those that claimed it before
     */
    List<String> claim(String topic, List<String> values) throws IOException;

    /**
     * Claims among all writers of a sink, for the time of its job: the JobMaster keeps them, and is asked once by each writer for each topic. In a
     * context that is not Flink's own every claim succeeds.
     */
    static TopicClaims among(WriterInitContext context, String component) {
        if (context instanceof InitContextBase flink
                && flink.getRuntimeContext() instanceof StreamingRuntimeContext runtime) {
            GlobalAggregateManager jobMaster = runtime.getGlobalAggregateManager();
            return (topic, values) -> jobMaster.updateGlobalAggregate(
                    "dbus " + component + " topic " + topic, new ArrayList<>(values), new First());
        }
        return (topic, values) -> values;
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
