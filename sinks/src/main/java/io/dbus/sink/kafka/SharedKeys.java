package io.dbus.sink.kafka;

import io.dbus.plugin.PluginContext;
import io.dbus.plugin.Problem;
import io.dbus.sink.template.NameTemplate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/**
 * Finds servers whose rows would meet in one topic under one key, where the last one would stand for all: the rows of several servers
 * are not ordered among themselves.
 */
final class SharedKeys {
    private SharedKeys() {}

    static Optional<Problem> problem(NameTemplate topic, PluginContext context) {
        List<PluginContext.Upstream> upstreams = context.upstreams();
        List<String> servers = new ArrayList<>();
        upstreams.forEach(upstream -> servers.addAll(upstream.servers()));
        if (servers.size() < 2 || context.options().get(KafkaSinkOptions.SHARED_KEYS)) {
            return Optional.empty();
        }
        boolean bySource = topic.uses(NameTemplate.Kind.SOURCE);
        boolean byServer = topic.uses(NameTemplate.Kind.SERVER);
        boolean oneServerEach =
                upstreams.stream().allMatch(upstream -> upstream.servers().size() == 1);
        boolean namesDiffer = new HashSet<>(servers).size() == servers.size();
        if (byServer && (namesDiffer || bySource) || bySource && oneServerEach) {
            return Optional.empty();
        }
        String variable = oneServerEach ? "${source}" : namesDiffer ? "${server}" : "${source} and ${server}";
        return Optional.of(Problem.ofOption(
                KafkaSinkOptions.TOPIC.key(),
                "the rows of " + servers.size() + " servers (" + String.join(", ", servers)
                        + ") would meet in the topic '" + topic + "', where rows of one key could not be told apart",
                "Put " + variable + " into the topic, or set " + KafkaSinkOptions.SHARED_KEYS.key()
                        + " to true if no two servers have a row of one key."));
    }
}
