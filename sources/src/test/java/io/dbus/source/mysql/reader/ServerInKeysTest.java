package io.dbus.source.mysql.reader;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.source.mysql.connection.ConnectionSettings;
import io.dbus.source.mysql.connection.ServerAddress;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** State is kept by keys: what stands for a server in them must outlive edits of the file. */
class ServerInKeysTest {
    @Test
    void a_server_is_in_its_keys_by_its_name_whatever_other_servers_there_are() {
        assertThat(settings(false, "north").inKeys("north")).isEqualTo("north");
        assertThat(settings(false, "north", "south").inKeys("north")).isEqualTo("north");
    }

    @Test
    void the_one_server_of_a_source_keeps_its_keys_among_others_under_the_source_s_name() {
        assertThat(settings(false, "db").inKeys("db")).isEmpty();
        assertThat(settings(false, "db", "south").inKeys("db")).isEmpty();
        assertThat(settings(false, "db", "south").inKeys("south")).isEqualTo("south");
    }

    @Test
    void servers_that_share_keys_are_not_in_them() {
        assertThat(settings(true, "north", "south").inKeys("north")).isEmpty();
    }

    private static ReaderSettings settings(boolean sharedKeys, String... servers) {
        return new ReaderSettings(
                "pipeline",
                "db",
                Stream.of(servers)
                        .collect(Collectors.toMap(Function.identity(), name -> List.of(new ServerAddress(name, 3306)))),
                ConnectionSettings.of("u", ""),
                List.of("shop.orders"),
                KeyColumns.NONE,
                sharedKeys,
                false,
                false,
                StatementHandling.FAIL,
                LostXa.FAIL,
                1 << 20,
                1 << 20,
                Duration.ofMillis(1),
                Duration.ofMillis(1),
                0);
    }
}
