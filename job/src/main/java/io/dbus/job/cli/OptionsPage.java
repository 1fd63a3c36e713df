package io.dbus.job.cli;

import static java.util.Locale.ROOT;

import io.dbus.job.pipeline.OptionType;
import io.dbus.job.pipeline.PipelineSettings;
import io.dbus.plugin.Plugin;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;

/** The page of a component's options, made from the options themselves. */
final class OptionsPage {
    private static final int WIDTH = 100;
    private static final String INDENT = "      ";

    private final PrintStream out;

    OptionsPage(PrintStream out) {
        this.out = out;
    }

    void print(Plugin plugin, String kind) {
        out.println(plugin.type() + " (" + kind + ")");
        paragraph("  ", plugin.description());
        options("required", plugin.requiredOptions());
        options("optional", plugin.optionalOptions());
        prefixes(new TreeMap<>(plugin.optionPrefixes()));
    }

    void printPipeline() {
        out.println("pipeline (section)");
        paragraph("  ", "How the pipeline runs.");
        options("optional", PipelineSettings.all());
        prefixes(Map.of(
                PipelineSettings.FLINK,
                "Options of Flink for this job, such as flink.execution.checkpointing.interval (10 s unless given)."
                        + " They win over the cluster's configuration. Options of a cluster are refused."));
    }

    private void options(String title, List<ConfigOption<?>> options) {
        if (!options.isEmpty()) {
            out.println();
            out.println(title);
            options.forEach(this::option);
        }
    }

    private void option(ConfigOption<?> option) {
        out.println("  " + option.key() + "  (" + OptionType.of(option).describe()
                + (option.hasDefaultValue() ? ", default " + defaultOf(option) : "") + ")");
        paragraph(INDENT, new PlainText().format(option.description()));
    }

    private static <T> String defaultOf(ConfigOption<T> option) {
        Configuration one = new Configuration();
        one.set(option, option.defaultValue());
        String text = one.toMap().get(option.key());
        String shown = OptionType.of(option).atom().isEnum() ? text.toLowerCase(ROOT) : text;
        return shown.isEmpty() ? "''" : shown;
    }

    private void prefixes(Map<String, String> prefixes) {
        if (!prefixes.isEmpty()) {
            out.println();
            out.println("passed through");
            prefixes.forEach((prefix, what) -> {
                out.println("  " + prefix + "*");
                paragraph(INDENT, what);
            });
        }
    }

    private void paragraph(String indent, String text) {
        for (String paragraph : text.split("\n")) {
            StringBuilder line = new StringBuilder(indent);
            for (String word : paragraph.trim().split("\\s+")) {
                if (line.length() > indent.length() && line.length() + word.length() + 1 > WIDTH) {
                    out.println(line.toString().stripTrailing());
                    line = new StringBuilder(indent);
                }
                line.append(line.length() > indent.length() ? " " : "").append(word);
            }
            if (!line.toString().isBlank()) {
                out.println(line);
            }
        }
    }
}
