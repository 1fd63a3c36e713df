import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;

/** Counts numbers by key, for ever; fails when told to. The tests compile it and submit it. */
public class CountJob {
    public static void main(String[] arguments) throws Exception {
        boolean fail = arguments.length > 0 && arguments[0].equals("fail");
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
        environment.enableCheckpointing(200);
        environment
                .fromSource(
                        new DataGeneratorSource<Long>(n -> n, Long.MAX_VALUE, RateLimiterStrategy.perSecond(200), Types.LONG),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .uid("numbers")
                .keyBy(n -> n % 10)
                .map(new Count(fail))
                .uid("count")
                .sinkTo(new DiscardingSink<>())
                .uid("sink");
        environment.execute("count");
    }

    public static class Count extends RichMapFunction<Long, Long> {
        private final boolean fail;
        private transient ValueState<Long> count;

        public Count(boolean fail) {
            this.fail = fail;
        }

        @Override
        public void open(OpenContext context) {
            count = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Types.LONG));
        }

        @Override
        public Long map(Long n) throws Exception {
            if (fail) {
                throw new IllegalStateException("told to fail");
            }
            Long before = count.value();
            count.update(before == null ? 1 : before + 1);
            return count.value();
        }
    }
}
