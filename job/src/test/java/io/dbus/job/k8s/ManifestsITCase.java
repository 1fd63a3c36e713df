package io.dbus.job.k8s;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dbus.embedded.RequiresServers;
import io.dbus.job.pipeline.Pipeline;
import io.dbus.job.pipeline.PipelineReader;
import io.dbus.job.pipeline.PluginCatalog;
import io.dbus.job.pipeline.Secrets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The manifests as kustomize builds them, against what the operator, Kubernetes and Flink take. */
@RequiresServers
class ManifestsITCase {
    private static final Pattern REFERENCE = Pattern.compile("\\$\\{(env|file):([^}]+)}");

    @TempDir
    Path folder;

    static Stream<Manifests> applied() {
        return Manifests.applied();
    }

    /** Each FlinkDeployment with what is applied beside it. */
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
    void thePipelineOfTheConfigMapValidatesWithWhatTheJobManagerIsGiven(Manifests manifests) throws Exception {
        JsonNode pod = new FlinkPods(deployment(manifests), folder).jobManager().path("spec");
        for (JsonNode job : manifests.all()) {
            if (!job.at("/spec/job/args").isArray()) {
                continue;
            }
            String file = lastOf(job.at("/spec/job/args")).asText();
            String text = mounted(manifests, pod, file);
            TreeSet<String> variables = new TreeSet<>();
            container(pod)
                    .path("env")
                    .forEach(env -> variables.add(env.path("name").asText()));
            for (MatchResult reference : REFERENCE.matcher(text).results().toList()) {
                if (reference.group(1).equals("env")) {
                    assertThat(variables).contains(reference.group(2));
                } else {
                    assertThat(mounted(manifests, pod, reference.group(2))).isNotEmpty();
                }
            }
            Pipeline pipeline = new PipelineReader(
                            PluginCatalog.load(getClass().getClassLoader()), new Secrets(), Map.of(), false)
                    .read(file, text);
            assertThat(pipeline.settings().parallelism())
                    .as("lanes are job.parallelism")
                    .isEmpty();
            assertThat(pipeline.name()).isEqualTo(job.at("/metadata/name").asText());
        }
    }

