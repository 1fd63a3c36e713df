package io.dbus.sink.kafka;

import io.dbus.plugin.PluginContext;
import io.dbus.plugin.Problem;
import java.util.List;

/** What would keep the sink from running, found out from the brokers. */
final class KafkaPreflight {
    private final PluginContext context;

    KafkaPreflight(PluginContext context) {
        this.context = context;
    }

    List<Problem> problems() {
        return List.of();
    }
}
