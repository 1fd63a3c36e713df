package io.dbus.job.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretsTest {
    private final Secrets secrets = new Secrets();
    private final SecretReferences references =
            new SecretReferences(secrets, Map.of("PASSWORD", "pa$$w0rd\\1", "PORT", "1"), true);

    @TempDir
    Path folder;

    @Test
    void references_are_resolved_wherever_they_stand_in_a_value() throws Exception {
        Path file = Files.writeString(folder.resolve("token"), "t0ken-in-a-file\n");

        assertThat(references.resolve("${env:PASSWORD}").text()).isEqualTo("pa$$w0rd\\1");
        assertThat(references.resolve("x${env:PASSWORD}y${file:" + file + "}z").text())
                .isEqualTo("xpa$$w0rd\\1yt0ken-in-a-filez");
    }

    @Test
    void an_escaped_reference_and_a_component_s_template_stay_text() throws Exception {
        assertThat(references.resolve("$${env:PASSWORD}").text()).isEqualTo("${env:PASSWORD}");
        assertThat(references.resolve("shop.${db}.${table}.${column:id}.$${x}").text())
                .isEqualTo("shop.${db}.${table}.${column:id}.$${x}");
    }

    @Test
    void what_a_reference_resolved_to_is_not_resolved_again() throws Exception {
        SecretReferences nested = new SecretReferences(secrets, Map.of("A", "${env:B}", "B", "never"), true);

        assertThat(nested.resolve("${env:A}").text()).isEqualTo("${env:B}");
    }

    @Test
    void a_resolved_value_is_taken_out_of_texts_in_the_forms_in_which_they_quote_it() throws Exception {
        references.resolve("${env:PASSWORD}");

        assertThat(secrets.redact("jdbc:mysql://u:pa$$w0rd\\1@h and pa%24%24w0rd%5C1 and \"pa$$w0rd\\\\1\""))
                .isEqualTo("jdbc:mysql://u:******@h and ****** and \"******\"");
    }

    @Test
    void a_short_secret_is_taken_out_only_where_it_stands_alone() throws Exception {
        references.resolve("${env:PORT}");

        assertThat(secrets.redact("port 1, line 12, db1")).isEqualTo("port ******, line 12, db1");
    }

    @Test
    void a_secret_that_holds_another_goes_as_a_whole() {
        secrets.add("secret");
        secrets.add("secret-and-more");

        assertThat(secrets.redact("secret-and-more")).isEqualTo("******");
    }

    @Test
    void what_cannot_be_resolved_is_named() {
        assertThatThrownBy(() -> references.resolve("${env:PASWORD}"))
                .hasMessage("the environment variable of ${env:PASWORD} is not set; did you mean 'PASSWORD'?");
        assertThatThrownBy(() -> references.resolve("${file:/no/such}"))
                .hasMessageStartingWith("the file of ${file:/no/such} cannot be read");
    }

    @Test
    void without_resolution_nothing_need_exist() throws Exception {
        SecretReferences untouched = new SecretReferences(secrets, Map.of(), false);

        assertThat(untouched.resolve("${env:NOWHERE}"))
                .isEqualTo(new SecretReferences.Resolved("${env:NOWHERE}", true, true));
    }
}
