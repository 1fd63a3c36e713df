package io.dbus.job.k8s;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.client.deployment.ClusterSpecification;
import org.apache.flink.client.deployment.application.ApplicationConfiguration;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.configuration.DeploymentOptionsInternal;
import org.apache.flink.configuration.HighAvailabilityOptions;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.kubernetes.configuration.KubernetesConfigOptions;
import org.apache.flink.kubernetes.configuration.KubernetesConfigOptionsInternal;
import org.apache.flink.kubernetes.entrypoint.KubernetesApplicationClusterEntrypoint;
import org.apache.flink.kubernetes.entrypoint.KubernetesWorkerResourceSpecFactory;
import org.apache.flink.kubernetes.kubeclient.FlinkPod;
import org.apache.flink.kubernetes.kubeclient.factory.KubernetesJobManagerFactory;
import org.apache.flink.kubernetes.kubeclient.factory.KubernetesTaskManagerFactory;
import org.apache.flink.kubernetes.kubeclient.parameters.KubernetesJobManagerParameters;
import org.apache.flink.kubernetes.kubeclient.parameters.KubernetesTaskManagerParameters;
import org.apache.flink.kubernetes.shaded.io.fabric8.kubernetes.api.model.Container;
import org.apache.flink.kubernetes.shaded.io.fabric8.kubernetes.api.model.Pod;
import org.apache.flink.kubernetes.shaded.io.fabric8.kubernetes.api.model.PodBuilder;
import org.apache.flink.kubernetes.shaded.io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import org.apache.flink.kubernetes.utils.KubernetesUtils;
import org.apache.flink.runtime.clusterframework.ContaineredTaskManagerParameters;
import org.apache.flink.runtime.clusterframework.TaskExecutorProcessUtils;
import org.apache.flink.runtime.jobmanager.JobManagerProcessUtils;

/**
 * The pods of a FlinkDeployment: what the operator makes of its specification, done here as its documentation says (pages "Overview" and
 * "Pod template" of 1.15), and of that what Flink's own code for native Kubernetes makes.
 */
final class FlinkPods {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final KubernetesSerialization SHADED = new KubernetesSerialization();
    private static final String MAIN_CONTAINER = "flink-main-container";

    private final JsonNode deployment;
    private final Configuration configuration;

    FlinkPods(JsonNode deployment, Path folder) throws IOException {
        this.deployment = deployment;
        this.configuration = Configuration.fromMap(Manifests.flinkOptions(deployment));
        String name = deployment.at("/metadata/name").asText();
        JsonNode spec = deployment.path("spec");
        configuration.set(KubernetesConfigOptions.CLUSTER_ID, name);
        configuration.set(HighAvailabilityOptions.HA_CLUSTER_ID, name);
        configuration.set(
                KubernetesConfigOptions.NAMESPACE,
                deployment.at("/metadata/namespace").asText());
        configuration.set(
                KubernetesConfigOptions.CONTAINER_IMAGE, spec.path("image").asText());
        configuration.set(
                KubernetesConfigOptions.KUBERNETES_SERVICE_ACCOUNT,
                spec.path("serviceAccount").asText());
        configuration.set(
                KubernetesConfigOptions.KUBERNETES_JOBMANAGER_REPLICAS,
                spec.at("/jobManager/replicas").asInt());
        configuration.set(
                KubernetesConfigOptions.JOB_MANAGER_CPU,
                spec.at("/jobManager/resource/cpu").asDouble());
        configuration.set(
                KubernetesConfigOptions.TASK_MANAGER_CPU,
                spec.at("/taskManager/resource/cpu").asDouble());
        memory(JobManagerOptions.TOTAL_PROCESS_MEMORY.key(), spec.at("/jobManager/resource/memory"));
        memory(TaskManagerOptions.TOTAL_PROCESS_MEMORY.key(), spec.at("/taskManager/resource/memory"));
        configuration.set(DeploymentOptions.TARGET, "kubernetes-application");
        configuration.set(PipelineOptions.JARS, List.of(spec.at("/job/jarURI").asText("local:///none.jar")));
        configuration.set(
                ApplicationConfiguration.APPLICATION_MAIN_CLASS,
                spec.at("/job/entryClass").asText());
        configuration.set(
                KubernetesConfigOptionsInternal.ENTRY_POINT_CLASS,
                KubernetesApplicationClusterEntrypoint.class.getName());
        configuration.set(
                DeploymentOptionsInternal.CONF_DIR,
                Files.createDirectories(folder.resolve("conf")).toString());
        // As the deployment of a cluster does, which fixes the ports of pods.
        KubernetesUtils.checkAndUpdatePortConfigOption(configuration, TaskManagerOptions.RPC_PORT, 6122);
        KubernetesUtils.checkAndUpdatePortConfigOption(
                configuration, org.apache.flink.configuration.BlobServerOptions.PORT, 6124);
        KubernetesUtils.checkAndUpdatePortConfigOption(
                configuration, org.apache.flink.configuration.RestOptions.BIND_PORT, 8081);
        KubernetesUtils.checkAndUpdatePortConfigOption(
                configuration,
                HighAvailabilityOptions.HA_JOB_MANAGER_PORT_RANGE,
                configuration.get(JobManagerOptions.PORT));
    }

