package io.dbus.job.cluster;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import java.util.Optional;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.Configuration;

/**
 * The Flink inside a process of dbus ({@code dbus run}, {@code dbus demo}): it has one pipeline, with which the process ends. It says so by an
 * option of its own among those that its REST interface shows.
 *
 * @param state the folder in which {@code dbus run --from last} looks for its state; empty when it is removed with the process
 */
public record OneRun(String state) {
    private static final ConfigOption<String> STATE = ConfigOptions.key("dbus.run.state")
            .stringType()
            .noDefaultValue()
            .withDescription("Set by dbus in the Flink inside its process: the folder of its state, or nothing.");

    public OneRun {
        requireNonNull(state, "state");
    }

    /** One whose state is removed with the process. */
    public static OneRun passing() {
        return new OneRun("");
    }

    /** The options of a Flink, with what tells that it is one. */
    public Configuration mark(Configuration flink) {
        return new Configuration(flink).set(STATE, state);
    }

    /** Whether a cluster is one, by how it is configured. */
    static Optional<OneRun> of(Map<String, String> configuration) {
        return Optional.ofNullable(configuration.get(STATE.key())).map(OneRun::new);
    }

    /** How its pipeline goes on from a savepoint, as the end of a sentence. */
    public String goesOn(String savepoint) {
        if (state.isEmpty()) {
            return "its state goes with its process, and the savepoint is " + savepoint;
        }
        return path(savepoint).startsWith(path(state) + "/")
                ? "dbus run --from last goes on from " + savepoint
                : "dbus run --from " + savepoint + " goes on from there. --from last does not: it looks into " + state
                        + " alone, and what was delivered after the newest state there would be delivered again";
    }

    private static String path(String folder) {
        return folder.replaceFirst("^file:/+", "/").replaceFirst("/+$", "");
    }
}
