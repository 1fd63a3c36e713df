package io.dbus.job.cli;

import io.dbus.job.cluster.Cluster;
import io.dbus.job.cluster.ClusterException;
import io.dbus.job.cluster.ClusterOptions;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options by which a command finds its cluster. */
final class ClusterChoice {
    @Option(
            names = {"-m", "--jobmanager"},
            paramLabel = "URL",
            description =
                    "The Flink cluster: where its web UI is, such as http://flink:8081 or https://proxy/flink. Without it, what"
                            + " Flink's own command line would take: config.yaml in FLINK_CONF_DIR (or FLINK_HOME/conf), where a leader in"
                            + " ZooKeeper may be named too; without those http://localhost:8081. TLS is as security.ssl.rest.* says; the"
                            + " environment variable FLINK_REST_CLIENT_HEADERS holds headers, one a line, such as Authorization:Bearer ... without a space behind the colon.")
    private Optional<String> url;

    @Option(
            names = "-D",
            paramLabel = "KEY=VALUE",
            description = "An option of Flink that wins over config.yaml, such as"
                    + " -Dsecurity.ssl.rest.truststore=/etc/flink/trust.jks.")
    private Map<String, String> flink = new LinkedHashMap<>();

    Cluster connect(CommandSpec spec, Console console) throws ClusterException {
        return Cluster.connect(options(spec, console));
    }

    private ClusterOptions options(CommandSpec spec, Console console) {
        try {
            return ClusterOptions.of(url, flink, console.environment());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }
}
