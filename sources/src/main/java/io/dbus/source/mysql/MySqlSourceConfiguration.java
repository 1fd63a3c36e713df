package io.dbus.source.mysql;

import static java.util.Objects.requireNonNull;

import io.dbus.pattern.TableSelector;
import io.dbus.plugin.PluginContext;
import io.dbus.plugin.Problem;
import io.dbus.source.mysql.connection.ConnectionSettings;
import io.dbus.source.mysql.connection.ReplicaIdentity;
import io.dbus.source.mysql.connection.Secret;
import io.dbus.source.mysql.connection.ServerAddress;
import io.dbus.source.mysql.connection.ServerIds;
import io.dbus.source.mysql.connection.SslMode;
import io.dbus.source.mysql.position.Startup;
import io.dbus.source.mysql.position.StartupMode;
import io.dbus.source.mysql.reader.KeyColumns;
import io.dbus.source.mysql.reader.ReaderSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ReadableConfig;

/** The options of a component read, checked and put together. */
final class MySqlSourceConfiguration {
    private final PluginContext context;
    private final ReadableConfig options;
    private final List<Problem> problems = new ArrayList<>();

    private final Map<String, List<ServerAddress>> servers;
    private final Optional<Startup> startup;
    private final Optional<ReaderSettings> settings;

    private MySqlSourceConfiguration(PluginContext context) {
        this.context = requireNonNull(context, "context");
        this.options = context.options();
        this.servers = servers();
        this.startup = attempt(MySqlSourceOptions.STARTUP_MODE, this::startup);
        this.settings = readSettings();
    }

    static MySqlSourceConfiguration of(PluginContext context) {
        return new MySqlSourceConfiguration(context);
    }

    /** What is wrong with the options. */
    List<Problem> problems() {
        return List.copyOf(problems);
    }

    /** The servers' names, sorted, since a map of options keeps no order. */
    List<String> serverNames() {
        return List.copyOf(servers.keySet());
    }

    /**
     * How to read.
     *
     * @throws IllegalArgumentException when there are problems
     */
    ReaderSettings settings() {
        return settings.orElseThrow(this::wrong);
    }

    /**
     * Where to begin.
     *
     * @throws IllegalArgumentException when there are problems
     */
    Startup startMode() {
        return startup.orElseThrow(this::wrong);
    }

    private IllegalArgumentException wrong() {
        return new IllegalArgumentException("Source " + context.component() + ": "
                + String.join(
                        "; ",
                        problems.stream().map(p -> p.option() + ": " + p.what()).toList()));
    }

    private Optional<ReaderSettings> readSettings() {
        List<String> tables = attempt(MySqlSourceOptions.TABLES, () -> {
                    List<String> patterns =
                            options.getOptional(MySqlSourceOptions.TABLES).orElse(List.of());
                    TableSelector.parse(patterns);
                    return patterns;
                })
                .orElse(List.of());
        KeyColumns keys = attempt(
                        MySqlSourceOptions.KEY_COLUMNS,
                        () -> KeyColumns.parse(options.get(MySqlSourceOptions.KEY_COLUMNS)))
                .orElse(KeyColumns.NONE);
        long serverId = attempt(MySqlSourceOptions.SERVER_ID, this::serverId).orElse(0L);
        attempt(MySqlSourceOptions.RECONNECT_BACKOFF_MAX, this::checkBackoff);
        attempt(MySqlSourceOptions.QUEUE_SIZE, this::checkSizes);
        Optional<ConnectionSettings> connection = attempt(MySqlSourceOptions.SSL_MODE, this::connection);
        if (!problems.isEmpty() || connection.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new ReaderSettings(
                context.pipeline(),
                context.component(),
                servers,
                connection.get(),
                tables,
                keys,
                options.get(MySqlSourceOptions.SHARED_KEYS),
                options.get(MySqlSourceOptions.INCLUDE_QUERY),
                options.get(MySqlSourceOptions.ASSUME_CURRENT),
                options.get(MySqlSourceOptions.STATEMENT_HANDLING),
                options.get(MySqlSourceOptions.LOST_XA),
                options.get(MySqlSourceOptions.TRANSACTION_HOLD).getBytes(),
                options.get(MySqlSourceOptions.QUEUE_SIZE).getBytes(),
                options.get(MySqlSourceOptions.RECONNECT_BACKOFF),
                options.get(MySqlSourceOptions.RECONNECT_BACKOFF_MAX),
                serverId,
                options.get(MySqlSourceOptions.HELPER_TABLES)));
    }

