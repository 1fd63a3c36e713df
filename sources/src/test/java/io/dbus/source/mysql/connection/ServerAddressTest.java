package io.dbus.source.mysql.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServerAddressTest {
    @ParameterizedTest
    @CsvSource({
        "db1.example, db1.example, 3306",
        "db1.example:3307, db1.example, 3307",
        "10.0.0.1:33, 10.0.0.1, 33",
        "[::1]:3307, ::1, 3307",
        "[::1], ::1, 3306",
        "fe80::1, fe80::1, 3306",
    })
    void isReadFromText(String text, String host, int port) {
        assertThat(ServerAddress.parse(text, 3306)).isEqualTo(new ServerAddress(host, port));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ":3306", "db1:", "db1:x", "db1:0", "db1:65536", "db1:-1"})
    void refusesWhatIsNoAddress(String text) {
        assertThatThrownBy(() -> ServerAddress.parse(text, 3306))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("write host:port");
    }

    @Test
    void theTextOfAnAddressIsReadBack() {
        assertThat(new ServerAddress("::1", 33)).hasToString("[::1]:33");
        assertThat(new ServerAddress("db1", 33)).hasToString("db1:33");
    }

    @Test
    void aPasswordShowsNowhere() {
        assertThat(ConnectionSettings.of("dbus", "s3cret"))
                .asString()
                .contains("dbus")
                .doesNotContain("s3cret");
    }
}
