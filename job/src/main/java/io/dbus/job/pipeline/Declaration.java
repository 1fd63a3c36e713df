package io.dbus.job.pipeline;

import io.dbus.plugin.Plugin;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.Configuration;

/**
 * A component as the file declares it, before it is connected with others.
 *
 * @param options its options, as far as they are right
 * @param sound whether its options are all right, so that its plugin may be asked about them
 */
record Declaration(
        Kind kind,
        String name,
        Plugin plugin,
        Configuration options,
        Map<String, Mark> marks,
        List<Component.Input> inputs,
        Mark mark,
        boolean sound) {
    String path() {
        return kind.plural() + "." + name;
    }
}
