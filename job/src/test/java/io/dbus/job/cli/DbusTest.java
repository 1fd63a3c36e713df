package io.dbus.job.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.job.pipeline.Kind;
import io.dbus.job.pipeline.PluginCatalog;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DbusTest {
    private static final String PIPELINE = """
            name: shop
            sources:
              db: {type: test-source, hostname: h, password: '${env:PW}', servers: {eu2: [x], eu1: [y]}}
              own: {type: test-source, hostname: h}
            operators:
              split: {type: test-split, inputs: [db, own], outputs: [eu]}
            sinks:
              topics: {type: test-sink, inputs: [split, split.eu], into: x}
            pipeline:
              parallelism: 4
            """;

    @TempDir
    Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void validate_prints_what_would_run() throws Exception {
        assertThat(run("validate", file(PIPELINE))).as(err()).isZero();
        assertThat(out()).isEqualTo("""
                        pipeline shop
                          parallelism  4
                          exchange     keyed: 3 servers for 4 lanes
                          rejects      the first one fails the job (no dead-letters section)
                        sources
                          db           test-source, servers eu1, eu2
                          own          test-source
                        operators
                          split        test-split <- db, own
                        sinks
                          topics       test-sink <- split, split.eu
                        """);
        assertThat(err()).isEmpty();
    }

    @Test
    void a_fuzz_that_would_do_nothing_is_refused() {
        assertThat(run("fuzz", "--steps", "0")).isEqualTo(2);
        assertThat(err()).contains("--steps 0 does nothing");
        assertThat(run("fuzz", "--for", "-5s")).isEqualTo(2);
        assertThat(err()).contains("'-5s' is no length of time");
    }

    @Test
    void validate_prints_where_rejects_go() throws Exception {
        String file = file(
                PIPELINE.replace("into: x}", "into: x, dead-letters: {type: files, path: /letters, max-per-minute: 5}}")
                        + "dead-letters: {type: kafka, properties: {bootstrap.servers: 'k:9092', sasl.jaas.config: x}, topic: t}\n");

        assertThat(run("validate", file)).as(err()).isZero();
        assertThat(out())
                .contains("  rejects      kafka, properties.bootstrap.servers k:9092, topic t\n")
                .contains("  topics       test-sink <- split, split.eu, rejects to files, path /letters\n");
    }

    @Test
    void preflight_looks_at_the_place_of_dead_letters() throws Exception {
        Path blocked = Files.createFile(folder.resolve("blocked"));
        String file = file(PIPELINE + "dead-letters: {type: files, path: " + blocked + "/letters}\n");

        assertThat(run("validate", "--preflight", file)).isEqualTo(1);
        assertThat(err()).contains(":11:29: dead-letters.path: no file can be written to " + blocked);
    }

    @Test
    void validate_of_a_wrong_file_prints_each_finding_on_a_line_and_exits_2() throws Exception {
        String file = file(PIPELINE.replace("hostname", "hostnme").replace("parallelism", "paralelism"));

        assertThat(run("validate", file)).isEqualTo(2);
        assertThat(err())
                .isEqualTo(file + ":3:27: sources.db.hostnme: there is no such option; did you mean 'hostname'?\n"
                        + file + ":4:28: sources.own.hostnme: there is no such option; did you mean 'hostname'?\n"
                        + file + ":10:3: pipeline.paralelism: there is no such option; did you mean 'parallelism'?\n");
        assertThat(out()).isEmpty();
    }

    @Test
    void validate_needs_the_secrets_unless_told_otherwise() throws Exception {
        String file = file(PIPELINE.replace("env:PW", "env:MISSING"));

        assertThat(run("validate", file)).isEqualTo(2);
        assertThat(err()).contains("${env:MISSING} is not set");
        assertThat(run("validate", "--no-secrets", file)).isZero();
        assertThat(run("validate", "--no-secrets", "--preflight", file)).isEqualTo(2);
    }

    @Test
    void validate_connects_only_with_preflight_and_then_exits_1_when_something_is_found() throws Exception {
        String file = file(PIPELINE.replace(
                "own: {type: test-source, hostname: h", "own: {type: test-source, hostname: down.example"));

        assertThat(run("validate", file)).isZero();
        assertThat(run("validate", file, "--preflight")).isEqualTo(1);
        assertThat(err()).isEqualTo(file + ":4:28: sources.own.hostname: down.example does not answer; start it\n");
    }

    @Test
    void plugins_lists_the_types_of_each_kind() {
        assertThat(run("plugins")).isZero();
        assertThat(out())
                .contains(
                        "sources\n",
                        "  test-source       Counts, for tests.\n",
                        "operators\n",
                        "  test-count ",
                        "sinks\n",
                        "  test-sink ",
                        "dead-letters\n",
                        "  fail ",
                        "  files ",
                        "  kafka ");
    }

    @Test
    void every_plugin_that_is_there_has_a_page_with_all_its_options() {
        PluginCatalog plugins = PluginCatalog.load(getClass().getClassLoader());
        for (Kind kind : Kind.values()) {
            plugins.of(kind).forEach((type, plugin) -> {
                out.reset();
                assertThat(run("plugins", type)).as(type + ": " + err()).isZero();
                Stream.concat(plugin.requiredOptions().stream(), plugin.optionalOptions().stream())
                        .forEach(option -> assertThat(out()).contains("\n  " + option.key() + "  ("));
            });
        }
    }

    @Test
    void a_plugin_s_page_has_each_option_with_type_default_and_description() {
        assertThat(run("plugins", "test-source")).isZero();
        assertThat(out())
                .startsWith("""
                        test-source (source)
                          Counts, for tests.

                        required
                          hostname  (text)
                              The server's host.

                        optional
                          port  (whole number, default 3306)
                              The server's port.
                          password  (text, default '')
                        """)
                .contains("  scan.startup.mode  (one of earliest-offset, latest-offset, default earliest-offset)\n")
                .contains("  connect.timeout  (duration, default 30 s)\n")
                .contains("  buffer  (size, default 16 mb)\n")
                .contains("  routes  (list of map)\n")
                .endsWith("""

                        passed through
                          properties.*
                              Options of the driver.
                        """);
    }

    @Test
    void dead_letters_have_pages() {
        assertThat(run("plugins", "files")).isZero();
        assertThat(out())
                .contains(
                        "files (dead-letter)\n",
                        "  path  (text)\n",
                        "  max-per-minute  (whole number, default 1000)\n");
        out.reset();
        assertThat(run("plugins", "kafka")).isZero();
        assertThat(out()).contains("kafka (sink)\n", "kafka (dead-letter)\n");
    }

    @Test
    void the_pipeline_section_has_a_page() {
        assertThat(run("plugins", "pipeline")).isZero();
        assertThat(out()).contains("exchange  (one of auto, keyed, none, default auto)", "flink.*");
    }

    @Test
    void an_unknown_type_or_command_or_file_is_bad_usage() {
        assertThat(run("plugins", "test-sorce")).isEqualTo(2);
        assertThat(run("validat", "x")).isEqualTo(2);
        assertThat(run("validate", folder + "/none.yaml")).isEqualTo(2);
        assertThat(run("validate", folder.toString())).isEqualTo(2);
        assertThat(err())
                .contains("did you mean 'test-source'?", "Did you mean: dbus validate", "There is no file")
                .doesNotContain("\tat ");
    }

    @Test
    void without_a_command_the_help_lists_them() {
        assertThat(run()).isZero();
        assertThat(out()).contains("validate", "run", "plugins", "test", "Exit codes: 0 done; 1 it failed");
        assertThat(run("stop", "--help")).isZero();
        assertThat(out().lines().filter(line -> line.startsWith("Exit codes: ")))
                .hasSize(2);
    }

    @Test
    void the_version_names_the_flink_it_is_for() {
        assertThat(run("--version")).isZero();
        assertThat(out()).matches("dbus \\d+\\.\\d+\\.\\d+.*, for Flink 2\\.\\d+\\.\\d+\\n");
    }

    @Test
    void a_command_that_a_service_brings_is_run_and_prints_no_secret() {
        assertThat(run("test-command", "--fail")).isEqualTo(1);
        assertThat(out()).isEqualTo("the secret is ******\n");
        assertThat(err()).startsWith("dbus: it failed, ******: RuntimeException because\n");
    }

    private String file(String text) throws Exception {
        return Files.writeString(folder.resolve("p.yaml"), text).toString();
    }

    private int run(String... args) {
        return Dbus.run(out, err, Map.of("PW", "the-password"), args);
    }

    private String out() {
        return out.toString(UTF_8);
    }

    private String err() {
        return err.toString(UTF_8);
    }
}