    private Map<String, List<ServerAddress>> servers() {
        Optional<Map<String, String>> many = options.getOptional(MySqlSourceOptions.SERVERS);
        Optional<String> one = options.getOptional(MySqlSourceOptions.HOSTNAME);
        Map<String, List<ServerAddress>> found = new LinkedHashMap<>();
        if (many.isPresent() == one.isPresent()) {
            problem(
                    MySqlSourceOptions.HOSTNAME,
                    many.isPresent() ? "both 'hostname' and 'servers' are given" : "no server is given",
                    "Give 'hostname' for one server, or 'servers' for many.");
            return found;
        }
        int port = options.get(MySqlSourceOptions.PORT);
        one.ifPresent(host -> attempt(MySqlSourceOptions.HOSTNAME, () -> List.of(new ServerAddress(host, port)))
                .ifPresent(hosts -> found.put(context.component(), hosts)));
        new TreeMap<>(many.orElse(Map.of()))
                .forEach((name, hosts) -> attempt(MySqlSourceOptions.SERVERS, () -> addresses(name, hosts, port))
                        .ifPresent(addresses -> found.put(name, addresses)));
        return found;
    }

    /** The hosts of a server: {@code [a:3306, b:3306]}, or one alone. */
    private static List<ServerAddress> addresses(String name, String text, int port) {
        String list = text.strip();
        // In a list's brackets, which an IPv6 address has too, but that has a colon in its own.
        boolean bracketed =
                list.startsWith("[") && list.endsWith("]") && !list.matches("\\[[0-9a-fA-F:]*::?[0-9a-fA-F:]*]");
        String inner = bracketed ? list.substring(1, list.length() - 1) : list;
        List<ServerAddress> addresses = new ArrayList<>();
        for (String host : inner.split(",")) {
            if (!host.isBlank()) {
                addresses.add(ServerAddress.parse(unquoted(host.strip()), port));
            }
        }
        if (addresses.isEmpty()) {
            throw new IllegalArgumentException("server " + name + " has no host");
        }
        return addresses;
    }

    private static String unquoted(String text) {
        boolean quoted = text.length() >= 2
                && (text.startsWith("'") && text.endsWith("'") || text.startsWith("\"") && text.endsWith("\""));
        return quoted ? text.substring(1, text.length() - 1) : text;
    }

    private Startup startup() {
        Optional<String> file = options.getOptional(MySqlSourceOptions.SPECIFIC_FILE);
        Optional<String> gtids = options.getOptional(MySqlSourceOptions.SPECIFIC_GTID_SET);
        Optional<Long> timestamp = options.getOptional(MySqlSourceOptions.TIMESTAMP_MILLIS);
        StartupMode mode = options.get(MySqlSourceOptions.STARTUP_MODE);
        if (mode != StartupMode.SPECIFIC_OFFSET) {
            refuseUnused(
                    mode,
                    MySqlSourceOptions.SPECIFIC_FILE,
                    MySqlSourceOptions.SPECIFIC_POSITION,
                    MySqlSourceOptions.SPECIFIC_GTID_SET);
        }
        if (mode != StartupMode.TIMESTAMP) {
            refuseUnused(mode, MySqlSourceOptions.TIMESTAMP_MILLIS);
        }
        return switch (mode) {
            case INITIAL, SNAPSHOT ->
                throw new IllegalArgumentException("the mode " + mode
                        + " is not there yet: use earliest-offset, latest-offset, specific-offset or timestamp");
            case EARLIEST_OFFSET -> new Startup.Earliest();
            case LATEST_OFFSET -> new Startup.Latest();
            case TIMESTAMP ->
                new Startup.Timestamp(timestamp.orElseThrow(() -> new IllegalArgumentException(
                        "the mode timestamp needs " + MySqlSourceOptions.TIMESTAMP_MILLIS.key())));
            case SPECIFIC_OFFSET -> {
                if (file.isPresent() == gtids.isPresent()) {
                    throw new IllegalArgumentException(
                            "the mode specific-offset needs either " + MySqlSourceOptions.SPECIFIC_FILE.key() + " or "
                                    + MySqlSourceOptions.SPECIFIC_GTID_SET.key());
                }
                yield file.isPresent()
                        ? new Startup.SpecificFile(file.get(), options.get(MySqlSourceOptions.SPECIFIC_POSITION))
                        : new Startup.SpecificGtids(gtids.orElseThrow());
            }
        };
    }

