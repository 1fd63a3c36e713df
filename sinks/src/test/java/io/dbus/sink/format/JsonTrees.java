package io.dbus.sink.format;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.List;

/** JSON read strictly: one value, no name twice, numbers with all their digits. */
public final class JsonTrees {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private JsonTrees() {}

    /** The tree of a text. */
    public static JsonNode read(String text) {
        try {
            return MAPPER.readTree(text);
        } catch (JsonProcessingException e) {
            throw new AssertionError("This is no strict JSON: " + text, e);
        }
    }

    /** The same tree in one form, whatever way its numbers were written. */
    public static String normal(JsonNode node) {
        if (node.isObject()) {
            List<String> members = new ArrayList<>();
            node.properties()
                    .forEach(member -> members.add(
                            MAPPER.getNodeFactory().textNode(member.getKey()).toString() + ":"
                                    + normal(member.getValue())));
            return "{" + String.join(",", members) + "}";
        } else if (node.isArray()) {
            List<String> elements = new ArrayList<>();
            node.forEach(element -> elements.add(normal(element)));
            return "[" + String.join(",", elements) + "]";
        }
        return node.isNumber() ? node.decimalValue().stripTrailingZeros().toString() : node.toString();
    }
}
