package io.dbus.job;

import io.dbus.job.cli.Preflight;
import io.dbus.job.graph.PipelineGraph;
import io.dbus.job.pipeline.Finding;
import io.dbus.job.pipeline.Pipeline;
import io.dbus.job.pipeline.PipelineReader;
import io.dbus.job.pipeline.PluginCatalog;
import io.dbus.job.pipeline.Secrets;
import java.io.InputStream;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.flink.core.fs.Path;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * The job's main class: {@code flink run dbus-job.jar [--no-preflight] FILE}, in session and in application mode. FILE is a
 * path where this runs, or a URI that one of Flink's file systems knows.
 */
public final class DbusJob {
    private static final String NO_PREFLIGHT = "--no-preflight";
    private static final String MEMORY = "jobmanager.memory.";
    private static final String USAGE = "Usage: flink run dbus-job.jar [" + NO_PREFLIGHT + "] FILE";

    private DbusJob() {}

    /**
     * Checks the pipeline file and the servers, then submits the job.
     *
     * @throws Exception when the file or a server is not in order, or as Flink throws it; free of secrets
     */
    public static void main(String[] args) throws Exception {
        Secrets secrets = new Secrets();
        try {
            submit(secrets, List.of(args));
        } catch (Exception e) {
            throw RedactedException.of(e, secrets);
        }
    }

    private static void submit(Secrets secrets, List<String> args) throws Exception {
        List<String> files = withoutMemory(args).stream()
                .filter(arg -> !arg.equals(NO_PREFLIGHT))
                .toList();
        if (files.size() != 1 || files.get(0).startsWith("-")) {
            throw new IllegalArgumentException(USAGE);
        }
        PluginCatalog plugins = PluginCatalog.load(Thread.currentThread().getContextClassLoader());
        Pipeline pipeline =
                new PipelineReader(plugins, secrets, System.getenv(), true).read(files.get(0), bytes(files.get(0)));
        if (!args.contains(NO_PREFLIGHT)) {
            List<Finding> findings = Preflight.findings(pipeline);
            if (!findings.isEmpty()) {
                throw new IllegalStateException("The pipeline cannot run:\n"
                        + findings.stream().map(Finding::toString).collect(Collectors.joining("\n")));
            }
        }
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        PipelineGraph.build(env, pipeline);
        env.execute(pipeline.name());
    }

    /**
     * What the user has written. {@code bin/standalone-job.sh} has put the JobManager's memory, as Flink reckons it, behind all of its arguments, where they are
     * the job's (Flink 1.12; later scripts put it before them).
     */
    private static List<String> withoutMemory(List<String> args) {
        int end = args.size();
        while (end > 2 && args.get(end - 2).equals("-D") && args.get(end - 1).startsWith(MEMORY)) {
            end -= 2;
        }
        return args.subList(0, end);
    }

    private static byte[] bytes(String file) throws Exception {
        Path path = new Path(file);
        try (InputStream in = path.getFileSystem().open(path)) {
            return in.readAllBytes();
        }
    }
}
