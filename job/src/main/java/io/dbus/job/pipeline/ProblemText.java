package io.dbus.job.pipeline;

import io.dbus.plugin.Problem;
import java.util.Set;

/** The one line that a plugin's problem becomes: {@code path.option: what; cure}, however its author ends his sentences. */
public final class ProblemText {
    private static final Set<String> NAMES = Set.of("Debezium", "Elasticsearch", "Flink", "Java", "Kafka");

    private ProblemText() {}

    /** The line of a problem with the component at a path of the file, such as {@code sinks.topics}. */
    public static String of(String path, Problem problem) {
        String key = problem.option().isEmpty() ? "" : "." + problem.option();
        return path + key + ": " + withoutEnd(problem.what()) + "; " + continued(withoutEnd(problem.cure()));
    }

    private static String withoutEnd(String sentence) {
        return sentence.strip().replaceFirst("\\.$", "");
    }

    private static String continued(String sentence) {
        String word = sentence.split("\\W", 2)[0];
        boolean plain = word.matches("[A-Z][a-z]*") && !NAMES.contains(word);
        return plain ? Character.toLowerCase(sentence.charAt(0)) + sentence.substring(1) : sentence;
    }
}
