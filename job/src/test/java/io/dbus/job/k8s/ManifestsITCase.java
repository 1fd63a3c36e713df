package io.dbus.job.k8s;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dbus.embedded.RequiresServers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.GlobalConfiguration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The manifests as kustomize builds them, against what the operator, Kubernetes and Flink take. */
@RequiresServers
class ManifestsITCase {
    @TempDir
    Path folder;

    static Stream<Manifests> applied() {
        return Manifests.applied();
    }

    private static JsonNode deployment(Manifests manifests) {
        return manifests.only("FlinkDeployment");
    }

    @ParameterizedTest
    @MethodSource("applied")
    void theOperatorTakesItsKindsAndKnowsEachOfTheirKeys(Manifests manifests) throws Exception {
        CrdSchema deployments = CrdSchema.of("flinkdeployments");
        CrdSchema jobs = CrdSchema.of("flinksessionjobs");
        assertThat(deployments.problems(deployment(manifests))).isEmpty();
        assertThat(manifests.ofKind("FlinkSessionJob"))
                .allSatisfy(job -> assertThat(jobs.problems(job)).isEmpty());
    }

    @Test
    void aKeyOrValueThatTheOperatorDoesNotKnowIsFound() throws Exception {
        CrdSchema schema = CrdSchema.of("flinkdeployments");
        ObjectNode wrong = deployment(Manifests.built("overlays/s3")).deepCopy();
        ((ObjectNode) wrong.at("/spec/job")).put("upgradeMod", "savepoint").put("upgradeMode", "safepoint");
        ((ObjectNode) wrong.at("/spec/podTemplate/spec/containers/0")).put("enw", "x");
        ((ObjectNode) wrong.at("/spec/taskManager/resource")).put("cpu", "2");
        assertThat(schema.problems(wrong))
                .hasSize(4)
                .anyMatch(problem -> problem.contains("spec.job.upgradeMod is not known"))
                .anyMatch(problem -> problem.contains("\"safepoint\" and must be one of"))
                .anyMatch(problem -> problem.contains("containers[0].enw is not known"))
                .anyMatch(problem -> problem.contains("cpu is \"2\" and must be of type number"));
    }

    @ParameterizedTest
    @MethodSource("applied")
    void kubernetesKnowsEachKeyOfTheOtherKinds(Manifests manifests) {
        assertThat(manifests.all())
                .filteredOn(manifest -> !manifest.path("apiVersion").asText().startsWith("flink.apache.org/"))
                .isNotEmpty()
                .allSatisfy(manifest ->
                        assertThat(KubernetesModel.problems(manifest)).isEmpty());
    }

    @Test
    void aKeyThatKubernetesDoesNotKnowIsFound() {
        ObjectNode wrong = Manifests.built("overlays/s3").only("PodMonitor").deepCopy();
        ((ObjectNode) wrong.at("/spec/podMetricsEndpoints/0")).put("intervall", "15s");
        assertThat(KubernetesModel.problems(wrong)).singleElement().asString().contains("intervall");
    }

