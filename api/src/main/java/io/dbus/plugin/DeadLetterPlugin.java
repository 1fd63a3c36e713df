package io.dbus.plugin;

import io.dbus.reject.RejectsFactory;

/** A kind of place for events that components cannot take: what {@code dead-letters} of a pipeline file names by its type. */
public non-sealed interface DeadLetterPlugin extends Plugin {
    /**
     * What opens the rejects of components. The context's options are those of the {@code dead-letters} section; its {@link
     * PluginContext#component() component} is {@code dead-letters}, or {@code <component>.dead-letters} where a component has its own.
     */
    RejectsFactory rejects(PluginContext context);
}
