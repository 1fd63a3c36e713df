package io.dbus.job.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.embedded.ElasticsearchServer;
import io.dbus.embedded.RequiresServers;
import io.dbus.embedded.SharedServers;
import io.dbus.job.local.LocalFlink;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@RequiresServers
class ElasticsearchUnderLoadITCase {
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    @TempDir
    Path folder;

    @Test
    void truncatesUnderLoadLeaveTheRowsThatAreThere() throws Exception {
        SearchFlow flow = new SearchFlow("truncates", SharedServers.mysql(), SharedServers.elasticsearch());
        Path file = flow.pipelineFile(folder, "", "db", "truncate: delete");
        try (LocalFlink flink = LocalFlink.start(SearchFlow.read(file), LocalFlink.Options.in(folder))) {
            flow.write("FULL", 1_000);
            flow.assertSearchable();
            flow.writeAndTruncate(15, 400);
            flow.assertSearchable();
            assertThat(flink.failures()).isEmpty();
        }
    }

    @Test
    void aNodeKilledUnderLoadComesBackToTheRowsThatAreThere() throws Exception {
        try (ElasticsearchServer node = ElasticsearchServer.builder().start()) {
            SearchFlow flow = new SearchFlow("node-killed", SharedServers.mysql(), node);
            Path file = flow.pipelineFile(folder, "", "db", "truncate: delete");
            try (LocalFlink flink = LocalFlink.start(SearchFlow.read(file), LocalFlink.Options.in(folder))) {
                flow.write("FULL", 500);
                flow.assertSearchable();
                CompletableFuture<Void> writing = SearchFlow.meanwhile(() -> flow.writeAndTruncate(5, 1_500));
                Awaitility.await("documents of new versions").atMost(PATIENCE).until(() -> flow.highestVersion() > 10);
                node.kill9();
                node.start();
                writing.join();
                flow.write("FULL", 500);
                flow.assertSearchable();
                assertThat(flink.status().isGloballyTerminalState()).isFalse();
            }
        }
    }
}
