package io.dbus.job.peer;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** Where two JSON texts differ, by path. A struct's fields, an array in a schema, go by their names. */
final class JsonDifferences {
    private JsonDifferences() {}

    /** The paths whose values differ, each with both. */
    static Map<String, String> of(JsonNode one, JsonNode other) {
        Map<String, String> left = new LinkedHashMap<>();
        Map<String, String> right = new LinkedHashMap<>();
        flatten("", one, left);
        flatten("", other, right);
        Map<String, String> differences = new TreeMap<>();
        left.forEach((path, value) -> {
            String there = right.getOrDefault(path, "-");
            if (!there.equals(value)) {
                differences.put(path, value + " | " + there);
            }
        });
        right.forEach((path, value) -> {
            if (!left.containsKey(path)) {
                differences.put(path, "- | " + value);
            }
        });
        return differences;
    }

    private static void flatten(String path, JsonNode node, Map<String, String> into) {
        if (node.isObject() && !node.isEmpty()) {
            node.properties().forEach(member -> {
                if (!member.getKey().equals("field")) {
                    flatten(path + "/" + member.getKey(), member.getValue(), into);
                }
            });
        } else if (node.isArray() && !node.isEmpty()) {
            for (int i = 0; i < node.size(); i++) {
                String name = node.get(i).path("field").asText(String.valueOf(i));
                flatten(path + "/" + name, node.get(i), into);
            }
        } else {
            into.put(path, node.toString());
        }
    }
}
