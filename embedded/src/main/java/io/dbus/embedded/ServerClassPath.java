package io.dbus.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What servers in JVMs of their own are made of: files of the local Maven repository, as the build has listed them in a
 * resource. They are never on the class path of this JVM.
 */
final class ServerClassPath {
    private final List<Path> files;

    private ServerClassPath(List<Path> files) {
        this.files = files;
    }

    /**
     * @param server the list's name, {@code kafka}, {@code flink}, {@code zookeeper} or {@code elasticsearch}
     * @throws ServerUnavailableException when the list or a file of it is not there
     */
    static ServerClassPath of(String server) {
        String resource = server + ".classpath";
        try (InputStream in = ServerClassPath.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new ServerUnavailableException("no " + server + " server is to be had: the build has made no "
                        + resource + "; build with Maven, dbus-embedded and what it needs included (-am)");
            }
            List<Path> files = Stream.of(new String(in.readAllBytes(), StandardCharsets.UTF_8)
                            .strip()
                            .split(java.io.File.pathSeparator))
                    .map(Path::of)
                    .toList();
            for (Path file : files) {
                if (!Files.exists(file)) {
                    throw new ServerUnavailableException("no " + server + " server is to be had: " + file
                            + " was there when dbus-embedded was built and is gone; build it again");
                }
            }
            return new ServerClassPath(files);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + resource, e);
        }
    }

    /** The files, without {@link #ownCode}. */
    List<Path> files() {
        return files;
    }

    /** A command that runs a class in a new JVM with these files and this module on its class path. */
    List<String> javaCommand(List<String> jvmOptions, String mainClass, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // These JVMs are many, small and short-lived: the second compiler would cost more than it gains before they
        // end.
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-UsePerfData"));
        command.addAll(jvmOptions);
        command.add("-Dlog4j2.configurationFile=classpath:io/dbus/embedded/server-log.properties");
        command.add("-cp");
        command.add(String.join(
                java.io.File.pathSeparator,
                Stream.concat(Stream.of(ownCode()), files.stream())
                        .map(Path::toString)
                        .toList()));
        command.add(mainClass);
        command.addAll(arguments);
        return command;
    }

    /** Where this module's classes are. */
    static Path ownCode() {
        try {
            return Path.of(ServerClassPath.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException("the place of this module's classes is no file", e);
        }
    }
}
