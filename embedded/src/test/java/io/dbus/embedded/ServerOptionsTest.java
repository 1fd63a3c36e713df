package io.dbus.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ServerOptionsTest {

    @Test
    void aNameIsTheSameWithDashesUnderscoresAndCapitals() {
        ServerOptions options = ServerOptions.none()
                .with("binlog_row_image", "FULL")
                .with("gtid-mode", "ON")
                .with("Binlog-Row-Image", "MINIMAL");
        assertThat(options.toArguments()).containsExactly("--gtid-mode=ON", "--binlog-row-image=MINIMAL");
    }

    @Test
    void anOptionReplacesItsLooseFormAndTheOtherWayRound() {
        ServerOptions loose = ServerOptions.none().with("loose_mysqlx", "OFF");
        assertThat(loose.toArguments()).containsExactly("--loose-mysqlx=OFF");
        assertThat(loose.with("mysqlx", "ON").toArguments()).containsExactly("--mysqlx=ON");
        assertThat(loose.with("mysqlx", "ON").with("loose-mysqlx", "OFF").toArguments())
                .containsExactly("--loose-mysqlx=OFF");
    }

    @Test
    void anEmptyValueStaysAValueButForSkip() {
        assertThat(ServerOptions.none()
                        .with("secure_file_priv", "")
                        .with("skip_log_bin", "")
                        .with("skip_name_resolve", "ON")
                        .toArguments())
                .containsExactly("--secure-file-priv=", "--skip-log-bin", "--skip-name-resolve=ON");
    }

    @Test
    void aLaterOptionComesLaterSinceTheLastOfTwoThatContradictWins() {
        assertThat(ServerOptions.none()
                        .with("log_bin", "binlog")
                        .with("skip_log_bin", "")
                        .with("log_bin", "other")
                        .toArguments())
                .containsExactly("--skip-log-bin", "--log-bin=other");
    }

    @Test
    void aChoiceOfOptionsKeepsTheirForm() {
        ServerOptions options = ServerOptions.none()
                .with(Map.of("loose_innodb_redo_log_capacity", "32M"))
                .with("port", "1");
        assertThat(options.only(List.of("innodb_redo_log_capacity", "innodb_page_size"))
                        .toArguments())
                .containsExactly("--loose-innodb-redo-log-capacity=32M");
        assertThat(ServerOptions.none().with(options.toMap()).toArguments()).isEqualTo(options.toArguments());
    }

    @Test
    void whatIsNoNameIsRefused() {
        assertThatThrownBy(() -> ServerOptions.none().with("--gtid_mode", "ON"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("'--gtid_mode' is not the name of a server option");
        assertThatThrownBy(() -> ServerOptions.none().with("gtid_mode", null)).hasMessageContaining("gtid_mode");
    }
}
