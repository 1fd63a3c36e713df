package io.dbus.job;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher {@code ./dbus} in a tree of its own, with a Java and a Maven that only write down how they were called. */
class LauncherTest {
    private static final Path LAUNCHER = Path.of("..", "dbus").toAbsolutePath().normalize();
    private static final List<String> TOOLS = List.of(
            "awk",
            "cat",
            "dirname",
            "find",
            "flock",
            "grep",
            "mkdir",
            "mv",
            "paste",
            "readlink",
            "sed",
            "tail",
            "touch",
            "tr",
            "xargs");

    private static final Path BASH = which("bash");

    @TempDir
    Path folder;

    private Path root;
    private Path bin;
    private int code;
    private String output;

    @BeforeEach
    void tree() throws Exception {
        root = Files.createDirectories(folder.resolve("a tree"));
        bin = Files.createDirectories(folder.resolve("bin"));
        for (String tool : TOOLS) {
            program(tool, "exec " + which(tool) + " \"$@\"");
        }
        program("java", "echo \"java: $*\"");
        program("javac", "echo javac 17.0.1");
        // A build makes the class path files and one jar.
        program(
                "mvn",
                "echo \"mvn: $*\" >>\"$LOG\"; mkdir -p job/target/classes api/target; echo jar >api/target/api.jar;"
                        + " printf %s \"$PWD/api/target/api.jar\" >job/target/classpath-runtime;"
                        + " printf %s \"$PWD/api/target/api.jar\" >job/target/classpath-provided");
        Files.copy(LAUNCHER, root.resolve("dbus"));
        source("pom.xml");
        source("api/pom.xml");
        source("api/src/main/java/A.java");
        source("api/src/main/java/B.java");
        source("api/src/test/java/T.java");
    }

    @Test
    void it_builds_on_first_use_and_not_again_while_nothing_changes() throws Exception {
        launch("plugins", "my sql");
        assertThat(output).contains("building").contains("io.dbus.job.cli.Dbus plugins my sql");
        assertThat(output).contains("-cp " + root + "/job/target/classes:" + root + "/api/target/api.jar ");

        launch("plugins");
        assertThat(output).doesNotContain("building");
        assertThat(builds()).isEqualTo(1);
    }

    @Test
    void it_builds_again_when_a_source_or_a_pom_changed_or_is_gone_and_not_for_a_test() throws Exception {
        launch();
        touch("api/src/test/java/T.java");
        launch();
        assertThat(builds()).isEqualTo(1);

        touch("api/src/main/java/A.java");
        launch();
        assertThat(builds()).isEqualTo(2);

        // The fake times lie ahead of the build's; set them back as if that build had been made since.
        Files.setLastModifiedTime(root.resolve("job/target/launcher-classpath"), ahead(20));
        touch("api/pom.xml", 30);
        launch();
        assertThat(builds()).isEqualTo(3);

        Files.setLastModifiedTime(root.resolve("job/target/launcher-classpath"), ahead(40));
        Files.delete(root.resolve("api/src/main/java/B.java"));
        Files.setLastModifiedTime(root.resolve("api/src/main/java"), ahead(50));
        launch();
        assertThat(builds()).isEqualTo(4);
    }

    @Test
    void it_builds_again_when_what_was_built_is_gone() throws Exception {
        launch();
        Files.delete(root.resolve("api/target/api.jar"));
        launch();
        assertThat(builds()).isEqualTo(2);
    }

