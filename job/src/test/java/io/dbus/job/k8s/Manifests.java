package io.dbus.job.k8s;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The manifests of the folder {@code k8s}, as kustomize builds them. */
final class Manifests {
    /** Where they are, seen from the module in which the tests run. */
    static final Path FOLDER = Path.of("..", "k8s").toAbsolutePath().normalize();

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Map<String, Manifests> BUILT = new ConcurrentHashMap<>();

    private final String name;
    private final List<JsonNode> all;

    private Manifests(String name, List<JsonNode> all) {
        this.name = name;
        this.all = List.copyOf(all);
    }

    /** What each of the kustomizations makes that are applied as they are. */
    static Stream<Manifests> applied() {
        return Stream.of("overlays/volume", "overlays/s3", "session").map(Manifests::built);
    }

    /** What {@code kustomize build} makes of a folder. */
    static Manifests built(String folder) {
        return BUILT.computeIfAbsent(folder, Manifests::build);
    }

    private static Manifests build(String folder) {
        try {
            DebianTools.Said said =
                    DebianTools.run("kustomize", "build", FOLDER.resolve(folder).toString());
            if (said.exitCode() != 0 || !said.errors().isEmpty()) {
                throw new AssertionError("kustomize build " + folder + ": " + said.errors());
            }
            return new Manifests(folder, documents(said.output()));
        } catch (IOException e) {
            throw new AssertionError("kustomize build " + folder, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("kustomize build " + folder, e);
        }
    }

    /** The documents of a YAML file of the folder. */
    static List<JsonNode> file(String file) throws IOException {
        return documents(Files.readString(FOLDER.resolve(file)));
    }

    /** The documents of a text, whose keys must be there once each. */
    static List<JsonNode> documents(String yaml) {
        List<JsonNode> documents = new ArrayList<>();
        // Names such as "on" and numbers such as 0440 by YAML 1.1 are not the same by YAML 1.2: what is read so is
        // quoted or decimal.
        LoadSettings settings =
                LoadSettings.builder().setAllowDuplicateKeys(false).build();
        new Load(settings).loadAllFromString(yaml).forEach(document -> documents.add(JSON.valueToTree(document)));
        return documents;
    }

    List<JsonNode> all() {
        return all;
    }

    Stream<JsonNode> ofKind(String kind) {
        return all.stream().filter(manifest -> manifest.path("kind").asText().equals(kind));
    }

    /** The only one of a kind. */
    JsonNode only(String kind) {
        List<JsonNode> found = ofKind(kind).toList();
        if (found.size() != 1) {
            throw new AssertionError(name + " has " + found.size() + " of the kind " + kind);
        }
        return found.get(0);
    }

    /** The Flink options of a deployment, by key. */
    static Map<String, String> flinkOptions(JsonNode deployment) {
        Map<String, String> options = new TreeMap<>();
        deployment.at("/spec/flinkConfiguration").properties().forEach(option -> {
            if (!option.getValue().isTextual()) {
                throw new AssertionError("The option " + option.getKey() + " is no text but " + option.getValue()
                        + ": operators before 1.15 take text alone");
            }
            options.put(option.getKey(), option.getValue().textValue());
        });
        return options;
    }

    @Override
    public String toString() {
        return name;
    }
}
