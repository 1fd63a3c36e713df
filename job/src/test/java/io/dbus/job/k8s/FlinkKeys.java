package io.dbus.job.k8s;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.kubernetes.configuration.KubernetesConfigOptions;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.state.rocksdb.RocksDBOptions;

/** The keys that Flink and its Kubernetes operator know, each with its type where it is Flink's. */
final class FlinkKeys {
    /** Prefix of the options of a reporter that is named here; the rest is the reporter's own. */
    private static final String REPORTER = "metrics.reporter.prom.";

    /** What a reporter takes, Flink's Prometheus reporter included (documentation of Flink 2.3, "Metric Reporters"). */
    private static final List<String> OF_REPORTERS =
            List.of("factory.class", "port", "filterLabelValueCharacters", "scope.variables.excludes", "interval");

    /** Of the operator 1.15 and its autoscaler, as their generated pages of options list them. */
    private static final Map<String, String> OF_OPERATOR = Map.ofEntries(
            Map.entry("kubernetes.operator.pod-template.merge-arrays-by-name", "true|false"),
            Map.entry("kubernetes.operator.savepoint.format.type", "CANONICAL|NATIVE"),
            Map.entry("kubernetes.operator.periodic.savepoint.interval", "\\d+ ?(s|m|min|h|d)"),
            Map.entry("kubernetes.operator.savepoint.history.max.count", "\\d+"),
            Map.entry("kubernetes.operator.savepoint.history.max.age", "\\d+ ?(s|m|min|h|d)"),
            Map.entry("kubernetes.operator.savepoint.dispose-on-delete", "true|false"),
            Map.entry("kubernetes.operator.job.savepoint-on-deletion", "true|false"),
            Map.entry("kubernetes.operator.deployment.rollback.enabled", "true|false"),
            Map.entry("kubernetes.operator.deployment.readiness.timeout", "\\d+ ?(s|m|min|h|d)"),
            Map.entry("kubernetes.operator.session.deletion.block-on-session-jobs", "true|false"),
            Map.entry("job.autoscaler.enabled", "true|false"),
            Map.entry("job.autoscaler.scaling.enabled", "true|false"),
            Map.entry("job.autoscaler.stabilization.interval", "\\d+ ?(s|m|min|h|d)"),
            Map.entry("job.autoscaler.metrics.window", "\\d+ ?(s|m|min|h|d)"),
            Map.entry("job.autoscaler.utilization.target", "0\\.\\d+"),
            Map.entry("job.autoscaler.utilization.min", "0\\.\\d+"),
            Map.entry("job.autoscaler.utilization.max", "0\\.\\d+"),
            Map.entry("job.autoscaler.catch-up.duration", "\\d+ ?(s|m|min|h|d)"),
            Map.entry("job.autoscaler.restart.time-tracking.enabled", "true|false"),
            Map.entry("job.autoscaler.scale-down.interval", "\\d+ ?(s|m|min|h|d)"),
            Map.entry("job.autoscaler.vertex.min-parallelism", "\\d+"),
            Map.entry("job.autoscaler.vertex.max-parallelism", "\\d+"),
            Map.entry("job.autoscaler.quota.cpu", "\\d+"));

    private final Map<String, ConfigOption<?>> options = new TreeMap<>();

    /** The options of all classes of options in the jars of Flink's core, runtime, RocksDB and Kubernetes. */
    FlinkKeys() throws IOException {
        for (Class<?> one :
                List.of(Configuration.class, JobGraph.class, RocksDBOptions.class, KubernetesConfigOptions.class)) {
            scan(one);
        }
    }

    /** What is wrong with an option; empty when nothing is. */
    Optional<String> problem(String key, String value) {
        if (key.startsWith(REPORTER)) {
            return OF_REPORTERS.contains(key.substring(REPORTER.length()))
                    ? Optional.empty()
                    : Optional.of(key + " is no option of a reporter");
        }
        if (OF_OPERATOR.containsKey(key)) {
            return value.matches(OF_OPERATOR.get(key)) ? Optional.empty() : Optional.of(key + ": " + value);
        }
        ConfigOption<?> option = options.get(key);
        if (option == null) {
            return Optional.of(key + " is no option of Flink or the operator");
        }
        try {
            Configuration.fromMap(Map.of(key, value)).get(option);
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of(key + ": " + e.getMessage());
        }
    }

    private void scan(Class<?> of) throws IOException {
        Path jar = path(of);
        List<String> names = new ArrayList<>();
        try (JarFile file = new JarFile(jar.toFile())) {
            file.stream()
                    .map(entry -> entry.getName())
                    .filter(entry -> entry.matches("org/apache/flink/(?!.*/shaded/)[^$]*Options\\.class"))
                    .forEach(entry -> names.add(entry.replace('/', '.').replaceFirst("\\.class$", "")));
        }
        for (String name : names) {
            try {
                Class<?> type = Class.forName(name);
                Stream.of(type.getDeclaredFields())
                        .filter(field -> Modifier.isStatic(field.getModifiers())
                                && Modifier.isPublic(field.getModifiers())
                                && field.getType() == ConfigOption.class)
                        .map(FlinkKeys::value)
                        .forEach(option -> options.put(option.key(), option));
            } catch (ClassNotFoundException | NoClassDefFoundError e) {
                // Of something that this class path does not have, so that no manifest of ours can mean it.
                continue;
            }
        }
    }

    private static Path path(Class<?> type) {
        try {
            URI location =
                    type.getProtectionDomain().getCodeSource().getLocation().toURI();
            return Path.of(location);
        } catch (URISyntaxException e) {
            throw new IllegalStateException("The jar of " + type + " has no path", e);
        }
    }

    private static ConfigOption<?> value(Field field) {
        try {
            return (ConfigOption<?>) field.get(null);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("Flink's option " + field + " cannot be read", e);
        }
    }
}
