package io.dbus.job.graph;

import io.dbus.job.pipeline.Component;
import io.dbus.plugin.Plugin;
import io.dbus.plugin.SourcePlugin;
import java.util.List;

/** A component in a line, as Flink's web UI shows it: {@code shops (mysql: north, south), reads the changes ...}. It has no values of options, which may be secrets. */
final class ComponentText {
    private static final int LONGEST = 100;
    private static final int SERVERS = 6;

    private ComponentText() {}

    static String of(Component<? extends Plugin> component) {
        String servers = component.plugin() instanceof SourcePlugin source
                ? servers(component.name(), source.servers(component.context()))
                : "";
        return component.name() + " (" + component.plugin().type() + servers + "): "
                + brief(component.plugin().description());
    }

    private static String servers(String source, List<String> names) {
        if (names.equals(List.of(source))) {
            return "";
        }
        String shown = String.join(", ", names.subList(0, Math.min(SERVERS, names.size())));
        return " of " + shown + (names.size() > SERVERS ? " and " + (names.size() - SERVERS) + " more" : "");
    }

    /** The beginning of a description, up to where its first thought ends, or to as many words as a line takes. */
    private static String brief(String description) {
        String first = description.split("[;:] |\\.$|\\. ", 2)[0];
        if (first.length() <= LONGEST) {
            return first;
        }
        int space = first.lastIndexOf(' ', LONGEST);
        return first.substring(0, space < 0 ? LONGEST : space) + " ...";
    }
}
