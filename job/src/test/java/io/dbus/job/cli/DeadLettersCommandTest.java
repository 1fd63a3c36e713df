package io.dbus.job.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeadLettersCommandTest {
    private static final String PIPELINE = """
            name: shop
            sources:
              db: {type: test-source, hostname: h}
            sinks:
              out: {type: test-sink, inputs: [db], into: x}
            """;

    @TempDir
    Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private Path letters;

    @BeforeEach
    void store() throws Exception {
        letters = Files.createDirectory(folder.resolve("letters"));
        Files.writeString(
                letters.resolve("shop.out.0-0.x.jsonl"),
                letter("b", "shop", "out", "record-too-large", "2026-11-29T10:00:02Z", "it is large")
                        + letter("a", "shop", "out", "record-too-large", "2026-11-29T10:00:01Z", "a\\tb\\nc")
                        + letter("x", "other", "out", "no-form", "2026-11-29T10:00:00Z", "of another"));
        Files.writeString(
                letters.resolve("shop.filter.0-0.x.jsonl.inprogress"),
                letter("c", "shop", "filter", "expression", "2026-11-29T10:00:00Z", "no such column")
                        + letter("b", "shop", "out", "record-too-large", "2026-11-29T11:00:00Z", "it is large")
                        + "{\"id\":\"tor");
    }

    @Test
    void each_event_counts_once_by_component_and_reason() throws Exception {
        assertThat(run("dead-letters", file("path: " + letters))).as(err()).isZero();
        assertThat(out()).isEqualTo("""
                component  reason              letters  last rejected
                filter     expression                1  2026-11-29T10:00:00Z
                out        record-too-large          2  2026-11-29T11:00:00Z
                all                                  3  2026-11-29T11:00:00Z
                1 repeat of one of these is left out
                1 letter of another pipeline in the same place is left out
                """);
    }

    @Test
    void the_list_has_a_line_for_each_event_by_time() throws Exception {
        assertThat(run("dead-letters", "--list", file("path: " + letters)))
                .as(err())
                .isZero();
        assertThat(out().lines())
                .hasSize(3)
                .element(1)
                .isEqualTo("2026-11-29T10:00:01Z\tout\trecord-too-large\tshop.t\tshop-db/shop/t[1]\ta b c");
        assertThat(out().lines().map(line -> line.split("\t")[1])).containsExactly("filter", "out", "out");
    }

    @Test
    void json_prints_each_letter_as_it_is_stored() throws Exception {
        assertThat(run("dead-letters", "--json", file("path: " + letters)))
                .as(err())
                .isZero();
        assertThat(out().lines())
                .hasSize(3)
                .allMatch(line -> line.startsWith("{\"id\":") && line.contains("\"extra\":1"));
    }

    @Test
    void the_letters_of_components_with_a_place_of_their_own_count_too() throws Exception {
        Path own = Files.createDirectory(folder.resolve("own"));
        Files.writeString(own.resolve("x.jsonl"), letter("z", "shop", "out", "no-form", "2026-11-29T10:00:00Z", "e"));
        String file = file("path: " + letters);
        Files.writeString(
                Path.of(file),
                Files.readString(Path.of(file))
                        .replace("into: x}", "into: x, dead-letters: {type: files, path: " + own + "}}"));

        assertThat(run("dead-letters", file)).as(err()).isZero();
        assertThat(out()).contains("out        no-form                   1", "all                                  4");
    }

    @Test
    void only_the_secrets_of_their_places_are_needed() throws Exception {
        String secret = PIPELINE.replace("hostname: h", "hostname: '${env:NOT_SET_HERE}'");
        Path file = Files.writeString(
                folder.resolve("s.yaml"), secret + "dead-letters: {type: files, path: '${env:LETTERS}'}\n");
        Map<String, String> environment = Map.of("LETTERS", letters.toString());

        assertThat(Dbus.run(out, err, environment, "dead-letters", file.toString()))
                .as(err())
                .isZero();
        assertThat(out()).contains("all                                  3");

        assertThat(run("dead-letters", file.toString())).isEqualTo(2);
        assertThat(err()).contains("${env:LETTERS} is not set").doesNotContain("NOT_SET_HERE");
    }

    @Test
    void a_place_without_letters_is_said_to_be_empty() throws Exception {
        assertThat(run("dead-letters", file("path: " + folder.resolve("none"))))
                .as(err())
                .isZero();
        assertThat(out()).isEqualTo("no dead letters\n");
        out.reset();
        Path fails = Files.writeString(folder.resolve("f.yaml"), PIPELINE + "dead-letters: {type: fail}\n");
        assertThat(run("dead-letters", fails.toString())).as(err()).isZero();
        assertThat(out()).isEqualTo("no dead letters\n");
    }

    @Test
    void a_pipeline_without_dead_letters_and_two_forms_at_once_are_bad_usage() throws Exception {
        Path none = Files.writeString(folder.resolve("n.yaml"), PIPELINE);
        assertThat(run("dead-letters", none.toString())).isEqualTo(2);
        assertThat(err()).contains("has no dead-letters");
        assertThat(run("dead-letters", "--list", "--json", file("path: " + letters)))
                .isEqualTo(2);
        assertThat(run("dead-letters", folder + "/missing.yaml")).isEqualTo(2);
        assertThat(run("dead-letters", file("paht: /x"))).isEqualTo(2);
    }

    @Test
    void what_is_no_dead_letter_fails_and_the_place_is_named() throws Exception {
        Files.writeString(letters.resolve("y.jsonl"), "{\"id\":\"a\"}\n");

        assertThat(run("dead-letters", file("path: " + letters))).isEqualTo(1);
        assertThat(err())
                .contains("dead-letters holds something that is no dead letter of dbus (it has no text 'pipeline')");
    }

    private static String letter(String id, String pipeline, String component, String reason, String at, String error) {
        return "{\"id\":\"" + id + "\",\"reason\":\"" + reason + "\",\"error\":\"" + error + "\",\"pipeline\":\""
                + pipeline
                + "\",\"component\":\"" + component
                + "\",\"table\":\"shop.t\",\"key\":\"shop-db/shop/t[1]\",\"rejected_at\":\""
                + at + "\",\"extra\":1}\n";
    }

    private String file(String option) throws Exception {
        return Files.writeString(folder.resolve("p.yaml"), PIPELINE + "dead-letters: {type: files, " + option + "}\n")
                .toString();
    }

    private int run(String... args) {
        return Dbus.run(out, err, Map.of(), args);
    }

    private String out() {
        return out.toString(UTF_8);
    }

    private String err() {
        return err.toString(UTF_8);
    }
}
