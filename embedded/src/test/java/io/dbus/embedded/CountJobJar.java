package io.dbus.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** A jar with {@code CountJob}, compiled against the class path of the embedded Flink. */
final class CountJobJar {
    private CountJobJar() {}

    static Path in(Path directory) throws Exception {
        Path source = directory.resolve("CountJob.java");
        try (InputStream in = CountJobJar.class.getResourceAsStream("CountJob.java")) {
            Files.copy(in, source);
        }
        Path classes = Files.createDirectory(directory.resolve("classes"));
        String classPath =
                ServerClassPath.of("flink").files().stream().map(Path::toString).collect(Collectors.joining(":"));
        int status = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-proc:none", "-cp", classPath, "-d", classes.toString(), source.toString());
        assertThat(status).isZero();
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "CountJob");
        Path jar = directory.resolve("count.jar");
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out, manifest);
                Stream<Path> files = Files.list(classes)) {
            List<Path> all = files.toList();
            for (Path file : all) {
                entries.putNextEntry(new JarEntry(file.getFileName().toString()));
                entries.write(Files.readAllBytes(file));
            }
        }
        return jar;
    }
}
