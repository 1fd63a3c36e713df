package io.dbus.job.graph;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dbus.job.pipeline.Component;
import io.dbus.plugin.KeptState;
import io.dbus.plugin.OperatorPlugin;
import io.dbus.plugin.Plugin;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a job tells of one of its components.
 *
 * @param kind {@code source}, {@code operator} or {@code sink}
 * @param name its name in the pipeline file
 * @param type the type of its plugin
 * @param inputs what it reads, as the file names it; empty for a source
 * @param state what it keeps in checkpoints and savepoints, options of sources that decide the keys of its events among its form; empty when nothing
 */
public record ComponentFacts(String kind, String name, String type, List<String> inputs, Optional<KeptState> state) {
    private static final ObjectMapper JSON = new ObjectMapper();

    public ComponentFacts {
        requireNonNull(kind, "kind");
        requireNonNull(name, "name");
        requireNonNull(type, "type");
        requireNonNull(state, "state");
        inputs = List.copyOf(inputs);
    }

    /** Those of a component; {@code keyForms} decide the keys of its events, by which state of operators is found. */
    static ComponentFacts of(Component<? extends Plugin> component, Map<String, String> keyForms) {
        Optional<KeptState> state = component.plugin().keeps(component.context());
        if (component.plugin() instanceof OperatorPlugin) {
            state = state.map(kept -> {
                Map<String, String> form = new TreeMap<>(keyForms);
                form.putAll(kept.form());
                return new KeptState(kept.what(), form, kept.parts());
            });
        }
        return new ComponentFacts(
                component.kind().word(),
                component.name(),
                component.plugin().type(),
                component.inputs().stream().map(Component.Input::toString).toList(),
                state);
    }

    /** Whether another is of the same kind and type, and reads the same. */
    boolean isPlacedAs(ComponentFacts other) {
        return kind.equals(other.kind) && type.equals(other.type) && inputs.equals(other.inputs);
    }

    /** Its path in the pipeline file: {@code operators.lanes}. */
    String path() {
        return kind + "s." + name;
    }

    static String toText(List<ComponentFacts> components) {
        ArrayNode all = JSON.createArrayNode();
        for (ComponentFacts component : components) {
            ObjectNode one = all.addObject()
                    .put("kind", component.kind)
                    .put("name", component.name)
                    .put("type", component.type);
            component.inputs.forEach(one.putArray("inputs")::add);
            component.state.ifPresent(state -> {
                ObjectNode kept = one.putObject("state").put("what", state.what());
                new TreeMap<>(state.form()).forEach(kept.putObject("form")::put);
                state.parts().forEach(kept.putArray("parts")::add);
            });
        }
        return all.toString();
    }

    /** @throws IllegalArgumentException when the text is none that {@link #toText} made */
    static List<ComponentFacts> ofText(String text) {
        try {
            List<ComponentFacts> components = new ArrayList<>();
            for (JsonNode one : JSON.readTree(text)) {
                JsonNode kept = one.get("state");
                components.add(new ComponentFacts(
                        one.path("kind").asText(),
                        one.path("name").asText(),
                        one.path("type").asText(),
                        texts(one.path("inputs")),
                        kept == null
                                ? Optional.empty()
                                : Optional.of(new KeptState(
                                        kept.path("what").asText(),
                                        entries(kept.path("form")),
                                        texts(kept.path("parts"))))));
            }
            return components;
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("The job's components cannot be read: " + e.getOriginalMessage(), e);
        }
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(text -> texts.add(text.asText()));
        return texts;
    }

    private static Map<String, String> entries(JsonNode object) {
        Map<String, String> entries = new TreeMap<>();
        object.properties()
                .forEach(entry -> entries.put(entry.getKey(), entry.getValue().asText()));
        return entries;
    }
}
