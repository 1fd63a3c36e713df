package io.dbus.sink.elasticsearch;

import io.dbus.event.Event;
import io.dbus.plugin.KeptState;
import io.dbus.plugin.PluginContext;
import io.dbus.plugin.Problem;
import io.dbus.plugin.SinkPlugin;
import io.dbus.sink.elasticsearch.client.ConnectionOptions;
import io.dbus.sink.elasticsearch.client.ConnectionSettings;
import io.dbus.sink.elasticsearch.document.DocumentSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.MemorySize;

/**
 * Writes rows as documents into Elasticsearch, effectively once: the {@code _id} is the row's key and the external version the change's sequence, so that a repeat or a
 * late change never wins, and each checkpoint waits for the answers to all that came before it.
 */
public final class ElasticsearchSinkPlugin implements SinkPlugin {
    @Override
    public String type() {
        return "elasticsearch";
    }

    @Override
    public String description() {
        return "Writes rows as documents into Elasticsearch or OpenSearch, one document for each key, effectively once.";
    }

    @Override
    public List<ConfigOption<?>> requiredOptions() {
        List<ConfigOption<?>> options = new ArrayList<>(ConnectionOptions.REQUIRED);
        options.addAll(DocumentSettings.requiredOptions());
        return List.copyOf(options);
    }

    @Override
    public List<ConfigOption<?>> optionalOptions() {
        List<ConfigOption<?>> options = new ArrayList<>(DocumentSettings.optionalOptions());
        options.addAll(ConnectionOptions.OPTIONAL);
        options.addAll(ElasticsearchSinkOptions.OPTIONAL);
        return List.copyOf(options);
    }

    @Override
    public Map<String, String> optionPrefixes() {
        return DocumentSettings.optionPrefixes();
    }

    @Override
    public List<Problem> validate(PluginContext context) {
        List<Problem> problems = new ArrayList<>(ConnectionSettings.problems(context.options()));
        problems.addAll(DocumentSettings.problems(context));
        atLeast(context, ElasticsearchSinkOptions.BULK_ACTIONS, 1, problems);
        atLeast(context, ElasticsearchSinkOptions.MAX_REQUESTS, 1, problems);
        atLeast(context, ElasticsearchSinkOptions.MAX_OPERATIONS, 1, problems);
        positive(context, ElasticsearchSinkOptions.BULK_INTERVAL, problems);
        positive(context, ElasticsearchSinkOptions.BACKOFF_DELAY, problems);
        positive(context, ElasticsearchSinkOptions.BACKOFF_MAX_DELAY, problems);
        positive(context, ElasticsearchSinkOptions.RETRY_TIMEOUT, problems);
        if (context.options()
                        .get(ElasticsearchSinkOptions.BACKOFF_DELAY)
                        .compareTo(context.options().get(ElasticsearchSinkOptions.RETRY_TIMEOUT))
                > 0) {
            problems.add(Problem.ofOption(
                    ElasticsearchSinkOptions.BACKOFF_DELAY.key(),
                    "it is longer than " + ElasticsearchSinkOptions.RETRY_TIMEOUT.key()
                            + ", so that nothing would be tried again",
                    "Set a shorter one."));
        }
        size(context, ElasticsearchSinkOptions.BULK_SIZE, problems);
        size(context, ElasticsearchSinkOptions.MAX_BUFFERED, problems);
        size(context, ElasticsearchSinkOptions.MAX_DOCUMENT, problems);
        if (context.options().get(ElasticsearchSinkOptions.TRUNCATE) == ElasticsearchSinkOptions.OnTruncate.DELETE) {
            problems.addAll(DocumentSettings.truncateProblems(context));
        }
        return problems;
    }

    @Override
    public List<Problem> preflight(PluginContext context) {
        return new ElasticsearchPreflight(context).problems();
    }

    @Override
    public Optional<KeptState> keeps(PluginContext context) {
        return Optional.of(KeptState.of("the truncates that it has not carried out"));
    }

    @Override
    public Sink<Event> sink(PluginContext context) {
        return new ElasticsearchSink(SinkSettings.of(context));
    }

    private static void atLeast(
            PluginContext context, ConfigOption<Integer> option, int least, List<Problem> problems) {
        int value = context.options().get(option);
        if (value < least) {
            problems.add(
                    Problem.ofOption(option.key(), "there cannot be " + value, "Set a number from " + least + " up."));
        }
    }

    private static void positive(PluginContext context, ConfigOption<Duration> option, List<Problem> problems) {
        Duration value = context.options().get(option);
        if (value.toMillis() < 1) {
            problems.add(Problem.ofOption(option.key(), "there is no time in " + value, "Set a time from 1 ms up."));
        }
    }

    /** A request is one array of bytes. */
    private static void size(PluginContext context, ConfigOption<MemorySize> option, List<Problem> problems) {
        long value = context.options().get(option).getBytes();
        if (value < 1 || value > Integer.MAX_VALUE - (1 << 20)) {
            problems.add(Problem.ofOption(
                    option.key(), "it cannot be " + value + " bytes", "Set a size from 1 kb to 2000 mb."));
        }
    }
}
