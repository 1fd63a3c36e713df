package io.dbus.sink.template;

import io.dbus.plugin.PluginContext;
import io.dbus.plugin.Problem;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.apache.flink.configuration.ConfigOption;

/**
 * Finds servers whose rows would meet in one topic or index under one key, where the last one would stand for all: the rows of several servers
 * are not ordered among themselves.
 */
public final class SharedKeys {
    private SharedKeys() {}

    /**
     * The problem, unless {@code allowed}.
     *
     * @param template how the topic or index is named
     * @param option the option that says so, such as {@code topic}, which is also what is named
     * @param allowed the option by which the user says that no two servers have a row of one key
     */
    public static Optional<Problem> problem(
            NameTemplate template, ConfigOption<String> option, ConfigOption<Boolean> allowed, PluginContext context) {
        List<PluginContext.Upstream> upstreams = context.upstreams();
        List<String> servers = new ArrayList<>();
        upstreams.forEach(upstream -> servers.addAll(upstream.servers()));
        if (servers.size() < 2 || context.options().get(allowed)) {
            return Optional.empty();
        }
        boolean bySource = template.uses(NameTemplate.Kind.SOURCE);
        boolean byServer = template.uses(NameTemplate.Kind.SERVER);
        boolean oneServerEach =
                upstreams.stream().allMatch(upstream -> upstream.servers().size() == 1);
        boolean namesDiffer = new HashSet<>(servers).size() == servers.size();
        if (byServer && (namesDiffer || bySource) || bySource && oneServerEach) {
            return Optional.empty();
        }
        String variable = oneServerEach ? "${source}" : namesDiffer ? "${server}" : "${source} and ${server}";
        return Optional.of(Problem.ofOption(
                option.key(),
                "the rows of " + servers.size() + " servers (" + String.join(", ", servers) + ") would meet in the "
                        + option.key() + " '" + template + "', where rows of one key could not be told apart",
                "Put " + variable + " into the " + option.key() + ", or set " + allowed.key()
                        + " to true if no two servers have a row of one key."));
    }
}
