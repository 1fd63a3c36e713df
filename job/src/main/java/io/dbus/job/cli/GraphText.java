package io.dbus.job.cli;

import static java.util.stream.Collectors.joining;

import io.dbus.job.graph.Exchange;
import io.dbus.job.pipeline.Component;
import io.dbus.job.pipeline.DeadLetters;
import io.dbus.job.pipeline.Pipeline;
import io.dbus.job.pipeline.Secrets;
import io.dbus.plugin.Plugin;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.apache.flink.configuration.ConfigOption;

/** A pipeline as text, for people. */
final class GraphText {
    private GraphText() {}

    static void print(Pipeline pipeline, PrintStream out) {
        OptionalInt given = pipeline.settings().parallelism();
        int parallelism = given.orElseGet(() -> Runtime.getRuntime().availableProcessors());
        Exchange exchange = Exchange.of(pipeline, parallelism);
        int width = width(pipeline);
        out.println("pipeline " + pipeline.name());
        line(
                out,
                width,
                "parallelism",
                parallelism
                        + (given.isPresent() ? "" : " (this machine's cores; on a cluster its parallelism.default)"));
        line(out, width, "exchange", exchange.word() + ": " + exchange.reason());
        line(
                out,
                width,
                "rejects",
                pipeline.deadLettersOf("")
                        .map(GraphText::place)
                        .orElse("the first one fails the job (no dead-letters section)"));
        out.println("sources");
        for (var source : pipeline.sources()) {
            List<String> servers = source.plugin().servers(source.context());
            line(
                    out,
                    width,
                    source.name(),
                    source.plugin().type()
                            + (servers.equals(List.of(source.name())) ? "" : ", servers " + String.join(", ", servers))
                            + ownRejects(pipeline, source));
        }
        if (!pipeline.operators().isEmpty()) {
            out.println("operators");
            pipeline.operators().forEach(operator -> reader(pipeline, out, width, operator));
        }
        out.println("sinks");
        pipeline.sinks().forEach(sink -> reader(pipeline, out, width, sink));
    }

    private static int width(Pipeline pipeline) {
        return Math.max(
                        "parallelism".length(),
                        pipeline.components()
                                .mapToInt(c -> c.name().length())
                                .max()
                                .orElse(0))
                + 2;
    }

    private static void reader(Pipeline pipeline, PrintStream out, int width, Component<? extends Plugin> component) {
        line(
                out,
                width,
                component.name(),
                component.plugin().type() + " <- "
                        + component.inputs().stream()
                                .map(Component.Input::toString)
                                .collect(joining(", "))
                        + ownRejects(pipeline, component));
    }

    private static String ownRejects(Pipeline pipeline, Component<? extends Plugin> component) {
        DeadLetters own = pipeline.deadLetters().get(component.name());
        return own == null ? "" : ", rejects to " + place(own);
    }

    /** The type, and what must be said of it, but for passwords. */
    private static String place(DeadLetters letters) {
        Map<String, String> options = new TreeMap<>(letters.context().withPrefix(""));
        return letters.plugin().type()
                + letters.plugin().requiredOptions().stream()
                        .map(ConfigOption::key)
                        .filter(key -> options.containsKey(key) && !Secrets.isKeyOfOne(key))
                        .map(key -> ", " + key + " " + options.get(key))
                        .collect(joining());
    }

    private static void line(PrintStream out, int width, String name, String text) {
        out.println("  " + name + " ".repeat(Math.max(1, width - name.length())) + text);
    }
}
