package io.dbus.sink.kafka;

import io.dbus.plugin.PluginContext;
import io.dbus.plugin.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** What the producers and the admin client are configured with: the user's {@code properties.*} over defaults that keep every record. */
final class ProducerSettings {
    /** The brokers' own transaction.max.timeout.ms, so that it works without touching them. */
    static final int TRANSACTION_TIMEOUT_MILLIS = 900_000;

    private static final Map<String, String> DEFAULTS = Map.of(
            ProducerConfig.ACKS_CONFIG, "all",
            ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, "true",
            ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, String.valueOf(TRANSACTION_TIMEOUT_MILLIS));

    private ProducerSettings() {}

    /** The producer's properties, serializers not among them. */
    static Properties producer(PluginContext context) {
        Properties properties = new Properties();
        properties.putAll(DEFAULTS);
        properties.putAll(context.withPrefix(KafkaSinkOptions.PROPERTIES));
        return properties;
    }

    /** Those of the producer's properties that an admin client knows. */
    static Properties admin(Properties producer) {
        Properties properties = new Properties();
        producer.forEach((key, value) -> {
            if (AdminClientConfig.configNames().contains((String) key)) {
                properties.put(key, value);
            }
        });
        return properties;
    }

    /** What the values of the producer's properties are for Kafka, defaults included. */
    static ProducerConfig parsed(Properties producer) {
        Properties complete = new Properties();
        complete.putAll(producer);
        complete.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class.getName());
        complete.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class.getName());
        return new ProducerConfig(complete);
    }

    /** What is wrong with {@code properties.*}; opens no connection. */
    static List<Problem> problems(PluginContext context, DeliveryGuarantee guarantee) {
        Map<String, String> given = context.withPrefix(KafkaSinkOptions.PROPERTIES);
        List<Problem> problems = new ArrayList<>();
        for (String own : List.of(
                ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG,
                ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG,
                ProducerConfig.TRANSACTIONAL_ID_CONFIG)) {
            if (given.containsKey(own)) {
                problems.add(problem(own, "is set by the sink itself", "Leave it out."));
            }
        }
        if (!problems.isEmpty()
                || given.getOrDefault(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, "")
                        .isBlank()) {
            return problems;
        }
        requireGuarantee(guarantee, given, problems);
        if (problems.isEmpty()) {
            try {
                parsed(producer(context));
            } catch (ConfigException e) {
                problems.add(Problem.ofOption(
                        "properties",
                        "Kafka's producer refuses its properties: " + e.getMessage(),
                        "Correct the value."));
            }
        }
        return problems;
    }

    private static void requireGuarantee(
            DeliveryGuarantee guarantee, Map<String, String> given, List<Problem> problems) {
        String acks = given.getOrDefault(ProducerConfig.ACKS_CONFIG, "all");
        if (!acks.equals("all") && !acks.equals("-1")) {
            problems.add(problem(
                    ProducerConfig.ACKS_CONFIG,
                    "is " + acks + ", by which records are lost when a broker fails, against " + guarantee,
                    "Leave it out or set it to all."));
        }
        if (given.getOrDefault(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, "true").equalsIgnoreCase("false")) {
            problems.add(problem(
                    ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
                    "is false, by which a repeated request changes the order of records"
                            + (guarantee == DeliveryGuarantee.EXACTLY_ONCE ? " and transactions cannot be" : ""),
                    "Leave it out or set it to true."));
        }
    }

    private static Problem problem(String property, String what, String cure) {
        String key = KafkaSinkOptions.PROPERTIES + property;
        return Problem.ofOption(key, key + " " + what, cure);
    }
}
