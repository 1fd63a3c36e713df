package io.dbus.job.plugin;

import static java.util.Locale.ROOT;

import io.dbus.event.Event;
import io.dbus.plugin.PluginContext;
import io.dbus.plugin.Problem;
import io.dbus.plugin.SourcePlugin;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.MemorySize;

/** {@code test-source}: a source with an option of every type. */
public final class TestSourcePlugin implements SourcePlugin {
    public static final ConfigOption<String> HOSTNAME =
            ConfigOptions.key("hostname").stringType().noDefaultValue().withDescription("The server's host.");
    public static final ConfigOption<Integer> PORT = ConfigOptions.key("port")
            .intType()
            .defaultValue(3306)
            .withFallbackKeys("tcp-port")
            .withDescription("The server's port.");
    public static final ConfigOption<String> PASSWORD =
            ConfigOptions.key("password").stringType().defaultValue("").withDescription("The user's password.");
    public static final ConfigOption<Map<String, String>> SERVERS =
            ConfigOptions.key("servers").mapType().defaultValue(Map.of()).withDescription("Many servers.");
    public static final ConfigOption<List<String>> TABLES =
            ConfigOptions.key("tables").stringType().asList().defaultValues("*").withDescription("Which tables.");
    public static final ConfigOption<List<Integer>> PORTS =
            ConfigOptions.key("ports").intType().asList().noDefaultValue().withDescription("More ports.");
    public static final ConfigOption<List<Map<String, String>>> ROUTES =
            ConfigOptions.key("routes").mapType().asList().noDefaultValue().withDescription("Maps in a list.");
    public static final ConfigOption<Mode> MODE = ConfigOptions.key("scan.startup.mode")
            .enumType(Mode.class)
            .defaultValue(Mode.EARLIEST)
            .withDescription("Where to begin.");
    public static final ConfigOption<Long> COUNT =
            ConfigOptions.key("count").longType().defaultValue(100L).withDescription("How many; -1 for no end.");
    public static final ConfigOption<Boolean> TLS =
            ConfigOptions.key("tls").booleanType().defaultValue(false).withDescription("Whether to encrypt.");
    public static final ConfigOption<Double> RATE =
            ConfigOptions.key("rate").doubleType().defaultValue(1.5).withDescription("A number.");
    public static final ConfigOption<Duration> TIMEOUT = ConfigOptions.key("connect.timeout")
            .durationType()
            .defaultValue(Duration.ofSeconds(30))
            .withDescription("How long to wait.");
    public static final ConfigOption<MemorySize> BUFFER = ConfigOptions.key("buffer")
            .memoryType()
            .defaultValue(MemorySize.ofMebiBytes(16))
            .withDescription("How much to hold.");

    /** Where to begin. */
    public enum Mode {
        EARLIEST,
        LATEST;

        @Override
        public String toString() {
            return name().toLowerCase(ROOT) + "-offset";
        }
    }

    @Override
    public String type() {
        return "test-source";
    }

    @Override
    public String description() {
        return "Counts, for tests.";
    }

    @Override
    public List<ConfigOption<?>> requiredOptions() {
        return List.of(HOSTNAME);
    }

    @Override
    public List<ConfigOption<?>> optionalOptions() {
        return List.of(PORT, PASSWORD, SERVERS, TABLES, PORTS, ROUTES, MODE, COUNT, TLS, RATE, TIMEOUT, BUFFER);
    }

    @Override
    public Map<String, String> optionPrefixes() {
        return Map.of("properties.", "Options of the driver.");
    }

    @Override
    public List<Problem> validate(PluginContext context) {
        List<Problem> problems = new ArrayList<>();
        int port = context.options().get(PORT);
        if (port < 1 || port > 65535) {
            problems.add(Problem.ofOption("port", port + " is no port", "give one from 1 to 65535"));
        }
        String password = context.options().get(PASSWORD);
        if (password.startsWith("weak")) {
            problems.add(Problem.of("the password '" + password + "' is weak", "take a better one"));
        }
        return problems;
    }

    @Override
    public List<Problem> preflight(PluginContext context) {
        return context.options().get(HOSTNAME).equals("down.example")
                ? List.of(Problem.ofOption("hostname", "down.example does not answer", "start it"))
                : List.of();
    }

    @Override
    public Source<Event, ?, ?> source(PluginContext context) {
        if (context.options().get(HOSTNAME).equals("breaks.example")) {
            String url = "mysql://dbus:" + context.options().get(PASSWORD) + "@breaks.example";
            throw new IllegalStateException("cannot connect to " + url, new IllegalArgumentException(url));
        }
        return new TestSource(
                context.component(),
                context.options().get(COUNT),
                context.options().get(PASSWORD));
    }

    @Override
    public List<String> servers(PluginContext context) {
        Map<String, String> servers = context.options().get(SERVERS);
        return servers.isEmpty() ? List.of(context.component()) : List.copyOf(new TreeSet<>(servers.keySet()));
    }
}
