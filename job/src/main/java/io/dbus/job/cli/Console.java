package io.dbus.job.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import io.dbus.job.pipeline.PipelineReader;
import io.dbus.job.pipeline.PluginCatalog;
import io.dbus.job.pipeline.Secrets;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Map;

/**
 * What a command of the command line works with.
 *
 * @param out where results go, free of secrets
 * @param err where errors go, free of secrets
 * @param secrets what is kept out of both
 * @param environment the environment's variables
 * @param loader the class path on which plugins are found
 */
public record Console(
        PrintStream out, PrintStream err, Secrets secrets, Map<String, String> environment, ClassLoader loader) {
    public Console {
        requireNonNull(out, "out");
        requireNonNull(err, "err");
        requireNonNull(secrets, "secrets");
        requireNonNull(loader, "loader");
        environment = Map.copyOf(environment);
    }

    /** A console on two streams, from which it keeps secrets. */
    public static Console of(OutputStream out, OutputStream err, Map<String, String> environment) {
        Secrets secrets = new Secrets();
        return new Console(
                new PrintStream(new RedactingStream(out, secrets), true, UTF_8),
                new PrintStream(new RedactingStream(err, secrets), true, UTF_8),
                secrets,
                environment,
                Thread.currentThread().getContextClassLoader());
    }

    /** The plugins on the class path. */
    public PluginCatalog plugins() {
        return PluginCatalog.load(loader);
    }

    /** A reader of pipeline files; with {@code resolve} false it leaves secrets alone. */
    public PipelineReader reader(boolean resolve) {
        return new PipelineReader(plugins(), secrets, environment, resolve);
    }
}
