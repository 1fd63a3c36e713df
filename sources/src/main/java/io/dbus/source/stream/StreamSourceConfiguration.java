package io.dbus.source.stream;

import com.google.re2j.PatternSyntaxException;
import io.dbus.plugin.PluginContext;
import io.dbus.plugin.Problem;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ReadableConfig;

/** Reads the options of a stream source and says what is wrong with them. */
final class StreamSourceConfiguration {
    private static final List<ConfigOption<?>> PLACES = List.of(
            StreamSourceOptions.PATH,
            StreamSourceOptions.COMMAND,
            StreamSourceOptions.LISTEN,
            StreamSourceOptions.SOCKET);

    /** The kernel's limit of a UNIX socket's path, less the zero byte (unix(7)). */
    private static final int LONGEST_SOCKET = 107;

    private final PluginContext context;
    private final ReadableConfig options;
    private final List<Problem> problems = new ArrayList<>();

    private StreamSourceConfiguration(PluginContext context) {
        this.context = context;
        this.options = context.options();
    }

    static StreamSourceConfiguration of(PluginContext context) {
        StreamSourceConfiguration configuration = new StreamSourceConfiguration(context);
        configuration.checkPlace();
        configuration.checkOthers();
        return configuration;
    }

    List<Problem> problems() {
        return List.copyOf(problems);
    }

    /** The settings of options that have no problems. */
    StreamSettings settings() {
        return new StreamSettings(
                context.component(),
                kind(),
                new ArrayList<>(options.getOptional(StreamSourceOptions.COMMAND).orElse(List.of())),
                place(),
                Math.toIntExact(options.get(StreamSourceOptions.MAX_LINE).getBytes()),
                options.get(StreamSourceOptions.MAX_CLIENTS),
                options.getOptional(StreamSourceOptions.KEY_PATTERN).orElse(""),
                options.get(StreamSourceOptions.RESTART),
                options.get(StreamSourceOptions.RESTART_DELAY).toMillis(),
                options.get(StreamSourceOptions.RESTART_DELAY_MAX).toMillis(),
                options.get(StreamSourceOptions.UNTERMINATED),
                options.get(StreamSourceOptions.STARTUP_MODE) == StreamSourceOptions.Startup.LATEST_OFFSET,
                options.get(StreamSourceOptions.LOST_FILE) == StreamSourceOptions.LostFile.FAIL,
                context.rejects());
    }

    private StreamSettings.Kind kind() {
        if (isSet(StreamSourceOptions.PATH)) {
            return StreamSettings.Kind.FILE;
        } else if (isSet(StreamSourceOptions.COMMAND)) {
            return StreamSettings.Kind.COMMAND;
        }
        return isSet(StreamSourceOptions.LISTEN) ? StreamSettings.Kind.TCP : StreamSettings.Kind.UNIX;
    }

    private String place() {
        return options.getOptional(StreamSourceOptions.PATH)
                .or(() -> options.getOptional(StreamSourceOptions.LISTEN))
                .or(() -> options.getOptional(StreamSourceOptions.SOCKET))
                .orElse("");
    }

    private boolean isSet(ConfigOption<?> option) {
        return options.getOptional(option).isPresent();
    }

    private void checkPlace() {
        List<ConfigOption<?>> given = PLACES.stream().filter(this::isSet).toList();
        if (given.size() != 1) {
            problems.add(Problem.of(
                    given.isEmpty() ? "nothing says where lines come from" : "lines cannot come from several places",
                    "give one of path, command, listen and socket"));
            return;
        }
        options.getOptional(StreamSourceOptions.COMMAND)
                .filter(command -> command.isEmpty() || command.get(0).isBlank())
                .ifPresent(command ->
                        problem(StreamSourceOptions.COMMAND, "no program is named", "write [program, argument, ...]"));
        options.getOptional(StreamSourceOptions.PATH)
                .filter(path -> path.isBlank() || path.endsWith("/"))
                .ifPresent(path -> problem(StreamSourceOptions.PATH, "'" + path + "' is no file", "name a file"));
        options.getOptional(StreamSourceOptions.SOCKET)
                .filter(path -> path.isBlank() || path.length() > LONGEST_SOCKET)
                .ifPresent(path -> problem(
                        StreamSourceOptions.SOCKET,
                        "the path of a UNIX socket has 1 to " + LONGEST_SOCKET + " characters, not " + path.length(),
                        "take a shorter one"));
        options.getOptional(StreamSourceOptions.LISTEN).ifPresent(this::checkListen);
        unusedUnless(StreamSourceOptions.ANY_ADDRESS, StreamSourceOptions.LISTEN);
        unusedUnless(StreamSourceOptions.RESTART, StreamSourceOptions.COMMAND);
        unusedUnless(StreamSourceOptions.RESTART_DELAY, StreamSourceOptions.COMMAND);
        unusedUnless(StreamSourceOptions.RESTART_DELAY_MAX, StreamSourceOptions.COMMAND);
        unusedUnless(StreamSourceOptions.STARTUP_MODE, StreamSourceOptions.PATH);
        unusedUnless(StreamSourceOptions.LOST_FILE, StreamSourceOptions.PATH);
    }

    private void checkListen(String listen) {
        try {
            HostPort address = HostPort.parse(listen);
            if (!options.get(StreamSourceOptions.ANY_ADDRESS) && !address.isLoopback()) {
                problem(
                        StreamSourceOptions.LISTEN,
                        "other machines can reach " + listen + ", and nothing keeps them from sending",
                        "take 127.0.0.1, or set listen.any-address: true if that is meant");
            }
        } catch (IllegalArgumentException e) {
            problem(StreamSourceOptions.LISTEN, e.getMessage(), "write host:port, such as 127.0.0.1:9514");
        } catch (UnknownHostException e) {
            problem(StreamSourceOptions.LISTEN, "there is no host " + listen, "take 127.0.0.1");
        }
    }

    private void unusedUnless(ConfigOption<?> option, ConfigOption<?> place) {
        if (isSet(option) && !isSet(place)) {
            problem(option, "it says nothing without " + place.key(), "leave it out");
        }
    }

    private void checkOthers() {
        long line = options.get(StreamSourceOptions.MAX_LINE).getBytes();
        if (line < 1 || line > 64 << 20) {
            problem(StreamSourceOptions.MAX_LINE, line + " bytes are not possible", "take 1 byte to 64 mb");
        }
        int clients = options.get(StreamSourceOptions.MAX_CLIENTS);
        if (clients < 1 || clients > 10_000) {
            problem(StreamSourceOptions.MAX_CLIENTS, clients + " is not possible", "take 1 to 10000");
        }
        Duration delay = options.get(StreamSourceOptions.RESTART_DELAY);
        if (delay.toMillis() < 1 || delay.compareTo(options.get(StreamSourceOptions.RESTART_DELAY_MAX)) > 0) {
            problem(
                    StreamSourceOptions.RESTART_DELAY,
                    "it is below 1 ms or longer than restart.delay.max",
                    "take 1 ms to restart.delay.max");
        }
        options.getOptional(StreamSourceOptions.KEY_PATTERN).ifPresent(pattern -> {
            try {
                LineKeys.compile(pattern);
            } catch (PatternSyntaxException e) {
                problem(
                        StreamSourceOptions.KEY_PATTERN,
                        "the regular expression is not valid: " + e.getDescription(),
                        "correct it");
            }
        });
    }

    private void problem(ConfigOption<?> option, String what, String cure) {
        problems.add(Problem.ofOption(option.key(), what, cure));
    }
}