    @ParameterizedTest
    @MethodSource("applied")
    void eachSecretAccountAndVolumeThatAPodNamesIsThere(Manifests manifests) throws Exception {
        JsonNode deployment = deployment(manifests);
        assertThat(manifests.ofKind("ServiceAccount").map(ManifestsITCase::name))
                .contains(deployment.at("/spec/serviceAccount").asText());
        JsonNode binding = manifests.only("RoleBinding");
        assertThat(name(manifests.only("Role")))
                .isEqualTo(binding.at("/roleRef/name").asText());
        assertThat(binding.at("/subjects/0/name")).isEqualTo(deployment.at("/spec/serviceAccount"));
        assertThat(binding.at("/subjects/0/namespace")).isEqualTo(deployment.at("/metadata/namespace"));
        FlinkPods pods = new FlinkPods(deployment, folder);
        for (JsonNode pod :
                List.of(pods.jobManager().path("spec"), pods.taskManager().path("spec"))) {
            for (JsonNode env : container(pod).path("env")) {
                JsonNode key = env.at("/valueFrom/secretKeyRef");
                if (!key.isMissingNode()) {
                    assertThat(secret(key.path("name").asText())
                                    .has(key.path("key").asText()))
                            .as("%s", key)
                            .isTrue();
                }
            }
            List<String> volumes = names(pod.path("volumes"));
            assertThat(names(container(pod).path("volumeMounts"))).isSubsetOf(volumes);
            assertThat(container(pod).path("volumeMounts"))
                    .extracting(mount -> mount.path("mountPath").asText())
                    .doesNotHaveDuplicates();
            for (JsonNode volume : pod.path("volumes")) {
                if (volume.has("persistentVolumeClaim")) {
                    assertThat(manifests.ofKind("PersistentVolumeClaim").map(ManifestsITCase::name))
                            .contains(volume.at("/persistentVolumeClaim/claimName")
                                    .asText());
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("applied")
    void stateLiesWhereEveryPodReachesIt(Manifests manifests) throws Exception {
        JsonNode deployment = deployment(manifests);
        FlinkPods pods = new FlinkPods(deployment, folder);
        Map<String, String> options = Manifests.flinkOptions(deployment);
        for (String key : List.of(
                "execution.checkpointing.dir",
                "execution.checkpointing.savepoint-dir",
                "high-availability.storageDir")) {
            String place = options.get(key);
            if (place.startsWith("file://")) {
                for (JsonNode pod : List.of(pods.jobManager(), pods.taskManager())) {
                    assertThat(container(pod.path("spec")).path("volumeMounts"))
                            .as("%s of %s", key, place)
                            .anyMatch(mount -> place.substring("file://".length())
                                    .startsWith(mount.path("mountPath").asText() + "/"));
                }
            } else {
                assertThat(place).startsWith("s3://");
                assertThat(Files.readString(Manifests.FOLDER.resolve("Dockerfile")))
                        .contains("flink-s3-fs-");
            }
        }
    }

    @ParameterizedTest
    @MethodSource("applied")
    void memoryAddsUpByFlinksOwnReckoningAndIsWhatThePodAsksFor(Manifests manifests) throws Exception {
        JsonNode deployment = deployment(manifests);
        FlinkPods pods = new FlinkPods(deployment, folder);
        for (String role : List.of("jobManager", "taskManager")) {
            JsonNode resources = container(
                            (role.equals("jobManager") ? pods.jobManager() : pods.taskManager()).path("spec"))
                    .path("resources");
            String megabytes =
                    deployment.at("/spec/" + role + "/resource/memory").asText().replace("m", "Mi");
            assertThat(resources.at("/requests/memory").asText()).isEqualTo(megabytes);
            assertThat(resources.at("/limits/memory").asText()).isEqualTo(megabytes);
            double cpu = deployment.at("/spec/" + role + "/resource/cpu").asDouble();
            assertThat(resources.at("/requests/cpu").asDouble()).isEqualTo(cpu);
            assertThat(resources.at("/limits/cpu").asDouble()).isEqualTo(2 * cpu);
        }
    }

    @ParameterizedTest
    @MethodSource("applied")
    void podsKeepWhatTheTemplatesSayAndTheirProbesAskAPortThatTheyHave(Manifests manifests) throws Exception {
        FlinkPods pods = new FlinkPods(deployment(manifests), folder);
        assertThat(container(pods.jobManager().path("spec"))
                        .at("/readinessProbe/httpGet/port")
                        .asText())
                .isEqualTo("rest");
        for (JsonNode pod :
                List.of(pods.jobManager().path("spec"), pods.taskManager().path("spec"))) {
            JsonNode container = container(pod);
            List<String> ports = names(container.path("ports"));
            assertThat(ports)
                    .contains(
                            "metrics",
                            container.at("/livenessProbe/tcpSocket/port").asText());
            if (container.has("readinessProbe")) {
                assertThat(ports)
                        .contains(container.at("/readinessProbe/httpGet/port").asText());
            }
            assertThat(ports).doesNotHaveDuplicates();
            assertThat(names(container.path("env"))).doesNotHaveDuplicates();
            assertThat(pod.at("/securityContext/runAsUser").asInt()).isEqualTo(9999);
            assertThat(pod.at("/securityContext/runAsNonRoot").asBoolean()).isTrue();
            assertThat(container.at("/securityContext/allowPrivilegeEscalation").asBoolean(true))
                    .isFalse();
            assertThat(pod.path("terminationGracePeriodSeconds").asInt()).isEqualTo(60);
            assertThat(pod.path("serviceAccountName")
                            .asText(pod.path("serviceAccount").asText()))
                    .isEqualTo("dbus");
        }
    }

    @ParameterizedTest
    @MethodSource("applied")
    void whatSelectsPodsFindsThem(Manifests manifests) throws Exception {
        FlinkPods pods = new FlinkPods(deployment(manifests), folder);
        JsonNode jobManager = pods.jobManager().at("/metadata/labels");
        JsonNode taskManager = pods.taskManager().at("/metadata/labels");
        manifests.ofKind("PodDisruptionBudget").forEach(budget -> {
            assertThat(selects(budget.at("/spec/selector/matchLabels"), jobManager))
                    .isTrue();
            assertThat(selects(budget.at("/spec/selector/matchLabels"), taskManager))
                    .isFalse();
        });
        Stream.of("PodMonitor", "NetworkPolicy").flatMap(manifests::ofKind).forEach(one -> {
            JsonNode labels = one.path("kind").asText().equals("PodMonitor")
                    ? one.at("/spec/selector/matchLabels")
                    : one.at("/spec/podSelector/matchLabels");
            assertThat(selects(labels, jobManager)).as("%s", one).isTrue();
            assertThat(selects(labels, taskManager)).as("%s", one).isTrue();
        });
        for (JsonNode pod : List.of(pods.jobManager(), pods.taskManager())) {
            for (JsonNode spread : pod.at("/spec/topologySpreadConstraints")) {
                assertThat(selects(spread.at("/labelSelector/matchLabels"), pod.at("/metadata/labels")))
                        .isTrue();
            }
            manifests.ofKind("PodMonitor").forEach(monitor -> assertThat(
                            names(container(pod.path("spec")).path("ports")))
                    .contains(monitor.at("/spec/podMetricsEndpoints/0/port").asText()));
        }
        String port = Manifests.flinkOptions(deployment(manifests)).get("metrics.reporter.prom.port");
        assertThat(container(pods.taskManager().path("spec")).path("ports"))
                .anyMatch(one -> one.path("name").asText().equals("metrics")
                        && one.path("containerPort").asText().equals(port));
        manifests.ofKind("NetworkPolicy").forEach(policy -> assertThat(
                        policy.at("/spec/ingress/2/ports/0/port").asText())
                .isEqualTo(port));
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

    private static String mounted(Manifests manifests, JsonNode pod, String file) throws IOException {
        for (JsonNode mount : container(pod).path("volumeMounts")) {
            String path = mount.path("mountPath").asText() + "/";
            if (!file.startsWith(path)) {
                continue;
            }
            String key = file.substring(path.length());
            for (JsonNode volume : pod.path("volumes")) {
                if (volume.path("name").equals(mount.path("name")) && volume.has("configMap")) {
                    String name = volume.at("/configMap/name").asText();
                    return manifests
                            .ofKind("ConfigMap")
                            .filter(map -> name(map).equals(name))
                            .findFirst()
                            .orElseThrow()
                            .at("/data")
                            .path(key)
                            .asText();
                }
                if (volume.path("name").equals(mount.path("name")) && volume.has("secret")) {
                    for (JsonNode item : volume.at("/secret/items")) {
                        if (item.path("path").asText().equals(key)) {
                            return secret(volume.at("/secret/secretName").asText())
                                    .path(item.path("key").asText())
                                    .asText();
                        }
                    }
                }
            }
        }
        throw new AssertionError("No volume has the file " + file);
    }

    private static JsonNode secret(String name) throws IOException {
        return Manifests.file("secret.example.yaml").stream()
                .filter(secret -> name(secret).equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("secret.example.yaml has no " + name))
                .path("stringData");
    }

    private static boolean selects(JsonNode wanted, JsonNode labels) {
        return !wanted.isEmpty()
                && wanted.properties().stream()
                        .allMatch(label -> label.getValue().equals(labels.path(label.getKey())));
    }

    private static JsonNode container(JsonNode pod) {
        return StreamSupport.stream(pod.path("containers").spliterator(), false)
                .filter(container -> ownName(container).equals("flink-main-container"))
                .findFirst()
                .orElseThrow();
    }

    private static JsonNode lastOf(JsonNode array) {
        return array.get(array.size() - 1);
    }

    private static List<String> names(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false)
                .map(ManifestsITCase::ownName)
                .toList();
    }

    private static String name(JsonNode manifest) {
        return manifest.at("/metadata/name").asText();
    }

    private static String ownName(JsonNode named) {
        return named.path("name").asText();
    }
}
