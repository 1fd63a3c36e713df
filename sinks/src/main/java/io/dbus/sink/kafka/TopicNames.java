package io.dbus.sink.kafka;

import io.dbus.event.Event;
import io.dbus.reject.RejectReason;
import io.dbus.sink.template.NameClaims;
import io.dbus.sink.template.NameTemplate;
import io.dbus.sink.template.TemplateException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The topics of events, by a template. Characters that Kafka does not take in a topic's name become {@code _}; two tables (or other values
 * of the template's variables) that would get one topic by that, or by where their names meet, are refused.
 *
 * <p>Hot path: most events have the values of the one before. Not thread-safe.
 */
final class TopicNames {
    /** The longest name of a topic; see {@code org.apache.kafka.common.internals.Topic}. */
    static final int MAX_LENGTH = 249;

    /** Who owns the topic of schema changes: no value of a variable has line feeds in it. */
    private static final List<String> SCHEMA_CHANGES = List.of("\nschema changes\n");

    private static final Logger LOG = LoggerFactory.getLogger(TopicNames.class);

    private final NameTemplate template;
    private final NameClaims claims;
    private final Map<List<String>, String> topics = new HashMap<>();
    private final Map<String, String> byMetricName = new HashMap<>();
    private List<String> lastValues = List.of();
    private String lastTopic;

    TopicNames(NameTemplate template, NameClaims claims) {
        this.template = template;
        this.claims = claims;
    }

    /** What is wrong with a template for topics, if something is: what its literal parts say alone. */
    static Optional<String> problem(NameTemplate template) {
        for (String literal : template.literals()) {
            for (int i = 0; i < literal.length(); i++) {
                if (!legal(literal.charAt(i))) {
                    return Optional.of("the character '" + literal.charAt(i) + "' cannot be in the name of a topic");
                }
            }
        }
        int length = template.literals().stream().mapToInt(String::length).sum();
        if (length > MAX_LENGTH) {
            return Optional.of("the name of a topic has at most " + MAX_LENGTH + " characters");
        }
        String whole = template.toString();
        return template.variables().isEmpty() && (whole.equals(".") || whole.equals(".."))
                ? Optional.of("a topic cannot be named '" + whole + "'")
                : Optional.empty();
    }

    /**
     * The topic of an event.
     *
     * @throws TemplateException when there is none for it
     * @throws TopicFailure when it is the topic of another table: it is not the event that is wrong, and which table came first may differ after
     *     a restart, so such events are not rejected
     * @throws IOException when it cannot be found out whose topic it is
     */
    String topic(Event event) throws IOException {
        List<String> values = template.values(event);
        if (lastTopic == null || !values.equals(lastValues)) {
            String topic = topics.get(values);
            lastTopic = topic == null ? make(event, values) : topic;
            lastValues = values;
        }
        return lastTopic;
    }

    /**
     * Claims the topic of schema changes.
     *
     * @throws TopicFailure when it is the topic of a table too
     */
    void claimForSchemaChanges(String topic) throws IOException {
        List<String> owner = claims.claim(topic, SCHEMA_CHANGES);
        if (!owner.equals(SCHEMA_CHANGES)) {
            throw new TopicFailure("The topic " + topic + " is that of " + named(owner)
                    + " and would also be that of schema changes: set " + KafkaSinkOptions.SCHEMA_CHANGES_TOPIC.key()
                    + " to another.");
        }
    }

    private String make(Event event, List<String> values) throws IOException {
        List<String> legal = new ArrayList<>(values.size());
        values.forEach(value -> legal.add(legal(value)));
        String topic = template.join(legal);
        if (topic.isEmpty() || topic.length() > MAX_LENGTH || topic.equals(".") || topic.equals("..")) {
            throw new TemplateException(
                    RejectReason.ILLEGAL_NAME,
                    "Kafka takes no topic named '" + topic + "' (1 to " + MAX_LENGTH
                            + " characters, not . or ..), which " + named(values) + " would get",
                    "change 'topic: " + template + "' or route the table");
        }
        List<String> owner = values.isEmpty() ? values : claims.claim(topic, values);
        if (!owner.equals(values)) {
            throw new TopicFailure("The topic " + topic + " is that of " + named(owner) + " and would also be that of "
                    + named(values) + " (" + event.origin().describe()
                    + "): rename or route one of them, or change 'topic: "
                    + template + "'.");
        }
        topics.put(values, topic);
        warnOfMetricClash(topic);
        return topic;
    }

    /** Kafka's metrics write . as _, so it refuses to create the second of two such topics. */
    private void warnOfMetricClash(String topic) {
        String other = byMetricName.putIfAbsent(topic.replace('.', '_'), topic);
        if (other != null) {
            LOG.warn("Topics {} and {} have one name in Kafka's metrics, where . is _", other, topic);
        }
    }

    private String named(List<String> values) {
        if (values.equals(SCHEMA_CHANGES)) {
            return "schema changes";
        }
        List<String> named = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            named.add(template.variables().get(i) + " = '" + values.get(i) + "'");
        }
        return String.join(", ", named);
    }

    private static String legal(String value) {
        StringBuilder legal = new StringBuilder(value.length());
        value.codePoints().forEach(point -> legal.append(point < 128 && legal((char) point) ? (char) point : '_'));
        return legal.toString();
    }

    private static boolean legal(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '.' || c == '_' || c == '-';
    }
}
