package io.dbus.job.k8s;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dbus.embedded.RequiresServers;
import io.dbus.job.pipeline.Pipeline;
import io.dbus.job.pipeline.PipelineReader;
import io.dbus.job.pipeline.PluginCatalog;
import io.dbus.job.pipeline.Secrets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The pods that the operator makes of the manifests: what they are given, mount, probe and ask for, and what finds them. */
@RequiresServers
class ManifestPodsITCase {
    private static final Pattern REFERENCE = Pattern.compile("\\$\\{(env|file):([^}]+)}");

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
        assertThat(manifests.ofKind("ServiceAccount").map(ManifestPodsITCase::name))
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
                    assertThat(manifests.ofKind("PersistentVolumeClaim").map(ManifestPodsITCase::name))
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
                .map(ManifestPodsITCase::ownName)
                .toList();
    }

    private static String ownName(JsonNode named) {
        return named.path("name").asText();
    }

    private static String name(JsonNode manifest) {
        return manifest.at("/metadata/name").asText();
    }
}