    /** An option that says where to begin and is not looked at would begin elsewhere without a word. */
    private void refuseUnused(StartupMode mode, ConfigOption<?>... others) {
        for (ConfigOption<?> other : others) {
            if (options.getOptional(other).isPresent()) {
                throw new IllegalArgumentException(
                        other.key() + " is given, but the mode is " + mode + ", which does not look at it");
            }
        }
    }

    private void refuseUnusedTls(SslMode mode) {
        boolean checks = mode == SslMode.VERIFY_CA || mode == SslMode.VERIFY_IDENTITY;
        if (!checks && !options.get(MySqlSourceOptions.SSL_CA).isEmpty()) {
            throw new IllegalArgumentException(MySqlSourceOptions.SSL_CA.key() + " is given, but the mode is " + mode
                    + ", which checks no certificate: take verify-ca or verify-identity");
        }
        if (mode == SslMode.DISABLED
                && !options.get(MySqlSourceOptions.SSL_CERT).isEmpty()) {
            throw new IllegalArgumentException(MySqlSourceOptions.SSL_CERT.key()
                    + " is given, but the mode is disabled, which shows no certificate");
        }
    }

    private ConnectionSettings connection() {
        refuseUnusedTls(options.get(MySqlSourceOptions.SSL_MODE));
        return new ConnectionSettings(
                options.getOptional(MySqlSourceOptions.USERNAME).orElse(""),
                new Secret(options.get(MySqlSourceOptions.PASSWORD)),
                new ConnectionSettings.Tls(
                        options.get(MySqlSourceOptions.SSL_MODE),
                        options.get(MySqlSourceOptions.SSL_CA),
                        options.get(MySqlSourceOptions.SSL_CERT),
                        options.get(MySqlSourceOptions.SSL_KEY)),
                options.get(MySqlSourceOptions.CONNECT_TIMEOUT),
                options.get(MySqlSourceOptions.HEARTBEAT_INTERVAL));
    }

    private long serverId() {
        Optional<Long> given = options.getOptional(MySqlSourceOptions.SERVER_ID);
        if (given.isEmpty()) {
            return 0;
        }
        ReplicaIdentity identity =
                ServerIds.of(context.pipeline(), context.component(), context.component(), given.get());
        return identity.serverId();
    }

    private long checkBackoff() {
        long min = options.get(MySqlSourceOptions.RECONNECT_BACKOFF).toMillis();
        long max = options.get(MySqlSourceOptions.RECONNECT_BACKOFF_MAX).toMillis();
        if (min < 1 || max < min) {
            throw new IllegalArgumentException(
                    "the longest wait of " + max + " ms is below the first of " + min + " ms, or that is below 1 ms");
        }
        return max;
    }

    private long checkSizes() {
        long queue = options.get(MySqlSourceOptions.QUEUE_SIZE).getBytes();
        if (queue < 1 << 16) {
            throw new IllegalArgumentException("a queue of " + queue + " bytes is below 64 kb");
        }
        return queue;
    }

    /** The value, or the problem that keeps it from being one. */
    private <T> Optional<T> attempt(ConfigOption<?> option, Supplier<T> value) {
        try {
            return Optional.of(value.get());
        } catch (IllegalArgumentException e) {
            problem(option, e.getMessage(), "Correct '" + option.key() + "'.");
            return Optional.empty();
        }
    }

    private void problem(ConfigOption<?> option, String what, String cure) {
        problems.add(Problem.ofOption(option.key(), what, cure));
    }
}
