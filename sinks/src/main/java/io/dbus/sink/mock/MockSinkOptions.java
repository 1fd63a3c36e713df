package io.dbus.sink.mock;

import static org.apache.flink.configuration.ConfigOptions.key;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.apache.flink.configuration.ConfigOption;

/** The options of the sink {@code mock}. */
public final class MockSinkOptions {
    /** What becomes of a violation. */
    enum OnViolation {
        FAIL,
        COUNT;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public static final ConfigOption<Integer> PRINT = key("print")
            .intType()
            .defaultValue(0)
            .withDescription(
                    "How many events each lane prints on standard output after each start, the first ones. On a cluster that is the task manager's output.");

    public static final ConfigOption<Long> PRINT_EVERY = key("print.every")
            .longType()
            .defaultValue(0L)
            .withDescription(
                    "Of how many events of a lane one is printed, such as 10000 for every ten-thousandth; 0 prints none.");

    public static final ConfigOption<Verify> VERIFY = key("verify")
            .enumType(Verify.class)
            .defaultValue(Verify.NONE)
            .withDescription(
                    "What is checked, per server and key. none. sequence: that each event of a key has a higher sequence than the one before, so that"
                            + " repeats and events out of order show. order: that too, and that operations fit: no insert of a row that is there, no update or delete of one that was deleted; the first event of a"
                            + " key may be any. Rows that a TRUNCATE or a DDL took away have no delete, so that their next insert shows: take sequence for such tables. Nothing is"
                            + " remembered over a restart: what is sent once more then is no violation.");

    public static final ConfigOption<OnViolation> ON_VIOLATION = key("on-violation")
            .enumType(OnViolation.class)
            .defaultValue(OnViolation.FAIL)
            .withDescription(
                    "fail: the first violation fails the job for good and names the event. count: they are counted as violations, by reason, and the first of each is logged.");

    public static final ConfigOption<Integer> VERIFY_KEYS = key("verify.keys")
            .intType()
            .defaultValue(1_000_000)
            .withDescription(
                    "Of how many keys of a server each lane knows the last event, about 200 bytes each. Beyond, those are forgotten that came up the longest ago, counted as forgottenKeys.");

    public static final ConfigOption<Boolean> DECODE = key("decode")
            .booleanType()
            .defaultValue(false)
            .withDescription(
                    "Whether every value of every row is read, as a sink would; one that cannot be is rejected, reason undecodable-value.");

    public static final ConfigOption<Duration> SLOW_DOWN = key("slow-down")
            .durationType()
            .defaultValue(Duration.ZERO)
            .withDescription(
                    "How long a lane waits at each event, to see how a pipeline stands a slow sink; 0 not at all.");

    public static final ConfigOption<Long> FAIL_AFTER = key("fail-after")
            .longType()
            .defaultValue(0L)
            .withDescription("After how many events a lane fails, in the job's first attempt only; 0 never.");

    private MockSinkOptions() {}

    static List<ConfigOption<?>> optional() {
        return List.of(PRINT, PRINT_EVERY, VERIFY, ON_VIOLATION, VERIFY_KEYS, DECODE, SLOW_DOWN, FAIL_AFTER);
    }
}
