package io.dbus.job.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.embedded.FlinkCluster;
import io.dbus.embedded.RequiresServers;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@RequiresServers
class TwoSinksOnAClusterITCase {

    @TempDir
    Path folder;

    @Test
    void aTaskManagerKilledUnderLoadLosesAndRepeatsNothingInEitherSink() throws Exception {
        TwoSinksFlow flow = new TwoSinksFlow("two-sinks");
        try (FlinkCluster flink = FlinkCluster.builder()
                .taskManagers(2)
                .slots(2)
                .option("heartbeat.timeout", "10000")
                .option("heartbeat.interval", "2000")
                .start()) {
            String job = flow.submit(flink, folder);
            CompletableFuture<Void> writing = SearchFlow.meanwhile(() -> flow.write(30_000));
            flow.awaitProgress();

            flink.kill9TaskManager(0);
            flink.addTaskManager();
            writing.join();
            flow.write(3_000);

            flow.assertDelivered();
            assertThat(flink.exceptions(job))
                    .as("what the job was restarted by")
                    .isNotEmpty();
        }
    }
}
