package io.dbus.job;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.job.cluster.JobJars;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import org.apache.flink.client.program.PackagedProgram;
import org.apache.flink.client.program.PackagedProgramUtils;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jar that is given to a cluster, as the build has made it. */
class ShadedJarITCase {
    private static final Path TARGET = Path.of("target").toAbsolutePath();

    @TempDir
    Path folder;

    @Test
    void it_holds_connectors_but_neither_the_engine_nor_a_logger_nor_the_embedded_servers() throws Exception {
        List<String> entries = entries();

        assertThat(entries)
                .contains("io/dbus/job/DbusJob.class", "io/dbus/plugin/Plugin.class")
                .anyMatch(entry -> entry.startsWith("org/apache/flink/connector/kafka/"))
                .noneMatch(entry -> entry.startsWith("org/apache/flink/runtime/"))
                .noneMatch(entry -> entry.startsWith("org/apache/flink/api/"))
                .noneMatch(entry -> entry.startsWith("org/apache/flink/core/"))
                .noneMatch(entry -> entry.startsWith("org/apache/flink/connector/base/"))
                .noneMatch(entry -> entry.startsWith("org/apache/flink/state/"))
                .noneMatch(entry -> entry.startsWith("org/slf4j/"))
                .noneMatch(entry -> entry.startsWith("org/apache/logging/"))
                .noneMatch(entry -> entry.contains("log4j2"))
                .noneMatch(entry -> entry.startsWith("io/dbus/embedded/"))
                .noneMatch(entry -> entry.startsWith("io/dbus/fuzz/"))
                .noneMatch(entry -> entry.startsWith("io/dbus/job/demo/"))
                .noneMatch(entry -> entry.startsWith("io/dbus/job/fuzz/"))
                .noneMatch(entry -> entry.startsWith("io/dbus/job/soak/"))
                .noneMatch(entry -> entry.startsWith("com/mysql/") || entry.startsWith("org/mariadb/"))
                .noneMatch(entry -> entry.startsWith("META-INF/services/io.dbus.job.cli."))
                .noneMatch(entry -> entry.matches("META-INF/[^/]*\\.(SF|DSA|RSA)"));
    }

    @Test
    void each_entry_is_there_once_and_none_has_the_time_of_the_build() throws Exception {
        assertThat(entries()).doesNotHaveDuplicates();
        try (JarFile jar = new JarFile(JobJars.job().toFile())) {
            // 2026-11-29 is project.build.outputTimestamp; entries of dependencies keep theirs.
            assertThat(jar.stream().filter(entry -> entry.getName().startsWith("io/dbus/")))
                    .isNotEmpty()
                    .allSatisfy(entry -> assertThat(entry.getTimeLocal()).hasToString("2026-11-29T00:00"));
        }
    }

    @Test
    void its_manifest_names_the_job() throws Exception {
        try (JarFile jar = new JarFile(JobJars.job().toFile())) {
            assertThat(jar.getManifest().getMainAttributes().getValue("Main-Class"))
                    .isEqualTo("io.dbus.job.DbusJob");
            assertThat(jar.getManifest().getMainAttributes().getValue("Multi-Release"))
                    .isEqualTo("true");
        }
    }

    @Test
    void service_files_of_all_modules_are_merged() throws Exception {
        for (String service : List.of(
                "io.dbus.plugin.SourcePlugin",
                "io.dbus.plugin.OperatorPlugin",
                "io.dbus.plugin.SinkPlugin",
                "io.dbus.event.RowFormat")) {
            TreeSet<String> expected = new TreeSet<>();
            for (Path module : List.of(TARGET, at("api"), at("sources"), at("operators"), at("sinks"))) {
                Path file = module.resolve("classes/META-INF/services/" + service);
                if (Files.exists(file)) {
                    expected.addAll(providers(Files.readString(file)));
                }
            }
            List<String> merged = expected.isEmpty() ? List.of() : providers(read("META-INF/services/" + service));
            assertThat(merged).as(service).containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    @Test
    void licences_are_kept_and_each_dependency_is_named_with_its_own() throws Exception {
        assertThat(read("META-INF/LICENSE")).contains("Apache License");
        assertThat(read("META-INF/NOTICE")).contains("Apache Flink", "Jackson JSON processor");
        String named = read("META-INF/licenses/DEPENDENCIES.txt");
        // Paths in the local repository: .../com/github/luben/zstd-jni/1.5.7-20/zstd-jni-1.5.7-20.jar
        Pattern artifact = Pattern.compile(".*/([^/]+)/([^/]+)/\\1-\\2[^/]*\\.jar");
        for (String path :
                Files.readString(TARGET.resolve("classpath-runtime")).trim().split(":")) {
            Matcher matcher = artifact.matcher(path);
            if (matcher.matches()) {
                assertThat(named).as("licence of " + path).contains(":" + matcher.group(1) + "\n");
            }
        }
    }

    @Test
    void flink_loads_it_as_a_cluster_does_and_makes_the_job_of_a_pipeline_file() throws Exception {
        Path file = Files.writeString(folder.resolve("p.yaml"), """
                name: packaged
                sources:
                  numbers: {type: test-source, hostname: h}
                sinks:
                  kept: {type: test-sink, inputs: [numbers], into: x}
                """);
        // The test plugins come as someone else's jar would: beside the job's jar, on its class loader.
        try (PackagedProgram program = PackagedProgram.newBuilder()
                .setJarFile(JobJars.job().toFile())
                .setUserClassPaths(
                        List.of(TARGET.resolve("test-classes").toUri().toURL()))
                .setArguments(file.toString())
                .build()) {
            JobGraph graph = PackagedProgramUtils.createJobGraph(program, new Configuration(), 2, false);

            assertThat(graph.getName()).isEqualTo("packaged");
            assertThat(program.getUserCodeClassLoader()
                            .loadClass("io.dbus.job.DbusJob")
                            .getClassLoader())
                    .isNotSameAs(getClass().getClassLoader());
        }
    }

    private static Path at(String module) {
        return TARGET.getParent().resolveSibling(module).resolve("target");
    }

    private static List<String> providers(String services) {
        return services.lines()
                .map(line -> line.replaceFirst("#.*", "").trim())
                .filter(line -> !line.isEmpty())
                .toList();
    }

    private static List<String> entries() throws IOException {
        try (JarFile jar = new JarFile(JobJars.job().toFile())) {
            return jar.stream().map(ZipEntry::getName).toList();
        }
    }

    private static String read(String entry) throws IOException {
        try (JarFile jar = new JarFile(JobJars.job().toFile());
                InputStream in = jar.getInputStream(jar.getEntry(entry))) {
            return new String(in.readAllBytes(), UTF_8);
        }
    }
}