    @ParameterizedTest
    @MethodSource("applied")
    void eachFlinkOptionIsOneThatTheyHaveAndItsValueOneThatTheyTake(Manifests manifests) throws Exception {
        FlinkKeys keys = new FlinkKeys();
        Map<String, String> options = new TreeMap<>(Manifests.flinkOptions(deployment(manifests)));
        manifests.ofKind("FlinkSessionJob").map(Manifests::flinkOptions).forEach(options::putAll);
        List<String> problems = new ArrayList<>();
        options.forEach((key, value) -> keys.problem(key, value).ifPresent(problems::add));
        assertThat(problems).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("applied")
    void failuresAreWaitedAfterAsByFlinkConf(Manifests manifests) {
        Configuration options = Configuration.fromMap(Manifests.flinkOptions(deployment(manifests)));
        for (String cluster : List.of("session", "standalone-ha")) {
            Configuration conf = GlobalConfiguration.loadConfiguration(Manifests.FOLDER
                    .resolveSibling("flink-conf")
                    .resolve(cluster)
                    .toString());
            for (ConfigOption<?> option : List.of(
                    RestartStrategyOptions.RESTART_STRATEGY,
                    RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_INITIAL_BACKOFF,
                    RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_BACKOFF_MULTIPLIER,
                    RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_MAX_BACKOFF,
                    RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_RESET_BACKOFF_THRESHOLD,
                    RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_JITTER_FACTOR)) {
                assertThat((Object) options.get(option))
                        .as("%s as in %s", option.key(), cluster)
                        .isEqualTo(conf.get(option));
            }
        }
    }

    @Test
    void theAutoscalersOptionsAreKnownAndItsComponentGoesOnTopOfAnOverlay() throws Exception {
        Path real = folder.toRealPath();
        Files.writeString(real.resolve("kustomization.yaml"), """
                apiVersion: kustomize.config.k8s.io/v1beta1
                kind: Kustomization
                resources: [%s]
                components: [%s]
                """.formatted(
                        real.relativize(Manifests.FOLDER.resolve("overlays/s3")),
                        real.relativize(Manifests.FOLDER.resolve("components/autoscaler"))));
        JsonNode deployment = deployment(Manifests.built(real.toString()));
        Map<String, String> options = Manifests.flinkOptions(deployment);
        FlinkKeys keys = new FlinkKeys();
        assertThat(options).containsEntry("job.autoscaler.enabled", "true");
        options.forEach((key, value) -> assertThat(keys.problem(key, value)).isEmpty());
        assertThat(CrdSchema.of("flinkdeployments").problems(deployment)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("applied")
    void anEditOfThePipelineOfAnApplicationIsAnUpgradeOfIt(Manifests manifests) throws Exception {
        JsonNode pod = deployment(manifests).at("/spec/jobManager/podTemplate/spec");
        Optional<JsonNode> config = StreamSupport.stream(pod.path("volumes").spliterator(), false)
                .filter(volume -> volume.has("configMap"))
                .findFirst();
        String name = config.orElseThrow().at("/configMap/name").asText();
        if (deployment(manifests).at("/spec/job").isMissingNode()) {
            assertThat(name).isEqualTo("dbus-pipelines");
        } else {
            assertThat(name).matches("shop-pipeline-[a-z0-9]{10}");
        }
        assertThat(manifests.ofKind("ConfigMap").map(ManifestsITCase::name)).contains(name);
    }

    @ParameterizedTest
    @MethodSource("applied")
    void theImageHasWhatTheManifestsName(Manifests manifests) throws Exception {
        String dockerfile = Files.readString(Manifests.FOLDER.resolve("Dockerfile"));
        String pom = Files.readString(Manifests.FOLDER.resolveSibling("pom.xml"));
        String flink = pom.replaceAll("(?s).*<flink.version>([^<]+)</flink.version>.*", "$1");
        assertThat(dockerfile).contains("ARG FLINK=flink:" + flink + "-java17");
        JsonNode deployment = deployment(manifests);
        assertThat(deployment.at("/spec/flinkVersion").asText())
                .isEqualTo("v" + flink.replaceFirst("\\.\\d+$", "").replace('.', '_'));
        assertThat(deployment.at("/spec/image").asText()).startsWith("registry.example/dbus:");
        for (JsonNode job : manifests.all()) {
            if (job.at("/spec/job").isObject()) {
                assertThat(Class.forName(job.at("/spec/job/entryClass").asText())
                                .getMethod("main", String[].class))
                        .isNotNull();
                String jar = job.at("/spec/job/jarURI").asText();
                if (jar.startsWith("local://")) {
                    assertThat(dockerfile).contains(jar.replace("local:///opt/flink/", "${FLINK_HOME}/"));
                } else {
                    assertThat(jar).startsWith("https://").endsWith(".jar");
                    assertThat(name(deployment))
                            .isEqualTo(job.at("/spec/deploymentName").asText());
                }
            }
        }
        Map<String, String> options = Manifests.flinkOptions(deployment);
        assertThat(Class.forName(options.get("metrics.reporter.prom.factory.class")))
                .isNotNull();
    }

    @Test
    void thePageNamesFilesThatAreThereAndSnapshotsThatTheOperatorTakes() throws Exception {
        String page = Files.readString(Manifests.FOLDER.resolve("README.md"));
        List<String> files = Pattern.compile("(?m)^\\| `([^`]+)`")
                .matcher(page)
                .results()
                .map(match -> match.group(1))
                .filter(file -> !file.startsWith("Dbus"))
                .toList();
        assertThat(files).hasSizeGreaterThan(6).allSatisfy(file -> assertThat(Manifests.FOLDER.resolve(file))
                .exists());
        List<JsonNode> snapshots = Pattern.compile("(?s)```yaml\n(.*?)```")
                .matcher(page)
                .results()
                .flatMap(block -> Manifests.documents(block.group(1)).stream())
                .filter(document -> document.path("kind").asText().equals("FlinkStateSnapshot"))
                .toList();
        assertThat(snapshots).singleElement().satisfies(snapshot -> assertThat(
                        CrdSchema.of("flinkstatesnapshots").problems(snapshot))
                .isEmpty());
        TreeSet<String> alerts = new TreeSet<>();
        Manifests.file("components/monitoring/alerts.yaml")
                .get(0)
                .path("groups")
                .forEach(group -> group.path("rules")
                        .forEach(rule -> alerts.add(rule.path("alert").asText())));
        assertThat(alerts).allSatisfy(alert -> assertThat(page).contains("`" + alert + "`"));
    }

    private static String name(JsonNode manifest) {
        return manifest.at("/metadata/name").asText();
    }
}
