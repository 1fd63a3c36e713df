package io.dbus.job.k8s;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.fabric8.openshift.api.model.monitoring.v1.PodMonitor;
import io.fabric8.openshift.api.model.monitoring.v1.PrometheusRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What Kubernetes and the Prometheus operator know of the kinds that are not the Flink operator's. */
final class KubernetesModel {
    private static final ObjectMapper JSON =
            new ObjectMapper().enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
    private static final Map<String, Class<?>> KINDS = Map.ofEntries(
            Map.entry("v1/Namespace", Namespace.class),
            Map.entry("v1/ServiceAccount", ServiceAccount.class),
            Map.entry("v1/ConfigMap", ConfigMap.class),
            Map.entry("v1/Secret", Secret.class),
            Map.entry("v1/PersistentVolumeClaim", PersistentVolumeClaim.class),
            Map.entry("rbac.authorization.k8s.io/v1/Role", Role.class),
            Map.entry("rbac.authorization.k8s.io/v1/RoleBinding", RoleBinding.class),
            Map.entry("policy/v1/PodDisruptionBudget", PodDisruptionBudget.class),
            Map.entry("networking.k8s.io/v1/NetworkPolicy", NetworkPolicy.class),
            Map.entry("monitoring.coreos.com/v1/PodMonitor", PodMonitor.class),
            Map.entry("monitoring.coreos.com/v1/PrometheusRule", PrometheusRule.class));

    private KubernetesModel() {}

    /** What of a manifest is not known; a kind that is not known is one too. */
    static List<String> problems(JsonNode manifest) {
        String kind = manifest.path("apiVersion").asText() + "/"
                + manifest.path("kind").asText();
        Class<?> type = KINDS.get(kind);
        if (type == null) {
            return List.of("the kind " + kind + " is not known");
        }
        List<String> problems = new ArrayList<>();
        try {
            Object known = JSON.convertValue(manifest, type);
            // The models keep what they do not know beside what they do.
            unknown(manifest.path("kind").asText(), known, problems);
        } catch (IllegalArgumentException e) {
            problems.add(e.getMessage());
        }
        return problems;
    }

    private static void unknown(String path, Object bean, List<String> problems) {
        try {
            if (bean instanceof List<?> list) {
                for (int i = 0; i < list.size(); i++) {
                    unknown(path + "[" + i + "]", list.get(i), problems);
                }
            } else if (bean != null && bean.getClass().getName().startsWith("io.fabric8.")) {
                for (var method : bean.getClass().getMethods()) {
                    if (method.getParameterCount() == 0 && method.getName().equals("getAdditionalProperties")) {
                        ((Map<?, ?>) method.invoke(bean))
                                .keySet()
                                .forEach(key -> problems.add(path + "." + key + " is not known"));
                    } else if (method.getParameterCount() == 0
                            && method.getName().startsWith("get")
                            && method.getDeclaringClass() == bean.getClass()) {
                        unknown(path + "." + method.getName().substring(3), method.invoke(bean), problems);
                    }
                }
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("Cannot look into " + path, e);
        }
    }
}
