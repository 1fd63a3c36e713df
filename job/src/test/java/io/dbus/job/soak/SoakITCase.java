package io.dbus.job.soak;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.embedded.RequiresServers;
import io.dbus.embedded.ServerKind;
import io.dbus.job.cluster.JobJars;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

@RequiresServers({ServerKind.MYSQL, ServerKind.KAFKA, ServerKind.ELASTICSEARCH, ServerKind.FLINK, ServerKind.ZOOKEEPER})
class SoakITCase {
    /** How many faults it makes depends on how long the machine takes to recover; with this seed the eight that matter most come first. */
    private static final long SEED = 703;

    @Test
    void fiveMinutesOfFaultsLoseAndRepeatNothing() throws Exception {
        SoakOptions options = new SoakOptions(
                Duration.ofMinutes(5), Duration.ofSeconds(20), SEED, 150, "exactly-once", JobJars.job());

        Soak.Result result = Soak.run(options, System.out, new CountDownLatch(1));

        assertThat(result.holds())
                .as("whether Kafka and Elasticsearch hold what was done in MySQL")
                .isTrue();
        assertThat(result.faults()).startsWith("TaskManager taken away", "TaskManager killed", "Kafka broker killed");
    }
}
