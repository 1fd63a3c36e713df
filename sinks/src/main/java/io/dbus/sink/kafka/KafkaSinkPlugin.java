package io.dbus.sink.kafka;

import io.dbus.event.Event;
import io.dbus.plugin.KeptState;
import io.dbus.plugin.PluginContext;
import io.dbus.plugin.Problem;
import io.dbus.plugin.SinkPlugin;
import io.dbus.sink.format.EventFormat;
import io.dbus.sink.format.EventFormats;
import io.dbus.sink.template.NameTemplate;
import io.dbus.sink.template.SharedKeys;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.connector.base.DeliveryGuarantee;

/**
 * Writes changes into Kafka, exactly once unless told otherwise.
 *
 * <p>Exactly once: records are written in transactions that are committed when their checkpoint is complete; readers with {@code
 * isolation.level=read_committed} see each change once, those with {@code read_uncommitted} also what is aborted later. Beside
 * each transaction an offset is committed for a consumer group of the transaction's own name, which is how the sink knows after a restart whether
 * the commit had come through. A job that is down for longer than {@code transaction.timeout.ms} loses the transactions of its last
 * checkpoint: it fails at its start, naming them.
 */
public final class KafkaSinkPlugin implements SinkPlugin {
    @Override
    public String type() {
        return "kafka";
    }

    @Override
    public String description() {
        return "Writes changes into Kafka topics, exactly once by default, in the order of each key.";
    }

    @Override
    public List<ConfigOption<?>> requiredOptions() {
        return KafkaSinkOptions.REQUIRED;
    }

    @Override
    public List<ConfigOption<?>> optionalOptions() {
        Set<ConfigOption<?>> options = new LinkedHashSet<>(KafkaSinkOptions.OPTIONAL);
        EventFormats.all().forEach(format -> options.addAll(format.options()));
        return List.copyOf(options);
    }

    @Override
    public Map<String, String> optionPrefixes() {
        return Map.of(
                KafkaSinkOptions.PROPERTIES, "Properties of Kafka's producer, passed to it as they are.",
                KafkaSinkOptions.TOPIC_PROPERTIES, "Configs of the topics that are created, such as cleanup.policy.");
    }

    @Override
    public List<Problem> validate(PluginContext context) {
        List<Problem> problems = new ArrayList<>();
        topicProblems(context, problems);
        formatProblems(context, problems);
        skippedProblems(context, problems);
        schemaChangesProblems(context, problems);
        problems.addAll(TopicCreation.problems(context));
        DeliveryGuarantee guarantee = context.options().get(KafkaSinkOptions.DELIVERY_GUARANTEE);
        if (guarantee == DeliveryGuarantee.NONE) {
            problems.add(Problem.ofOption(
                    KafkaSinkOptions.DELIVERY_GUARANTEE.key(),
                    "a sink that may lose records is not offered",
                    "Set it to exactly-once or at-least-once."));
        }
        problems.addAll(ProducerSettings.problems(context, guarantee));
        return problems;
    }

    @Override
    public List<Problem> preflight(PluginContext context) {
        SinkSettings settings = SinkSettings.of(context);
        List<Problem> problems = new ArrayList<>(new KafkaPreflight(settings).problems());
        EventFormats.named(context.options().get(KafkaSinkOptions.FORMAT))
                .ifPresent(format -> problems.addAll(format.preflight(context, settings.knownTopics())));
        return problems;
    }

    @Override
    public Optional<KeptState> keeps(PluginContext context) {
        return Optional.of(KeptState.of("the transactions of its last checkpoint"));
    }

    @Override
    public Sink<Event> sink(PluginContext context) {
        return new EventSink(SinkSettings.of(context));
    }

    private static void topicProblems(PluginContext context, List<Problem> problems) {
        String key = KafkaSinkOptions.TOPIC.key();
        Optional<String> text = context.options().getOptional(KafkaSinkOptions.TOPIC);
        if (text.isEmpty()) {
            return;
        }
        try {
            NameTemplate topic = NameTemplate.parse(text.get());
            TopicNames.problem(topic)
                    .ifPresent(what -> problems.add(Problem.ofOption(
                            key, what, "Use letters, digits, '.', '_' and '-' between the variables.")));
            SharedKeys.problem(topic, KafkaSinkOptions.TOPIC, KafkaSinkOptions.SHARED_KEYS, context)
                    .ifPresent(problems::add);
        } catch (IllegalArgumentException e) {
            problems.add(Problem.ofOption(key, e.getMessage(), "Correct the topic."));
        }
    }

    private static void formatProblems(PluginContext context, List<Problem> problems) {
        String name = context.options().get(KafkaSinkOptions.FORMAT);
        Optional<EventFormat> chosen = EventFormats.named(name);
        if (chosen.isEmpty()) {
            problems.add(Problem.ofOption(
                    KafkaSinkOptions.FORMAT.key(),
                    "there is no format '" + name + "'",
                    "Take one of "
                            + EventFormats.all().stream().map(EventFormat::name).collect(Collectors.joining(", "))
                            + "."));
            return;
        }
        Set<String> own = keys(chosen.get());
        for (EventFormat other : EventFormats.all()) {
            for (ConfigOption<?> option : other.options()) {
                if (!own.contains(option.key())
                        && context.options().getOptional(option).isPresent()) {
                    problems.add(Problem.ofOption(
                            option.key(),
                            "it is an option of the format " + other.name() + ", and the format is " + name,
                            "Leave it out, or set format to " + other.name() + "."));
                }
            }
        }
        problems.addAll(chosen.get().validate(context));
    }

    private static void skippedProblems(PluginContext context, List<Problem> problems) {
        try {
            SkippedOperations.parse(context.options().get(KafkaSinkOptions.SKIPPED_OPERATIONS));
        } catch (IllegalArgumentException e) {
            problems.add(Problem.ofOption(
                    KafkaSinkOptions.SKIPPED_OPERATIONS.key(),
                    e.getMessage(),
                    "List some of c, u, d and t, or set it to none."));
        }
    }

    private static void schemaChangesProblems(PluginContext context, List<Problem> problems) {
        String key = KafkaSinkOptions.SCHEMA_CHANGES_TOPIC.key();
        if (!context.options().get(KafkaSinkOptions.SCHEMA_CHANGES)) {
            if (context.options()
                    .getOptional(KafkaSinkOptions.SCHEMA_CHANGES_TOPIC)
                    .isPresent()) {
                problems.add(Problem.ofOption(
                        key,
                        "schema changes are not written",
                        "Set " + KafkaSinkOptions.SCHEMA_CHANGES.key() + " to true, or leave it out."));
            }
            return;
        }
        String topic = SinkSettings.schemaChangesTopic(context);
        String cure = "Set it to one topic, of letters, digits, '.', '_' and '-'.";
        if (topic.isBlank() || topic.contains("${")) {
            problems.add(Problem.ofOption(key, "'" + topic + "' is no topic", cure));
            return;
        }
        TopicNames.problem(NameTemplate.parse(topic))
                .ifPresent(what -> problems.add(Problem.ofOption(key, "of '" + topic + "' " + what, cure)));
        if (context.options()
                .getOptional(KafkaSinkOptions.TOPIC)
                .filter(topic::equals)
                .isPresent()) {
            problems.add(Problem.ofOption(key, "'" + topic + "' is the topic of rows too", "Set it to another."));
        }
    }

    private static Set<String> keys(EventFormat format) {
        return format.options().stream().map(ConfigOption::key).collect(Collectors.toSet());
    }
}
