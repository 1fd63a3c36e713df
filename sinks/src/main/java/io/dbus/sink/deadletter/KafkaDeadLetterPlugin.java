package io.dbus.sink.deadletter;

import io.dbus.plugin.DeadLetterPlugin;
import io.dbus.plugin.PluginContext;
import io.dbus.plugin.Problem;
import io.dbus.reject.RejectsFactory;
import io.dbus.sink.kafka.KafkaSinkOptions;
import io.dbus.sink.kafka.TopicProducer;
import io.dbus.sink.kafka.TopicReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.MemorySize;

/** Dead letters as records of a Kafka topic: the key is the id, the value the JSON, and the reason and the component are headers too. */
public final class KafkaDeadLetterPlugin implements DeadLetterPlugin {
    /** In base64, with all else, less than the megabyte that a producer and a broker take unless told otherwise. */
    static final ConfigOption<MemorySize> MAX_BYTES = DeadLetterOptions.maxBytes(MemorySize.parse("512 kb"));

    @Override
    public String type() {
        return "kafka";
    }

    @Override
    public String description() {
        return "Stores rejected events in a Kafka topic, each as a JSON record, at least once: key = id, headers reason and component.";
    }

    @Override
    public List<ConfigOption<?>> requiredOptions() {
        return List.of(KafkaSinkOptions.BOOTSTRAP_SERVERS, TopicProducer.TOPIC);
    }

    @Override
    public List<ConfigOption<?>> optionalOptions() {
        return List.of(
                DeadLetterOptions.MAX_PER_MINUTE,
                MAX_BYTES,
                KafkaSinkOptions.TOPIC_CREATION,
                KafkaSinkOptions.TOPIC_PARTITIONS,
                KafkaSinkOptions.TOPIC_REPLICATION);
    }

    @Override
    public Map<String, String> optionPrefixes() {
        return Map.of(
                KafkaSinkOptions.PROPERTIES, "Properties of Kafka's producer, passed to it as they are.",
                KafkaSinkOptions.TOPIC_PROPERTIES,
                        "Configs of the topic when it is created, such as retention.ms; with cleanup.policy: compact Kafka drops repeats itself.");
    }

    @Override
    public List<Problem> validate(PluginContext context) {
        List<Problem> problems = new ArrayList<>(DeadLetterOptions.problems(context, MAX_BYTES));
        problems.addAll(TopicProducer.problems(context));
        return problems;
    }

    @Override
    public List<Problem> preflight(PluginContext context) {
        return TopicProducer.preflight(context);
    }

    @Override
    public RejectsFactory rejects(PluginContext context) {
        TopicProducer.Settings settings = TopicProducer.Settings.of(context);
        return DeadLetterFactory.of(context, MAX_BYTES, opened -> new KafkaLetters(settings));
    }

    @Override
    public void read(PluginContext context, Consumer<String> letters) throws IOException, InterruptedException {
        TopicReader.read(TopicProducer.Settings.of(context), letters);
    }
}
