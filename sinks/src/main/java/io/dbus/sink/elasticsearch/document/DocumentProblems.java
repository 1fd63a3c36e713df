package io.dbus.sink.elasticsearch.document;

import io.dbus.plugin.PluginContext;
import io.dbus.plugin.Problem;
import io.dbus.sink.elasticsearch.client.Answer;
import io.dbus.sink.elasticsearch.client.ElasticsearchConnection;
import io.dbus.sink.template.NameTemplate;
import io.dbus.sink.template.SharedKeys;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What is wrong with the options about documents and indices. */
final class DocumentProblems {
    private DocumentProblems() {}

    static List<Problem> of(PluginContext context) {
        List<Problem> problems = new ArrayList<>();
        Optional<NameTemplate> index = template(context, problems);
        index.ifPresent(template -> {
            IndexNames.problem(template)
                    .ifPresent(
                            what -> problems.add(
                                    Problem.ofOption(
                                            DocumentOptions.INDEX.key(),
                                            what,
                                            "Write it in small letters, without \\ / * ? \" < > | space , # : between the variables.")));
            SharedKeys.problem(template, DocumentOptions.INDEX, DocumentOptions.SHARED_KEYS, context)
                    .ifPresent(problems::add);
        });
        context.options().getOptional(DocumentOptions.ROUTING).ifPresent(text -> routing(text, problems));
        String delimiter = context.options().get(DocumentOptions.KEY_DELIMITER);
        if (delimiter.length() != 1 || DocumentId.DELIMITERS.indexOf(delimiter.charAt(0)) < 0) {
            problems.add(Problem.ofOption(
                    DocumentOptions.KEY_DELIMITER.key(),
                    "the parts of an _id cannot be told apart by '" + delimiter + "'",
                    "Set one character of "
                            + String.join(" ", DocumentId.DELIMITERS.strip().split("")) + " or a space."));
        }
        creation(context, problems);
        return problems;
    }

    private static Optional<NameTemplate> template(PluginContext context, List<Problem> problems) {
        Optional<String> text = context.options().getOptional(DocumentOptions.INDEX);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(NameTemplate.parse(text.get()));
        } catch (IllegalArgumentException e) {
            problems.add(Problem.ofOption(DocumentOptions.INDEX.key(), e.getMessage(), "Correct the index."));
            return Optional.empty();
        }
    }

    private static void routing(String text, List<Problem> problems) {
        try {
            DocumentSettings.routing(text);
        } catch (IllegalArgumentException e) {
            problems.add(Problem.ofOption(
                    DocumentOptions.ROUTING.key(), e.getMessage(), "Correct the routing, or name a column."));
        }
    }

    private static void creation(PluginContext context, List<Problem> problems) {
        IndexCreation creation = IndexCreation.of(context);
        creation.fields().keySet().stream()
                .filter(key -> key.indexOf('.') <= 0 || key.endsWith("."))
                .forEach(key -> problems.add(Problem.ofOption(
                        DocumentOptions.MAPPING_PREFIX + key,
                        "it names no parameter of a field",
                        "Write " + DocumentOptions.MAPPING_PREFIX + "COLUMN.type: TYPE.")));
        creation.fields().keySet().stream()
                .filter(key -> key.endsWith(".limit"))
                .forEach(key -> problems.add(Problem.ofOption(
                        DocumentOptions.MAPPING_PREFIX + key,
                        "no mapping of a field has a limit, but an index has such a setting",
                        "Write " + DocumentOptions.SETTINGS_PREFIX + "mapping." + key + ".")));
        if (creation.enabled()) {
            return;
        }
        creation.settings().keySet().forEach(key -> unused(DocumentOptions.SETTINGS_PREFIX + key, problems));
        creation.fields().keySet().forEach(key -> unused(DocumentOptions.MAPPING_PREFIX + key, problems));
    }

    private static void unused(String key, List<Problem> problems) {
        problems.add(Problem.ofOption(
                key,
                "it is of indices that the sink creates, and it creates none",
                "Leave it out, or set " + DocumentOptions.CREATE.key() + " to true."));
    }

    static List<Problem> ofTruncates(PluginContext context) {
        List<Problem> ignored = new ArrayList<>();
        Optional<NameTemplate> index = template(context, ignored);
        if (index.isEmpty()) {
            return List.of();
        }
        List<String> why = new ArrayList<>();
        NameTemplate template = index.get();
        // Two tables in one index are refused when they come, but each start of the job forgets which one was first.
        if (!template.uses(NameTemplate.Kind.DB) || !template.uses(NameTemplate.Kind.TABLE)) {
            why.add("it holds not both ${db} and ${table}, so that other tables may have documents in it");
        }
        if (template.uses(NameTemplate.Kind.COLUMN)) {
            why.add("it depends on columns, so that a table has several");
        }
        if (context.options().get(DocumentOptions.SHARED_KEYS)) {
            why.add("rows of several servers or tables may meet in it (" + DocumentOptions.SHARED_KEYS.key() + ")");
        }
        return why.isEmpty()
                ? List.of()
                : List.of(
                        Problem.ofOption(
                                DocumentOptions.INDEX.key(),
                                "the documents of a truncated table cannot be told by the index '" + template + "': "
                                        + String.join(", ", why),
                                "Name the index by ${db} and ${table} and no column, without shared keys, or let truncates fail or be ignored."));
    }

    /** What can be known before the first row: an index that has one name for all. */
    static List<Problem> preflight(DocumentSettings settings, ElasticsearchConnection connection) {
        if (!settings.index().variables().isEmpty()) {
            return List.of();
        }
        String index = settings.index().toString();
        try {
            Answer answer = connection.call("GET", Indices.path(index), Map.of("flat_settings", "true"), null);
            if (answer.status() == 404) {
                return settings.creation().enabled()
                        ? List.of()
                        : List.of(Problem.ofOption(
                                DocumentOptions.INDEX.key(),
                                "there is no index " + index,
                                "Create it, or set " + DocumentOptions.CREATE.key() + " to true."));
            }
            if (!answer.ok()) {
                return List.of(Problem.ofOption(
                        DocumentOptions.INDEX.key(),
                        "the index " + index + " cannot be looked at: " + answer.describe(),
                        "Grant the index privilege view_index_metadata, or name another index."));
            }
            return IndexState.of(index, answer.json()).isDataStream()
                    ? List.of(Problem.ofOption(
                            DocumentOptions.INDEX.key(),
                            index + " is a data stream, whose documents take no external versions",
                            "Name an index."))
                    : List.of();
        } catch (IOException e) {
            return List.of(Problem.of(
                    "the index " + index + " cannot be looked at: " + e.getMessage(),
                    "See whether the cluster is well."));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of(Problem.of("the look at index " + index + " was interrupted", "Try again."));
        }
    }
}
