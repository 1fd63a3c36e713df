package io.dbus.source.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.plugin.PluginContext;
import io.dbus.plugin.Problem;
import io.dbus.plugin.SourcePlugin;
import io.dbus.source.mysql.connection.ServerAddress;
import io.dbus.source.mysql.position.Startup;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MySqlSourcePluginTest {
    private final MySqlSourcePlugin plugin = new MySqlSourcePlugin();
    private final Configuration options = Configuration.fromMap(
            Map.of("hostname", "db1", "username", "u", "password", "hush", "tables", "shop.orders;!shop.*_tmp"));

    @Test
    void theServiceLoaderFindsIt() {
        assertThat(ServiceLoader.load(SourcePlugin.class)).hasAtLeastOneElementOfType(MySqlSourcePlugin.class);
    }

    @Test
    void oneServerIsNamedAsTheComponent() {
        assertThat(plugin.servers(context())).containsExactly("shop-db");
        assertThat(configuration().settings().servers())
                .containsExactly(Map.entry("shop-db", List.of(new ServerAddress("db1", 3306))));
    }

    @Test
    void manyServersHaveTheirNamesAndHosts() {
        options.removeConfig(MySqlSourceOptions.HOSTNAME);
        options.set(
                MySqlSourceOptions.SERVERS,
                Map.of("eu2", "eu2.example:3307", "eu1", "[eu1a:3306, 'eu1b']", "six", "[[::1]:3308, [fe80::2]]"));
        assertThat(plugin.validate(context())).isEmpty();
        assertThat(plugin.servers(context())).containsExactly("eu1", "eu2", "six");
        assertThat(configuration().settings().servers())
                .containsEntry("eu1", List.of(new ServerAddress("eu1a", 3306), new ServerAddress("eu1b", 3306)))
                .containsEntry("eu2", List.of(new ServerAddress("eu2.example", 3307)))
                .containsEntry("six", List.of(new ServerAddress("::1", 3308), new ServerAddress("fe80::2", 3306)));
    }

    @Test
    void serversOfAFileInFlowStyleAreRead() {
        Configuration file = Configuration.fromMap(Map.of(
                "username",
                "u",
                "tables",
                "a.b",
                "servers",
                "{eu1: [eu1a:3306, eu1b:3306], eu2: [eu2:3306], eu3: eu3:3307}"));
        PluginContext context = new PluginContext("p", "c", file, List.of());
        assertThat(MySqlSourceConfiguration.of(context).settings().servers())
                .containsEntry("eu1", List.of(new ServerAddress("eu1a", 3306), new ServerAddress("eu1b", 3306)))
                .containsEntry("eu2", List.of(new ServerAddress("eu2", 3306)))
                .containsEntry("eu3", List.of(new ServerAddress("eu3", 3307)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "scan.startup.mode|initial|scan.startup.mode|not there yet",
                "scan.startup.mode|specific-offset|scan.startup.mode|gtid-set",
                "scan.startup.mode|timestamp|scan.startup.mode|timestamp-millis",
                "servers|{a: b}|hostname|both",
                "port|99999|hostname|99999",
                "tables|orders|tables|database.table",
                "message.key.columns|shop.orders|message.key.columns|names no key columns",
                "server-id|5000000000|server-id|5000000000",
                "queue.size|1kb|queue.size|64 kb",
                "reconnect.backoff.max|1ms|reconnect.backoff.max|1 ms",
                "ssl.cert|x.pem|ssl.mode|together",
                "ssl.ca|ca.pem|ssl.mode|checks no certificate",
                "scan.startup.timestamp-millis|1700000000000|scan.startup.mode|does not look at it",
                "scan.startup.specific-offset.pos|4000|scan.startup.mode|does not look at it",
                "scan.startup.specific-offset.gtid-set|3e11fa47-71ca-11e1-9e33-c80aa9429562:1|scan.startup.mode|does not look",
            })
    void aBadOptionIsAProblemOfItsKey(String key, String value, String problemKey, String message) {
        options.setString(key, value);
        assertThat(plugin.validate(context())).singleElement().satisfies(problem -> {
            assertThat(problem.option()).isEqualTo(problemKey);
            assertThat(problem.what()).contains(message);
        });
        assertThatThrownBy(() -> plugin.source(context())).hasMessageContaining(message);
    }

    @Test
    void noServerIsAProblem() {
        options.removeConfig(MySqlSourceOptions.HOSTNAME);
        assertThat(plugin.validate(context())).extracting(Problem::option).containsExactly("hostname");
    }

    @Test
    void startupModesTakeTheirOptions() {
        options.setString("scan.startup.mode", "specific-offset");
        options.setString("scan.startup.specific-offset.file", "binlog.000003");
        options.setString("scan.startup.specific-offset.pos", "1234");
        assertThat(configuration().startMode()).isEqualTo(new Startup.SpecificFile("binlog.000003", 1234));
        options.removeConfig(MySqlSourceOptions.SPECIFIC_FILE);
        options.removeConfig(MySqlSourceOptions.SPECIFIC_POSITION);
        options.setString("scan.startup.mode", "timestamp");
        options.setString("scan.startup.timestamp-millis", "1700000000000");
        assertThat(configuration().startMode()).isEqualTo(new Startup.Timestamp(1_700_000_000_000L));
    }

    @Test
    void theSourceTravelsToOtherMachinesAndShowsNoPassword() throws Exception {
        byte[] bytes = InstantiationUtil.serializeObject(plugin.source(context()));
        Object back = InstantiationUtil.deserializeObject(bytes, getClass().getClassLoader());
        assertThat(back).isInstanceOf(MySqlSource.class);
        assertThat(configuration().settings().toString()).doesNotContain("hush");
    }

    @Test
    void everyOptionIsListedAndDescribed() throws Exception {
        List<ConfigOption<?>> listed = new ArrayList<>(plugin.requiredOptions());
        listed.addAll(plugin.optionalOptions());
        List<Object> declared = new ArrayList<>();
        for (var field : MySqlSourceOptions.class.getDeclaredFields()) {
            if (ConfigOption.class.isAssignableFrom(field.getType())) {
                declared.add(field.get(null));
            }
        }
        assertThat(listed)
                .containsExactlyInAnyOrderElementsOf(declared.stream()
                        .<ConfigOption<?>>map(option -> (ConfigOption<?>) option)
                        .toList());
        assertThat(listed).allSatisfy(option -> assertThat(option.description()).isNotNull());
    }

    private MySqlSourceConfiguration configuration() {
        return MySqlSourceConfiguration.of(context());
    }

    private PluginContext context() {
        return new PluginContext("shop", "shop-db", options, List.of());
    }
}
