package io.dbus.job.cli;

import io.dbus.job.pipeline.Kind;
import io.dbus.job.pipeline.PluginCatalog;
import io.dbus.job.pipeline.Suggestion;
import io.dbus.plugin.Plugin;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code dbus plugins}. */
@Command(name = "plugins", description = "List the types of components, or print the options of one.")
final class PluginsCommand implements Callable<Integer> {
    private static final String PIPELINE = "pipeline";

    private final Console console;

    @Parameters(
            paramLabel = "NAME",
            arity = "0..1",
            description = "A type, such as mysql, or 'pipeline' for the section of that name.")
    private Optional<String> name;

    @Spec
    private CommandSpec spec;

    PluginsCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        PluginCatalog plugins = console.plugins();
        if (name.isEmpty()) {
            list(plugins);
        } else if (name.get().equals(PIPELINE)) {
            new OptionsPage(console.out()).printPipeline();
        } else {
            page(plugins, name.get());
        }
        return ExitCode.DONE;
    }

    private void list(PluginCatalog plugins) {
        for (Kind kind : Kind.values()) {
            console.out().println(kind.plural());
            plugins.of(kind).values().forEach(plugin -> line(plugin.type(), plugin.description()));
        }
        console.out().println("sections");
        line(PIPELINE, "How the pipeline runs.");
        console.out().println();
        console.out().println("dbus plugins NAME prints the options of one.");
    }

    private void line(String type, String description) {
        console.out().println("  " + type + " ".repeat(Math.max(2, 18 - type.length())) + description);
    }

    private void page(PluginCatalog plugins, String type) {
        Set<String> types = new TreeSet<>(Set.of(PIPELINE));
        boolean found = false;
        for (Kind kind : Kind.values()) {
            types.addAll(plugins.of(kind).keySet());
            Plugin plugin = plugins.of(kind).get(type);
            if (plugin != null) {
                if (found) {
                    console.out().println();
                }
                new OptionsPage(console.out()).print(plugin, kind.word());
                found = true;
            }
        }
        if (!found) {
            throw new ParameterException(
                    spec.commandLine(),
                    "There is no type '" + type + "'"
                            + Suggestion.nearest(type, types)
                                    .map(near -> "; did you mean '" + near + "'?")
                                    .orElse("; dbus plugins lists them"));
        }
    }
}
