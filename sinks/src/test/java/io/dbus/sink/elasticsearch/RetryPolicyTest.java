package io.dbus.sink.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RetryPolicyTest {
    @Test
    void pauses_double_up_to_the_longest_less_a_random_part_of_up_to_half() {
        RetryPolicy policy = new RetryPolicy(Duration.ofMillis(100), Duration.ofSeconds(1), Duration.ofMinutes(1));
        Random random = new Random(1);
        long[] longest = {100, 200, 400, 800, 1000, 1000};
        for (int failures = 1; failures <= longest.length; failures++) {
            long most = 0;
            long least = Long.MAX_VALUE;
            for (int i = 0; i < 1_000; i++) {
                long pause = policy.pauseNanos(failures, random);
                most = Math.max(most, pause);
                least = Math.min(least, pause);
            }
            long limit = longest[failures - 1] * 1_000_000;
            assertThat(most).isBetween(limit * 95 / 100, limit);
            assertThat(least).isBetween(limit / 2, limit * 55 / 100);
        }
    }

    @Test
    void no_number_of_failures_overflows() {
        RetryPolicy policy = new RetryPolicy(Duration.ofHours(1), Duration.ofHours(2), Duration.ofDays(1));
        for (int failures = 1; failures < 200; failures++) {
            assertThat(policy.pauseNanos(failures, new Random(1)))
                    .isBetween(
                            Duration.ofMinutes(30).toNanos(),
                            Duration.ofHours(2).toNanos());
        }
    }
}
