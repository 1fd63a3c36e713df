package io.dbus.job.soak;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.embedded.RequiresServers;
import io.dbus.embedded.ServerKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

@RequiresServers({ServerKind.MYSQL, ServerKind.KAFKA, ServerKind.ELASTICSEARCH, ServerKind.FLINK, ServerKind.ZOOKEEPER})
class SoakITCase {
    @Test
    void fiveMinutesOfFaultsOfAllKindsLoseAndRepeatNothing() throws Exception {
        SoakOptions options = new SoakOptions(
                Duration.ofMinutes(5),
                Duration.ofSeconds(20),
                5,
                150,
                "exactly-once",
                SoakCommand.jobJar(Path.of("target")));

        assertThat(Soak.run(options, System.out, new CountDownLatch(1)))
                .as("whether Kafka and Elasticsearch hold what was done in MySQL")
                .isTrue();
    }
}
