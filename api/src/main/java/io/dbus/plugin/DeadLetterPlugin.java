package io.dbus.plugin;

import io.dbus.reject.RejectsFactory;
import java.io.IOException;
import java.util.function.Consumer;

/** A kind of place for events that components cannot take: what {@code dead-letters} of a pipeline file names by its type. */
public non-sealed interface DeadLetterPlugin extends Plugin {
    /**
     * What opens the rejects of components. The context's options are those of the {@code dead-letters} section; its {@link
     * PluginContext#component() component} is {@code dead-letters}, or {@code <component>.dead-letters} where a component has its own.
     */
    RejectsFactory rejects(PluginContext context);

    /**
     * Reads back what is stored at a place, whoever stored it there: each dead letter as its JSON text on one line, in no order, repeats included. Those that are
     * stored while it reads may be missing.
     *
     * @throws IOException when the place cannot be read, or letters of this kind never can
     */
    default void read(PluginContext context, Consumer<String> letters) throws IOException, InterruptedException {
        throw new IOException("Dead letters of the type " + type() + " cannot be read back by dbus");
    }
}
