package io.dbus.job.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.embedded.SharedServers;
import io.dbus.job.local.LocalFlink;
import io.dbus.job.pipeline.Pipeline;
import io.dbus.job.pipeline.PipelineReader;
import io.dbus.job.pipeline.PluginCatalog;
import io.dbus.job.pipeline.Secrets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FleetToKafkaITCase {
    @TempDir
    Path folder;

    @Test
    void fiftyThousandChangesOfThreeServersArriveOnceAndInOrderOfEachKey() throws Exception {
        FleetFlow flow = new FleetFlow(
                "fleet-local",
                SharedServers.mysql(1),
                SharedServers.mysql(2),
                SharedServers.mariadb(),
                SharedServers.kafka());
        Pipeline pipeline = new PipelineReader(
                        PluginCatalog.load(getClass().getClassLoader()), new Secrets(), Map.of(), true)
                .read(flow.pipelineFile(folder, Map.of()));

        try (LocalFlink flink = LocalFlink.start(pipeline, LocalFlink.Options.in(folder))) {
            flow.write(50_000);
            flow.assertDelivered();
            assertThat(flink.failures()).isEmpty();
        }
    }
}
