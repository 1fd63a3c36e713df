package io.dbus.source.mysql.connection;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ServerIdentityTest {
    private static final String FOUND = ServerIdentity.of(3, "db1", "3306");

    @Test
    void aHostIsKnownByItsIdNameAndPort() {
        assertThat(ServerIdentity.isSame(FOUND, FOUND)).isTrue();
        assertThat(ServerIdentity.isSame(ServerIdentity.of(3, "db2", "3306"), FOUND))
                .isFalse();
        assertThat(ServerIdentity.isSame(ServerIdentity.of(3, "db1", "3307"), FOUND))
                .isFalse();
        assertThat(ServerIdentity.isSame(ServerIdentity.of(4, "db1", "3306"), FOUND))
                .isFalse();
    }

    @Test
    void anIdOfBeforeHostsWereKnownIsThatOfAllOfItsHostsAndOfNoOtherId() {
        assertThat(ServerIdentity.isSame("server-id-3", FOUND)).isTrue();
        assertThat(ServerIdentity.isSame("server-id-", FOUND)).isFalse();
        assertThat(ServerIdentity.isSame("server-id-3", ServerIdentity.of(33, "db1", "3306")))
                .isFalse();
    }

    @Test
    void nothingSavedIsNobody() {
        assertThat(ServerIdentity.isSame("", FOUND)).isFalse();
        assertThat(ServerIdentity.isSame("", "@db1:3306")).isFalse();
    }

    @Test
    void aUuidIsOnlyItself() {
        String uuid = "3e11fa47-71ca-11e1-9e33-c80aa9429562";
        assertThat(ServerIdentity.isSame(uuid, uuid)).isTrue();
        assertThat(ServerIdentity.isSame(uuid, "00000000-71ca-11e1-9e33-c80aa9429562"))
                .isFalse();
    }
}
