package io.dbus.sink.deadletter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.reject.RejectReason;
import io.dbus.reject.RejectedEventException;
import io.dbus.reject.Rejection;
import io.dbus.reject.RejectsContext;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.runtime.taskexecutor.GlobalAggregateManager;
import org.junit.jupiter.api.Test;

class RejectLimitTest {
    @Test
    void asManyAsTheLimitPassAndOneMoreFailsTheJobWithAllThatAUserNeeds() throws Exception {
        RejectLimit limit = new RejectLimit(Rejected.context(0, 0), "dead-letters", 3);
        for (int i = 0; i < 3; i++) {
            limit.count(Rejected.rejection(Rejected.message(i)));
        }

        Rejection last = Rejection.of(
                        Rejected.message(99), RejectReason.CONVERSION, "'x' is no number", "correct the cast")
                .causedBy(new NumberFormatException("x"));
        assertThatThrownBy(() -> limit.count(last))
                .isInstanceOf(RejectedEventException.class)
                .hasMessageContaining("Component topics: 'x' is no number")
                .hasMessageContaining("source lines")
                .hasMessageContaining("correct the cast")
                .hasMessageContaining("the last of 4 events")
                .hasMessageContaining("max-per-minute of dead-letters allows 3")
                .hasCauseInstanceOf(NumberFormatException.class);
    }

    @Test
    void theJobMasterCountsOverInstancesAndComponents() throws Exception {
        JobMaster jobMaster = new JobMaster();
        RejectLimit first = new RejectLimit(at(jobMaster, 0), "dead-letters", 3);
        RejectLimit second = new RejectLimit(at(jobMaster, 1), "dead-letters", 3);
        RejectLimit elsewhere = new RejectLimit(at(jobMaster, 1), "search.dead-letters", 3);
        first.count(Rejected.rejection(Rejected.message(1)));
        second.count(Rejected.rejection(Rejected.message(2)));
        first.count(Rejected.rejection(Rejected.message(3)));

        assertThatCode(() -> elsewhere.count(Rejected.rejection(Rejected.message(4))))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> second.count(Rejected.rejection(Rejected.message(5))))
                .hasMessageContaining("the last of 4 events");
    }

    @Test
    void aHighLimitAsksTheJobMasterForAThousandthAtOnceAndForTheRestWithTheFlush() throws Exception {
        JobMaster jobMaster = new JobMaster();
        RejectLimit limit = new RejectLimit(at(jobMaster, 0), "dead-letters", 5_000);
        for (int i = 0; i < 12; i++) {
            limit.count(Rejected.rejection(Rejected.message(i)));
        }
        assertThat(jobMaster.asked).isEqualTo(2);
        limit.report();
        limit.report();

        assertThat(jobMaster.asked).isEqualTo(3);
        assertThat(jobMaster.results).containsEntry("dbus rejects to dead-letters", 12L);
    }

    @Test
    void theLastSixtySecondsCount() {
        ArrayList<Long> counts = new ArrayList<>();
        assertThat(sum(counts, 5, 100)).isEqualTo(5);
        assertThat(sum(counts, 1, 100)).isEqualTo(6);
        assertThat(sum(counts, 2, 159)).isEqualTo(8);
        assertThat(sum(counts, 1, 160)).isEqualTo(3);
        assertThat(sum(counts, 1, 220)).isEqualTo(1);
        assertThat(counts).containsExactly(220L, 1L);
    }

    private static long sum(ArrayList<Long> counts, long more, long second) {
        return new RejectLimit.LastMinute().getResult(RejectLimit.LastMinute.add(more, counts, second));
    }

    private static RejectsContext at(JobMaster jobMaster, int subtask) {
        RejectsContext own = Rejected.context(subtask, 0);
        return new RejectsContext(own.component(), own.metrics(), subtask, Optional.of(jobMaster));
    }

    /** As Flink's keeps them: one accumulator for each name. */
    private static final class JobMaster implements GlobalAggregateManager {
        private final Map<String, Object> accumulators = new HashMap<>();
        private final Map<String, Object> results = new HashMap<>();
        private int asked;

        @Override
        @SuppressWarnings("unchecked")
        public <IN, ACC, OUT> OUT updateGlobalAggregate(
                String name, Object value, AggregateFunction<IN, ACC, OUT> function) {
            assertThat(function).isInstanceOf(Serializable.class);
            asked++;
            ACC accumulator = (ACC) accumulators.computeIfAbsent(name, n -> function.createAccumulator());
            accumulators.put(name, function.add((IN) value, accumulator));
            OUT result = function.getResult((ACC) accumulators.get(name));
            results.put(name, result);
            return result;
        }
    }
}
