package io.dbus.operator.mask;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.operator.OperatorRun;
import java.util.Map;
import org.apache.flink.configuration.GlobalConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MaskOptionsTest {
    private static final String SECRET = "0123456789abcdef-secret";

    private final MaskPlugin plugin = new MaskPlugin();

    @Test
    void theSecretIsOneOfTheKeysThatFlinkHides() {
        assertThat(GlobalConfiguration.isSensitive(MaskOptions.HMAC_SECRET.key()))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[] | masks | no mask is given",
                "[{columns: a}] | masks | mask 1: the key with is missing",
                "[{with: hmac}] | masks | mask 1: the key columns is missing",
                "[{columns: a, with: shuffle}] | masks | there is no mask 'shuffle'; there are fixed, hmac, truncate and nullify",
                "[{columns: a, with: fixed}] | masks | the key value is missing",
                "[{columns: a, with: truncate}] | masks | the key length is missing",
                "[{columns: a, with: truncate, length: -1}] | masks | the length '-1' is no number",
                "[{columns: a, with: hmac, value: x}] | masks | only fixed has a value",
                "[{columns: a, with: fixed, value: x, length: 1}] | masks | only truncate has a length",
                "[{columns: a, with: hmac, table: x}] | masks | a rule has no key [table]",
                "[{columns: a, tables: shop, with: hmac}] | masks | does not say database.table",
                "[{columns: a, with: nullify}] | hmac.secret | there is a secret, and no mask is hmac",
            })
    void masksThatCannotWorkAreAProblem(String text) {
        String[] parts = text.split(" \\| ");

        assertThat(plugin.validate(OperatorRun.context(Map.of("masks", parts[0], "hmac.secret", SECRET))))
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.option()).isEqualTo(parts[1]);
                    assertThat(problem.what()).contains(parts[2]);
                });
    }

    @Test
    void aSecretThatIsMissingOrShortIsAProblemThatDoesNotShowIt() {
        String masks = "[{columns: a, with: hmac}]";

        assertThat(plugin.validate(OperatorRun.context(Map.of("masks", masks))))
                .singleElement()
                .satisfies(problem -> assertThat(problem.what()).contains("there is no secret"));
        assertThat(plugin.validate(OperatorRun.context(Map.of("masks", masks, "hmac.secret", "hunter2"))))
                .singleElement()
                .satisfies(problem -> assertThat(problem.toString())
                        .contains("fewer than 16 characters")
                        .doesNotContain("hunter2"));
        assertThat(plugin.validate(OperatorRun.context(Map.of("masks", masks, "hmac.secret", "${env:MASK}"))))
                .isEmpty();
    }
}
