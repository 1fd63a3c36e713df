package io.dbus.embedded;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What to run on a {@link FlinkCluster}. Immutable. */
public final class JobSubmission {
    private final Path jar;
    private final String mainClass;
    private final List<String> arguments;
    private final int parallelism;
    private final String savepoint;
    private final boolean allowNonRestoredState;
    private final Map<String, String> configuration;

    private JobSubmission(
            Path jar,
            String mainClass,
            List<String> arguments,
            int parallelism,
            String savepoint,
            boolean allowNonRestoredState,
            Map<String, String> configuration) {
        this.jar = requireNonNull(jar, "jar is null");
        this.mainClass = mainClass;
        this.arguments = List.copyOf(arguments);
        this.parallelism = parallelism;
        this.savepoint = savepoint;
        this.allowNonRestoredState = allowNonRestoredState;
        this.configuration = Map.copyOf(configuration);
    }

    /** The job of that jar: main class by its manifest, no arguments, the cluster's default parallelism. */
    public static JobSubmission of(Path jar) {
        return new JobSubmission(jar, null, List.of(), 0, null, false, Map.of());
    }

    public JobSubmission mainClass(String name) {
        requireNonNull(name, "name is null");
        return new JobSubmission(jar, name, arguments, parallelism, savepoint, allowNonRestoredState, configuration);
    }

    public JobSubmission arguments(String... values) {
        return new JobSubmission(
                jar, mainClass, List.of(values), parallelism, savepoint, allowNonRestoredState, configuration);
    }

    public JobSubmission parallelism(int value) {
        if (value < 1) {
            throw new IllegalArgumentException("parallelism is " + value + ", must be 1 or more");
        }
        return new JobSubmission(jar, mainClass, arguments, value, savepoint, allowNonRestoredState, configuration);
    }

    /** Start from this savepoint or retained checkpoint. */
    public JobSubmission fromSavepoint(String path) {
        requireNonNull(path, "path is null");
        return new JobSubmission(jar, mainClass, arguments, parallelism, path, allowNonRestoredState, configuration);
    }

    /** State of the savepoint that no operator claims is dropped instead of failing the submission. */
    public JobSubmission allowNonRestoredState() {
        return new JobSubmission(jar, mainClass, arguments, parallelism, savepoint, true, configuration);
    }

    /** Flink options for this job alone ({@code flinkConfiguration} of the REST call). */
    public JobSubmission configuration(Map<String, String> options) {
        return new JobSubmission(jar, mainClass, arguments, parallelism, savepoint, allowNonRestoredState, options);
    }

    Path jar() {
        return jar;
    }

    Optional<String> mainClass() {
        return Optional.ofNullable(mainClass);
    }

    List<String> arguments() {
        return arguments;
    }

    /** 0 means the cluster's default. */
    int parallelism() {
        return parallelism;
    }

    Optional<String> savepoint() {
        return Optional.ofNullable(savepoint);
    }

    boolean allowsNonRestoredState() {
        return allowNonRestoredState;
    }

    Map<String, String> configuration() {
        return configuration;
    }
}
