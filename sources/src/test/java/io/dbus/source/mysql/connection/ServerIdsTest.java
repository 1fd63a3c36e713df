package io.dbus.source.mysql.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ServerIdsTest {
    @Test
    void areTheSameInEveryRun() {
        // Written down once: another value would let a job after an upgrade meet its own past as a stranger.
        assertThat(ServerIds.of("shop", "eu-dbs", "eu1"))
                .isEqualTo(new ReplicaIdentity(3593956126L, UUID.fromString("2bc7b90c-57e2-828d-a091-aa3a7aba596b")));
    }

    @Test
    void differByPipelineSourceAndServer() {
        Set<ReplicaIdentity> identities = new HashSet<>();
        Set<Long> serverIds = new HashSet<>();
        String[] names = {"a", "b", "ab", "ba", ""};
        for (String pipeline : names) {
            for (String source : names) {
                for (String server : names) {
                    ReplicaIdentity identity = ServerIds.of(pipeline, source, server);
                    identities.add(identity);
                    serverIds.add(identity.serverId());
                    assertThat(identity.serverId()).isBetween(1L << 31, 0xffffffffL);
                }
            }
        }
        assertThat(identities).hasSize(125);
        assertThat(serverIds).hasSize(125);
    }

    @Test
    void aServerIdOfTheUserKeepsTheUuid() {
        assertThat(ServerIds.of("p", "s", "x", 7))
                .isEqualTo(new ReplicaIdentity(7, ServerIds.of("p", "s", "x").uuid()));
    }

    @Test
    void probesNeverMeet() {
        assertThat(ServerIds.probe().uuid()).isNotEqualTo(ServerIds.probe().uuid());
    }
}
