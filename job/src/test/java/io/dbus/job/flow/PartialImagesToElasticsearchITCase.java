package io.dbus.job.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.embedded.RequiresServers;
import io.dbus.embedded.SharedServers;
import io.dbus.job.local.LocalFlink;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@RequiresServers
class PartialImagesToElasticsearchITCase {
    @TempDir
    Path folder;

    @Test
    void rowsLoggedInPartsBecomeWholeDocumentsThroughKeyChangesDeletesAndASavepoint() throws Exception {
        SearchFlow flow = new SearchFlow("partial", SharedServers.mysql(), SharedServers.elasticsearch());
        Path file = flow.pipelineFile(folder, """
                operators:
                  whole:
                    type: complete
                    inputs: [db]
                """, "whole", "");
        flow.write("MINIMAL", 2_000);
        String savepoint;
        try (LocalFlink flink = LocalFlink.start(SearchFlow.read(file), LocalFlink.Options.in(folder))) {
            flow.write("NOBLOB", 2_000);
            flow.write("MINIMAL", 2_000);
            flow.assertSearchable();
            assertThat(flink.failures()).isEmpty();
            savepoint = flink.stop(Duration.ofMinutes(1));
        }
        flow.write("MINIMAL", 1_000);
        LocalFlink.Options restored =
                new LocalFlink.Options(folder, 0, savepoint, false, new org.apache.flink.configuration.Configuration());
        try (LocalFlink flink = LocalFlink.start(SearchFlow.read(file), restored)) {
            flow.write("NOBLOB", 500);
            flow.write("FULL", 500);
            flow.write("MINIMAL", 1_000);
            flow.assertSearchable();
            assertThat(flink.failures()).isEmpty();
        }
    }
}
