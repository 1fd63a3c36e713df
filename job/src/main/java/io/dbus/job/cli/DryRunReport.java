package io.dbus.job.cli;

import io.dbus.job.pipeline.Component;
import io.dbus.job.pipeline.Pipeline;
import io.dbus.plugin.SinkPlugin;
import java.io.PrintStream;
import java.util.Map;

/** What a dry run says at its end. */
final class DryRunReport {
    private DryRunReport() {}

    /** Prints what would have gone where; the exit code says whether something was wrong with it. */
    static int print(Pipeline real, SinkCounts counts, CountedRejects rejects, PrintStream out) {
        out.println();
        out.println("dry run: nothing was written; this is what would have gone to the sinks");
        for (Component<SinkPlugin> sink : real.sinks()) {
            out.println("  " + sink.name() + " (" + sink.plugin().type() + ")");
        }
        out.println();
        counts.print(out);
        Map<String, CountedRejects.Count> rejected = rejects.counts();
        if (!rejected.isEmpty()) {
            boolean kept = !real.deadLetters().isEmpty();
            out.println();
            out.println(
                    kept
                            ? "rejected; these would have become dead letters"
                            : "rejected; the first of these would have failed the job, which has no dead-letters section");
            rejected.forEach((place, count) -> {
                out.println("  " + place + ": " + count.events());
                out.println("    first: " + count.first());
            });
        }
        return counts.hasViolations() ? ExitCode.FAILED : ExitCode.DONE;
    }
}
