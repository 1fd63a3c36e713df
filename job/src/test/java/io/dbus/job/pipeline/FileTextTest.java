package io.dbus.job.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.job.Pipelines;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileTextTest {
    private static final String FILE = """
            name: shown   # not pw-8c1d
            sources:
              token-filter: {type: test-source, hostname: h, password: %s}
            sinks:
              out:
                type: test-sink
                inputs: [token-filter]
                into: x
            """;

    @Test
    void a_file_whose_secrets_are_references_is_shown_as_it_is() throws Exception {
        String text = FILE.formatted("'${env:PW}'");

        FileText shown =
                Pipelines.read(text, Map.of("PW", "pw-8c1d"), new Secrets()).text();

        assertThat(shown).isEqualTo(new FileText(text, true));
    }

    @ParameterizedTest
    @ValueSource(strings = {"pw-8c1d", "'pw-8c1d'", "\"pw-8\\u00631d\"", "&pw pw-8c1d"})
    void a_literal_secret_is_hidden_wherever_it_stands(String literal) throws Exception {
        FileText shown = Pipelines.read(FILE.formatted(literal)).text();

        assertThat(shown.whole()).isFalse();
        assertThat(shown.text()).isEqualTo(FILE.formatted("\"******\"").replace("not pw-8c1d", "not ******"));
    }

    @Test
    void a_secret_of_several_lines_goes_as_a_whole() throws Exception {
        String text = FILE.replace(
                        "into: x",
                        "into: x\n    properties.sasl.jaas.config: |\n      user\n      pw-8c1d\n    format: f")
                .replace("\n    format: f", "\n    # the end")
                .formatted("'${env:PW}'");

        FileText shown =
                Pipelines.read(text, Map.of("PW", "other"), new Secrets()).text();

        assertThat(shown.text()).endsWith("properties.sasl.jaas.config: \"******\"\n    # the end\n");
        assertThat(Pipelines.read(shown.text(), Map.of("PW", "other"), new Secrets())
                        .name())
                .isEqualTo("shown");
    }

    @Test
    void a_private_key_of_kafka_is_a_secret_and_its_certificate_none() throws Exception {
        String text = FILE.replace(
                        "into: x",
                        "into: x\n    properties.ssl.keystore.key: in-the-clear\n    properties.ssl.keystore.certificate.chain: shown")
                .formatted("'${env:PW}'");
        Secrets secrets = new Secrets();

        FileText shown = Pipelines.read(text, Map.of("PW", "other"), secrets).text();

        assertThat(shown.whole()).isFalse();
        assertThat(shown.text())
                .contains("ssl.keystore.key: \"******\"", "certificate.chain: shown")
                .doesNotContain("in-the-clear");
        assertThat(secrets.redact("no key in-the-clear")).isEqualTo("no key ******");
    }

    @Test
    void a_secret_of_which_a_part_is_a_reference_is_hidden() throws Exception {
        FileText shown = Pipelines.read(FILE.formatted("'pw-${env:PW}'"), Map.of("PW", "8c1d"), new Secrets())
                .text();

        assertThat(shown.text()).contains("password: \"******\"").doesNotContain("pw-${");
        assertThat(shown.whole()).isFalse();
    }

    @Test
    void characters_outside_the_basic_plane_and_a_byte_order_mark_do_not_shift_what_is_hidden() throws Exception {
        String text = "\uFEFF# \uD83D\uDE00 \uD83D\uDE00\n" + FILE.formatted("geheim");

        assertThat(Pipelines.read(text).text().text())
                .isEqualTo("\uFEFF# \uD83D\uDE00 \uD83D\uDE00\n" + FILE.formatted("\"******\""));
    }

    @Test
    void a_short_secret_is_hidden_in_its_place_alone() throws Exception {
        assertThat(Pipelines.read(FILE.formatted("x")).text().text()).isEqualTo(FILE.formatted("\"******\""));
    }
}
