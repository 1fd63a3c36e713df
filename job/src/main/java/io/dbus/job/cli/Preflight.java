package io.dbus.job.cli;

import io.dbus.job.pipeline.Component;
import io.dbus.job.pipeline.Finding;
import io.dbus.job.pipeline.Pipeline;
import io.dbus.job.pipeline.ProblemText;
import io.dbus.plugin.Plugin;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** Asks each component whether it could run. */
public final class Preflight {
    private Preflight() {}

    /** What keeps a pipeline from running, as its components found by connecting to their servers; in the file's order. */
    public static List<Finding> findings(Pipeline pipeline) {
        List<Finding> findings = new ArrayList<>();
        pipeline.components().forEach(component -> findings(pipeline.file(), component, findings));
        return findings;
    }

    private static void findings(String file, Component<? extends Plugin> component, List<Finding> findings) {
        component
                .plugin()
                .preflight(component.context())
                .forEach(problem -> findings.add(new Finding(
                        file,
                        component.marks().getOrDefault(problem.option(), component.mark()),
                        ProblemText.of(component.path(), problem))));
    }

    /** Whether a pipeline could run; what keeps it from running is printed. */
    static boolean passes(Pipeline pipeline, PrintStream err) {
        List<Finding> findings = findings(pipeline);
        findings.forEach(err::println);
        return findings.isEmpty();
    }
}
