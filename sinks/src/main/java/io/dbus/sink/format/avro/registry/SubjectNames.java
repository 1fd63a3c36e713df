package io.dbus.sink.format.avro.registry;

import org.apache.avro.Schema;

/** Under which subject a schema stands; the names of Confluent's strategies. */
public enum SubjectNames {
    TOPIC("TopicNameStrategy") {
        @Override
        public String subject(String topic, Schema schema, boolean key) {
            return topic + (key ? "-key" : "-value");
        }
    },
    RECORD("RecordNameStrategy") {
        @Override
        public String subject(String topic, Schema schema, boolean key) {
            return schema.getFullName();
        }
    },
    TOPIC_RECORD("TopicRecordNameStrategy") {
        @Override
        public String subject(String topic, Schema schema, boolean key) {
            return topic + "-" + schema.getFullName();
        }
    };

    private static final String PACKAGE = "io.confluent.kafka.serializers.subject.";

    private final String label;

    SubjectNames(String label) {
        this.label = label;
    }

    /** The subject of a schema of keys or of values of a topic. */
    public abstract String subject(String topic, Schema schema, boolean key);

    /**
     * The strategy of a name, with or without Confluent's package.
     *
     * @throws IllegalArgumentException when there is none; its message says which there are
     */
    public static SubjectNames parse(String text) {
        String name = text.startsWith(PACKAGE) ? text.substring(PACKAGE.length()) : text;
        for (SubjectNames strategy : values()) {
            if (strategy.label.equals(name)) {
                return strategy;
            }
        }
        throw new IllegalArgumentException("there is no strategy '" + text
                + "'; there are TopicNameStrategy, RecordNameStrategy and TopicRecordNameStrategy");
    }

    @Override
    public String toString() {
        return label;
    }
}
