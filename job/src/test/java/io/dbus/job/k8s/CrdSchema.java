package io.dbus.job.k8s;

import com.fasterxml.jackson.databind.JsonNode;
import io.dbus.embedded.ServerUnavailableException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The schema of a kind of the Flink Kubernetes operator. The CRDs are not part of this project: they are looked for in the folder that the
 * system property {@code dbus.crds} names, else in a folder {@code crds} beside the repository.
 */
final class CrdSchema {
    private static final String PROPERTY = "dbus.crds";

    private final JsonNode schema;

    private CrdSchema(JsonNode schema) {
        this.schema = schema;
    }

    /**
     * The schema of a kind.
     *
     * @param plural the kind's plural, such as {@code flinkdeployments}
     * @throws ServerUnavailableException when the CRDs are not to be found
     */
    static CrdSchema of(String plural) throws IOException {
        String file = plural + ".flink.apache.org-v1.yml";
        Path found = find(file)
                .orElseThrow(() -> new ServerUnavailableException("the operator's CRD " + file
                        + " is not to be found: name the folder that has it with -D" + PROPERTY + "=..."));
        return new CrdSchema(
                Manifests.documents(Files.readString(found)).get(0).at("/spec/versions/0/schema/openAPIV3Schema"));
    }

    private static Optional<Path> find(String file) throws IOException {
        String named = System.getProperty(PROPERTY);
        if (named != null) {
            return Optional.of(Path.of(named, file)).filter(Files::exists);
        }
        Path repository = Manifests.FOLDER.getParent();
        try (DirectoryStream<Path> beside = Files.newDirectoryStream(repository.getParent(), Files::isDirectory)) {
            for (Path folder : beside) {
                Path candidate = folder.resolve("crds").resolve(file);
                if (Files.exists(candidate)) {
                    return Optional.of(candidate);
                }
            }
        }
        return Optional.empty();
    }

    /** What of a manifest the schema does not know or takes in another form; unknown keys are refused. */
    List<String> problems(JsonNode manifest) {
        List<String> problems = new ArrayList<>();
        for (String of : List.of("apiVersion", "kind", "metadata")) {
            if (!manifest.has(of)) {
                problems.add(of + " is missing");
            }
        }
        check("spec", manifest.path("spec"), schema.at("/properties/spec"), problems);
        return problems;
    }

    private static void check(String path, JsonNode value, JsonNode schema, List<String> problems) {
        if (schema.path("x-kubernetes-preserve-unknown-fields").asBoolean()) {
            return;
        }
        if (!schema.path("x-kubernetes-int-or-string").asBoolean()
                && !fits(value, schema.path("type").asText())) {
            problems.add(path + " is " + value + " and must be of type "
                    + schema.path("type").asText());
            return;
        }
        if (schema.has("enum") && !contains(schema.path("enum"), value)) {
            problems.add(path + " is " + value + " and must be one of " + schema.path("enum"));
        }
        value.properties().forEach(entry -> {
            JsonNode known = schema.path("properties").path(entry.getKey());
            if (known.isMissingNode()) {
                known = schema.path("additionalProperties");
            }
            String at = path + "." + entry.getKey();
            if (known.isMissingNode()) {
                problems.add(at + " is not known");
            } else if (!known.isBoolean()) {
                check(at, entry.getValue(), known, problems);
            }
        });
        if (value.isArray()) {
            for (int i = 0; i < value.size(); i++) {
                check(path + "[" + i + "]", value.get(i), schema.path("items"), problems);
            }
        }
        for (JsonNode required : schema.path("required")) {
            if (!value.has(required.asText())) {
                problems.add(path + "." + required.asText() + " is missing");
            }
        }
    }

    private static boolean fits(JsonNode value, String type) {
        return switch (type) {
            case "object" -> value.isObject();
            case "array" -> value.isArray();
            case "string" -> value.isTextual();
            case "boolean" -> value.isBoolean();
            case "integer" -> value.isIntegralNumber();
            case "number" -> value.isNumber();
            default -> throw new IllegalArgumentException("A schema of the type '" + type + "'");
        };
    }

    private static boolean contains(JsonNode values, JsonNode value) {
        for (JsonNode one : values) {
            if (one.equals(value)) {
                return true;
            }
        }
        return false;
    }
}
