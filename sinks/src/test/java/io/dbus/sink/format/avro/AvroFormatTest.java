package io.dbus.sink.format.avro;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.plugin.Problem;
import io.dbus.sink.format.Rows;
import io.dbus.sink.format.avro.registry.HttpRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Options of the format: what is refused before anything runs. */
class AvroFormatTest {
    private static final String URL = "avro-confluent.url";

    @TempDir
    Path folder;

    private static List<String> problems(Map<String, String> options) {
        return new AvroFormat()
                .validate(Rows.context(options)).stream()
                        .map(problem -> problem.option() + ": " + problem.what())
                        .toList();
    }

    private static List<String> withRegistry(String key, String value) {
        return problems(Map.of(URL, "http://registry:8081", key, value));
    }

    private Map<String, String> withFile(String schema, String... more) throws IOException {
        Map<String, String> options = new HashMap<>();
        options.put(
                "avro.schema.file",
                Files.writeString(folder.resolve("s.avsc"), schema).toString());
        for (int i = 0; i < more.length; i += 2) {
            options.put(more[i], more[i + 1]);
        }
        return options;
    }

    @Test
    void schemas_come_from_a_registry_or_a_file() throws IOException {
        String record = "{\"type\":\"record\",\"name\":\"R\",\"fields\":[]}";
        assertThat(problems(Map.of(URL, "http://a:1, https://b/x/"))).isEmpty();
        assertThat(problems(withFile(record))).isEmpty();
        assertThat(problems(Map.of())).singleElement().asString().contains("needs a schema registry or the file");
        assertThat(problems(withFile(record, URL, "http://a")))
                .singleElement()
                .asString()
                .contains("not from both");
    }

    @Test
    void an_address_that_is_none_or_holds_a_password_is_refused_and_the_password_not_shown() {
        assertThat(problems(Map.of(URL, "registry:8081")))
                .singleElement()
                .asString()
                .contains("http://host:port");
        assertThat(problems(Map.of(URL, "http://a,"))).hasSize(1);
        assertThat(problems(Map.of(URL, "http://user:geheim@host:1")))
                .singleElement()
                .asString()
                .contains("holds a user or a password")
                .doesNotContain("geheim");
    }

    @Test
    void options_that_say_nothing_are_refused() throws IOException {
        String record = "{\"type\":\"record\",\"name\":\"R\",\"fields\":[]}";
        assertThat(withRegistry("avro.encoding", "binary")).hasSize(1);
        assertThat(withRegistry("delete.tombstone.handling.mode", "drop")).hasSize(1);
        assertThat(problems(withFile(record, "auto.register.schemas", "true"))).hasSize(1);
        assertThat(problems(withFile(record, "tombstones.on.delete", "true"))).hasSize(1);
        assertThat(withRegistry("avro-confluent.ssl.truststore.password", "x")).hasSize(1);
    }

    @Test
    void values_that_avro_has_no_form_for_are_refused() {
        assertThat(withRegistry("decimal.handling.mode", "number")).hasSize(1);
        assertThat(withRegistry("decimal.handling.mode", "string")).isEmpty();
        assertThat(withRegistry("bigint.unsigned.handling.mode", "number")).hasSize(1);
        assertThat(withRegistry("zero-date", "string")).hasSize(1);
        assertThat(problems(Map.of(URL, "http://a", "zero-date", "string", "time.precision.mode", "isostring")))
                .isEmpty();
    }

    @Test
    void strategies_credentials_and_times_are_checked() {
        assertThat(withRegistry("key.subject.name.strategy", "Mine"))
                .singleElement()
                .asString()
                .contains("'Mine'", "TopicRecordNameStrategy");
        assertThat(withRegistry("avro-confluent.basic-auth.user-info", "user")).hasSize(1);
        assertThat(withRegistry("avro-confluent.retry-timeout", "0 s")).hasSize(1);
        assertThat(problems(Map.of(
                        URL,
                        "http://a",
                        "avro-confluent.basic-auth.user-info",
                        "u:p",
                        "avro-confluent.bearer-auth.token",
                        "t")))
                .hasSize(1);
    }

    @Test
    void a_file_that_holds_no_record_of_avro_is_refused_with_what_is_wrong_in_it() throws IOException {
        assertThat(problems(Map.of("avro.schema.file", "/nowhere.avsc")))
                .singleElement()
                .asString()
                .contains("/nowhere.avsc");
        assertThat(problems(withFile("{"))).hasSize(1);
        assertThat(problems(withFile("\"int\""))).singleElement().asString().contains("holds no record");
        assertThat(
                        problems(
                                withFile(
                                        "{\"type\":\"record\",\"name\":\"R\",\"fields\":[{\"name\":\"a\",\"type\":{\"type\":\"bytes\",\"logicalType\":\"decimal\"}}]}")))
                .singleElement()
                .asString()
                .contains("field a has the logical type decimal");
        assertThat(problems(withFile(
                        "{\"type\":\"record\",\"name\":\"R\",\"fields\":[]}",
                        "delete.tombstone.handling.mode",
                        "rewrite")))
                .hasSize(1);
    }

    @Test
    void the_look_before_the_start_wants_subjects_where_schemas_are_not_registered() throws IOException {
        try (HttpRegistry registry = HttpRegistry.start()) {
            AvroFormat format = new AvroFormat();
            assertThat(format.preflight(Rows.context(Map.of(URL, registry.url())), List.of("orders")))
                    .isEmpty();
            assertThat(format.preflight(
                            Rows.context(Map.of(URL, registry.url(), "auto.register.schemas", "false")),
                            List.of("orders")))
                    .extracting(Problem::what)
                    .singleElement()
                    .asString()
                    .contains("no subject orders-value");
        }
    }

    @Test
    void the_look_before_the_start_says_that_no_registry_answers() throws IOException {
        HttpRegistry registry = HttpRegistry.start();
        registry.close();

        assertThat(new AvroFormat()
                        .preflight(
                                Rows.context(Map.of(URL, registry.url(), "avro-confluent.retry-timeout", "200 ms")),
                                List.of()))
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.option()).isEqualTo(URL);
                    assertThat(problem.what()).contains("does not answer");
                });
    }

    @Test
    void settings_do_not_show_passwords() {
        assertThat(AvroSettings.of(Rows.context(Map.of(
                                URL,
                                "http://a",
                                "avro-confluent.basic-auth.user-info",
                                "u:geheim",
                                "avro-confluent.ssl.truststore.location",
                                "t",
                                "avro-confluent.ssl.truststore.password",
                                "geheim")))
                        .origin()
                        .toString())
                .doesNotContain("geheim")
                .doesNotContain("Basic");
    }
}
