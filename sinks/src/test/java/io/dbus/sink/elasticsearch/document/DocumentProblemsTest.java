package io.dbus.sink.elasticsearch.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.plugin.PluginContext;
import io.dbus.plugin.Problem;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.Test;

class DocumentProblemsTest {
    @Test
    void whatIsRightHasNoProblem() {
        assertThat(problems()).isEmpty();
        assertThat(problems(
                        "index",
                        "${db}-${table}-${column:created|yyyy-MM|none}",
                        "routing",
                        "${db}/${column:tenant}",
                        "document-id.key-delimiter",
                        "_",
                        "index.settings.number_of_shards",
                        "3",
                        "index.mapping.price.type",
                        "scaled_float"))
                .isEmpty();
        assertThat(problems("routing", "tenant_id")).isEmpty();
    }

    @Test
    void whatIsWrongIsSaidOfItsOption() {
        assertThat(options(problems("index", "Shop-${db}"))).containsExactly("index");
        assertThat(options(problems("index", "${column:created|YYYY}"))).containsExactly("index");
        assertThat(options(problems("index", "${tabel}"))).containsExactly("index");
        assertThat(options(problems("routing", "${column:}"))).containsExactly("routing");
        assertThat(options(problems("document-id.key-delimiter", "%"))).containsExactly("document-id.key-delimiter");
        assertThat(options(problems("document-id.key-delimiter", "||"))).containsExactly("document-id.key-delimiter");
        assertThat(options(problems("document-id.key-delimiter", "a"))).containsExactly("document-id.key-delimiter");
        assertThat(options(problems("index.mapping.price", "double"))).containsExactly("index.mapping.price");
        assertThat(options(problems(
                        "index.create", "false", "index.settings.refresh_interval", "5s", "index.mapping.a.type", "x")))
                .containsExactlyInAnyOrder("index.settings.refresh_interval", "index.mapping.a.type");
    }

    @Test
    void serversWhoseRowsWouldMeetAreRefusedUnlessTheUserSaysTheirKeysAreShared() {
        assertThat(DocumentSettings.problems(twoServers("index", "${db}-${table}")))
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.option()).isEqualTo("index");
                    assertThat(problem.what()).contains("eu1, eu2");
                    assertThat(problem.cure()).contains("${server}", "shared-keys");
                });
        assertThat(DocumentSettings.problems(twoServers("index", "${server}-${table}")))
                .isEmpty();
        assertThat(DocumentSettings.problems(twoServers("index", "${table}", "shared-keys", "true")))
                .isEmpty();
    }

    @Test
    void truncatesWantAnIndexOfTheTableAlone() {
        assertThat(DocumentSettings.truncateProblems(Options.context())).isEmpty();
        assertThat(DocumentSettings.truncateProblems(Options.context("index", "${table}-${column:c1|yyyy}")))
                .hasSize(1);
        assertThat(DocumentSettings.truncateProblems(Options.context("shared-keys", "true")))
                .hasSize(1);
    }

    private static List<Problem> problems(String... pairs) {
        return DocumentSettings.problems(Options.context(pairs));
    }

    private static List<String> options(List<Problem> problems) {
        return problems.stream().map(Problem::option).toList();
    }

    private static PluginContext twoServers(String... pairs) {
        return new PluginContext(
                "shop",
                "search",
                Configuration.fromMap(
                        pairs.length == 2
                                ? Map.of(pairs[0], pairs[1])
                                : Map.of(pairs[0], pairs[1], pairs[2], pairs[3])),
                List.of(new PluginContext.Upstream("eu-dbs", List.of("eu1", "eu2"))));
    }
}
