package io.dbus.job.cli;

import io.dbus.job.pipeline.Finding;
import io.dbus.job.pipeline.Mark;
import io.dbus.job.pipeline.Pipeline;
import io.dbus.job.pipeline.ProblemText;
import io.dbus.plugin.Problem;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Asks each component whether it could run, and whether its rejects could be stored. */
public final class Preflight {
    private Preflight() {}

    /** What keeps a pipeline from running, as its components found by connecting to their servers; in the file's order. */
    public static List<Finding> findings(Pipeline pipeline) {
        List<Finding> findings = new ArrayList<>();
        pipeline.components()
                .forEach(component -> findings(
                        pipeline.file(),
                        component.path(),
                        component.mark(),
                        component.marks(),
                        component.plugin().preflight(component.context()),
                        findings));
        pipeline.deadLetters()
                .values()
                .forEach(letters -> findings(
                        pipeline.file(),
                        letters.path(),
                        letters.mark(),
                        letters.marks(),
                        letters.plugin().preflight(letters.context()),
                        findings));
        return findings;
    }

    private static void findings(
            String file,
            String path,
            Mark mark,
            Map<String, Mark> marks,
            List<Problem> problems,
            List<Finding> findings) {
        problems.forEach(problem -> findings.add(
                new Finding(file, marks.getOrDefault(problem.option(), mark), ProblemText.of(path, problem))));
    }

    /** Whether a pipeline could run; what keeps it from running is printed. */
    static boolean passes(Pipeline pipeline, PrintStream err) {
        List<Finding> findings = findings(pipeline);
        findings.forEach(err::println);
        return findings.isEmpty();
    }
}