    private void memory(String key, JsonNode size) {
        configuration.setString(key, size.asText());
    }

    /** All options that the cluster has. */
    Configuration configuration() {
        return configuration;
    }

    /** The template of the JobManager's pods. */
    JsonNode jobManager() throws IOException {
        int megabytes = JobManagerProcessUtils.processSpecFromConfig(configuration)
                .getTotalProcessMemorySize()
                .getMebiBytes();
        return JSON.readTree(SHADED.asJson(KubernetesJobManagerFactory.buildKubernetesJobManagerSpecification(
                        template("jobManager"),
                        new KubernetesJobManagerParameters(
                                configuration,
                                new ClusterSpecification.ClusterSpecificationBuilder()
                                        .setMasterMemoryMB(megabytes)
                                        .createClusterSpecification()))
                .getDeployment()
                .getSpec()
                .getTemplate()));
    }

    /** The pods of TaskManagers. */
    JsonNode taskManager() throws IOException {
        ContaineredTaskManagerParameters parameters = ContaineredTaskManagerParameters.create(
                configuration,
                TaskExecutorProcessUtils.processSpecFromWorkerResourceSpec(
                        configuration,
                        KubernetesWorkerResourceSpecFactory.INSTANCE.createDefaultWorkerResourceSpec(configuration)));
        return JSON.readTree(SHADED.asJson(KubernetesTaskManagerFactory.buildTaskManagerKubernetesPod(
                        template("taskManager"),
                        new KubernetesTaskManagerParameters(
                                configuration, "pod", "", "", parameters, Map.of(), Set.of()))
                .getInternalResource()));
    }

    private FlinkPod template(String of) {
        JsonNode merged =
                merged(deployment.at("/spec/podTemplate").deepCopy(), deployment.at("/spec/" + of + "/podTemplate"));
        Pod pod = SHADED.unmarshal(merged.toString(), Pod.class);
        List<Container> others = new ArrayList<>();
        Container main = null;
        for (Container container : pod.getSpec().getContainers()) {
            if (container.getName().equals(MAIN_CONTAINER)) {
                main = container;
            } else {
                others.add(container);
            }
        }
        pod.getSpec().setContainers(others);
        return new FlinkPod.Builder()
                .withPod(new PodBuilder(pod).build())
                .withMainContainer(main)
                .build();
    }

    /** {@code kubernetes.operator.pod-template.merge-arrays-by-name: true}. */
    private static JsonNode merged(JsonNode to, JsonNode from) {
        if (to instanceof ObjectNode object && from instanceof ObjectNode) {
            from.properties()
                    .forEach(field -> object.set(
                            field.getKey(),
                            object.has(field.getKey())
                                    ? merged(object.get(field.getKey()), field.getValue())
                                    : field.getValue()));
            return object;
        }
        if (to instanceof ArrayNode array && from instanceof ArrayNode) {
            for (JsonNode element : from) {
                int at = -1;
                for (int i = 0; i < array.size(); i++) {
                    if (array.get(i).has("name") && array.get(i).path("name").equals(element.path("name"))) {
                        at = i;
                    }
                }
                if (at < 0) {
                    array.add(element);
                } else {
                    array.set(at, merged(array.get(at), element));
                }
            }
            return array;
        }
        return from.isMissingNode() ? to : from;
    }
}
