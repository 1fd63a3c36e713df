package io.dbus.job.k8s;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dbus.embedded.RequiresServers;
import java.nio.file.Files;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The alert rules and what comes with them, by Prometheus' own tools. */
@RequiresServers
class RulesITCase {
    private static final String FOLDER = "components/monitoring/";

    @Test
    void promtoolTakesTheRules() throws Exception {
        assertPasses("promtool", "check", "rules", path("alerts.yaml"));
    }

    @Test
    void eachAlertFiresAtWhatItIsForAndNoneAtAPipelineThatIsWell() throws Exception {
        assertPasses("promtool", "test", "rules", path("alerts_test.yaml"));
        TreeSet<String> named = new TreeSet<>();
        String tests = Files.readString(Manifests.FOLDER.resolve(FOLDER + "alerts_test.yaml"));
        for (MatchResult name : Pattern.compile("alertname(?:=\"|: )(Dbus\\w+)")
                .matcher(tests)
                .results()
                .toList()) {
            named.add(name.group(1));
        }
        TreeSet<String> alerts = new TreeSet<>();
        Manifests.file(FOLDER + "alerts.yaml").get(0).path("groups").forEach(group -> group.path("rules")
                .forEach(rule -> alerts.add(rule.path("alert").asText())));
        assertThat(named).isEqualTo(alerts);
    }

    @Test
    void theRuleOfThePrometheusOperatorIsTheRuleFile() throws Exception {
        assertThat(Manifests.file(FOLDER + "prometheusrule.yaml").get(0).path("spec"))
                .isEqualTo(Manifests.file(FOLDER + "alerts.yaml").get(0));
    }

    @Test
    void amtoolTakesTheRoutesAndEachAlertGoesToSomeone() throws Exception {
        assertPasses("amtool", "check-config", path("alertmanager.yaml"));
        for (JsonNode group : Manifests.file(FOLDER + "alerts.yaml").get(0).path("groups")) {
            for (JsonNode rule : group.path("rules")) {
                String severity = rule.at("/labels/severity").asText();
                DebianTools.Said said = DebianTools.run(
                        "amtool",
                        "config",
                        "routes",
                        "test",
                        "--config.file=" + path("alertmanager.yaml"),
                        "alertname=" + rule.path("alert").asText(),
                        "severity=" + severity);
                assertThat(said.output().strip()).isEqualTo(severity.equals("critical") ? "on-call" : "team");
            }
        }
    }

    @Test
    void eachAlertSaysWhatIsWrongAndWhatToDo() throws Exception {
        for (JsonNode group : Manifests.file(FOLDER + "alerts.yaml").get(0).path("groups")) {
            assertThat(group.path("rules")).isNotEmpty().allSatisfy(rule -> {
                assertThat(rule.at("/labels/severity").asText()).isIn("critical", "warning");
                assertThat(rule.at("/annotations/summary").asText()).isNotEmpty();
                assertThat(rule.at("/annotations/description").asText()).hasSizeGreaterThan(40);
            });
        }
    }

    @Test
    void theDashboardIsJsonWhoseNumbersAreEachTheirOwn() throws Exception {
        JsonNode dashboard = new ObjectMapper()
                .readTree(Manifests.FOLDER.resolve(FOLDER + "dashboard.json").toFile());
        assertThat(dashboard.path("uid").asText()).isEqualTo("dbus");
        assertThat(dashboard.path("panels"))
                .extracting(panel -> panel.path("id").asInt())
                .doesNotHaveDuplicates()
                .hasSizeGreaterThan(20);
    }

    private static String path(String file) {
        return Manifests.FOLDER.resolve(FOLDER + file).toString();
    }

    private static void assertPasses(String program, String... arguments) throws Exception {
        DebianTools.Said said = DebianTools.run(program, arguments);
        assertThat(said.exitCode()).as(said.output() + said.errors()).isZero();
    }
}