    @Test
    void it_works_through_links_from_anywhere() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("link"), root.resolve("dbus"));
        Path second = Files.createSymbolicLink(folder.resolve("second"), Path.of("link"));

        run(second, List.of("--help"), Map.of());

        assertThat(link).isSymbolicLink();
        assertThat(code).as(output).isZero();
        assertThat(output).contains("-cp " + root + "/job/target/classes:");
    }

    @Test
    void a_build_that_fails_shows_its_errors_and_names_its_log() throws Exception {
        program("mvn", "echo '[INFO] fine'; echo '[ERROR] A.java: no'; exit 1");

        launch();

        assertThat(code).isEqualTo(1);
        assertThat(output)
                .contains("[ERROR] A.java: no", "dbus: the build failed; all of it is in " + root + "/target/build.log")
                .doesNotContain("fine");
        assertThat(root.resolve("target/build.log")).content().contains("[INFO] fine");
    }

    @Test
    void what_is_missing_is_named_with_a_way_to_get_it() throws Exception {
        Files.delete(bin.resolve("mvn"));
        launch();
        assertThat(code).isEqualTo(1);
        assertThat(output).contains("Maven is missing", "apt-get install maven");

        program("javac", "echo javac 11.0.2");
        launch();
        assertThat(output).contains("the JDK is version 11; dbus needs 17 or newer", "openjdk-17-jdk");

        Files.delete(bin.resolve("javac"));
        launch();
        assertThat(output).contains("a Java without a compiler");

        Files.delete(bin.resolve("java"));
        launch();
        assertThat(code).isEqualTo(1);
        assertThat(output).contains("Java is missing", "openjdk-17-jdk");
    }

    @Test
    void test_passes_its_arguments_to_maven_and_closes_with_the_figures() throws Exception {
        report("", "<testcase name=\"b\" classname=\"T\">", "<skipped message=\"no server: x\"/>", "</testcase>");

        launch("test", "-pl", "api");

        assertThat(code).as(output).isZero();
        assertThat(output)
                .contains("mvn: -B -ntp verify -pl api")
                .endsWith("skipped: T.b: no server: x\n1 passed, 0 failed, 1 skipped\n");
    }

    @Test
    void in_ci_a_skipped_test_is_a_failure() throws Exception {
        report("", "<testcase name=\"b\" classname=\"T\">", "<skipped message=\"no server: x\"/>", "</testcase>");

        run(root.resolve("dbus"), List.of("test"), Map.of("CI", "true"));

        assertThat(code).isEqualTo(1);
    }

    @Test
    void a_failed_test_is_named_and_the_exit_code_is_1() throws Exception {
        report("exit 1", "<testcase name=\"b\" classname=\"T\">", "<failure message=\"no\"/>", "</testcase>");

        launch("test");

        assertThat(code).isEqualTo(1);
        assertThat(output).contains("failed:  T.b\n1 passed, 1 failed, 0 skipped");
    }

    /** A Maven that leaves a report of two tests, the second as given. */
    private void report(String end, String... second) throws IOException {
        String outcome = String.join("\n", second);
        String xml = "<testsuite name=\"T\" time=\"1\" tests=\"2\" errors=\"0\" skipped=\""
                + (outcome.contains("<skipped") ? 1 : 0) + "\" failures=\"" + (outcome.contains("<failure") ? 1 : 0)
                + "\">\n<testcase name=\"a\" classname=\"T\"/>\n" + outcome + "\n</testsuite>\n";
        Files.writeString(folder.resolve("report.xml"), xml);
        program(
                "mvn",
                "echo \"mvn: $*\"; mkdir -p api/target/surefire-reports; cat \"" + folder
                        + "/report.xml\" >api/target/surefire-reports/TEST-T.xml; " + end);
    }

    private void launch(String... args) throws Exception {
        run(root.resolve("dbus"), List.of(args), Map.of());
    }

    private void run(Path script, List<String> args, Map<String, String> environment) throws Exception {
        List<String> command = new ArrayList<>(List.of(BASH.toString(), script.toString()));
        command.addAll(args);
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().put("PATH", bin.toString());
        builder.environment().put("LOG", folder.resolve("mvn.log").toString());
        builder.environment().putAll(environment);
        Process process = builder.start();
        output = new String(process.getInputStream().readAllBytes(), UTF_8);
        code = process.waitFor();
    }

    private long builds() throws IOException {
        return Files.readAllLines(folder.resolve("mvn.log")).size();
    }

    private void program(String name, String script) throws IOException {
        Path file = Files.writeString(bin.resolve(name), "#!" + BASH + "\n" + script + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    /** A source that is older than any build. */
    private void source(String path) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "x");
        for (Path at = file; !at.equals(root); at = at.getParent()) {
            Files.setLastModifiedTime(at, FileTime.from(Instant.now().minusSeconds(1000)));
        }
    }

    private void touch(String path) throws IOException {
        touch(path, 10);
    }

    private void touch(String path, int secondsAhead) throws IOException {
        Files.setLastModifiedTime(root.resolve(path), ahead(secondsAhead));
    }

    private static FileTime ahead(int seconds) {
        return FileTime.from(Instant.now().plusSeconds(seconds));
    }

    private static Path which(String tool) {
        return List.of("/usr/bin", "/bin", "/usr/local/bin", "/opt/homebrew/bin").stream()
                .map(place -> Path.of(place, tool))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no " + tool));
    }
}
