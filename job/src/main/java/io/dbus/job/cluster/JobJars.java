package io.dbus.job.cluster;

import io.dbus.job.DbusJob;
import io.dbus.job.DbusVersion;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The jars that a job needs on a cluster: dbus with its connectors, and plugins from elsewhere. */
public final class JobJars {
    private JobJars() {}

    /**
     * The jars that this process's own classes come from: the shaded jar itself when it runs from it, or the one that the build of
     * the source tree left beside its classes; and the jars that {@code DBUS_CLASSPATH} names.
     *
     * @throws IOException when there is no such jar, or {@code DBUS_CLASSPATH} names what is no jar; the message says what to do
     */
    public static List<Path> ofThisProcess(Map<String, String> environment) throws IOException {
        List<Path> jars = new ArrayList<>();
        jars.add(job());
        for (String entry : environment.getOrDefault("DBUS_CLASSPATH", "").split(File.pathSeparator)) {
            if (!entry.isBlank()) {
                Path jar = Path.of(entry);
                if (!Files.isRegularFile(jar)) {
                    throw new IOException("DBUS_CLASSPATH names " + entry
                            + ", which is no jar: only jars can be sent to a cluster; pack it into one");
                }
                jars.add(jar.toAbsolutePath());
            }
        }
        return jars;
    }

    /**
     * The first of {@link #ofThisProcess}: dbus with its connectors.
     *
     * @throws IOException when there is no such jar; the message says what to do
     */
    public static Path job() throws IOException {
        return job(classes());
    }

    static Path job(Path from) throws IOException {
        if (Files.isRegularFile(from) && !from.getFileName().toString().startsWith("original-")) {
            return from;
        }
        // job/target/classes of the source tree; the launcher builds the jar beside it. One of another version may lie
        // there too.
        Path built = from.resolveSibling("dbus-job-" + DbusVersion.TEXT + ".jar");
        if (!Files.isRegularFile(built)) {
            throw new IOException("There is no " + built + ", the jar of the job: ./dbus builds it in the source tree");
        }
        return built;
    }

    private static Path classes() throws IOException {
        CodeSource source = DbusJob.class.getProtectionDomain().getCodeSource();
        try {
            return Path.of(source.getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IOException("The classes of dbus come from " + source.getLocation() + ", which is no file", e);
        }
    }
}
