package io.dbus.sink.deadletter;

import static java.util.Objects.requireNonNull;

import io.dbus.plugin.PluginContext;
import io.dbus.reject.Rejects;
import io.dbus.reject.RejectsContext;
import io.dbus.reject.RejectsFactory;
import java.io.IOException;
import java.io.Serializable;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.MemorySize;

/**
 * Opens the rejects of a place of dead letters.
 *
 * @param place the place as the pipeline file has it, for messages and for the count of the limit
 */
record DeadLetterFactory(String pipeline, String place, int maxPerMinute, long maxBytes, Stores stores)
        implements RejectsFactory {
    private static final long serialVersionUID = 1L;

    /** Opens what letters are stored in. */
    @FunctionalInterface
    interface Stores extends Serializable {
        LetterStore open(RejectsContext context) throws IOException;
    }

    DeadLetterFactory {
        requireNonNull(pipeline, "pipeline");
        requireNonNull(place, "place");
        requireNonNull(stores, "stores");
    }

    static DeadLetterFactory of(PluginContext context, ConfigOption<MemorySize> maxBytes, Stores stores) {
        return new DeadLetterFactory(
                context.pipeline(),
                context.component(),
                context.options().get(DeadLetterOptions.MAX_PER_MINUTE),
                context.options().get(maxBytes).getBytes(),
                stores);
    }

    @Override
    public Rejects open(RejectsContext context) throws IOException {
        return new StoredRejects(
                context,
                new RejectLimit(context, place, maxPerMinute),
                new DeadLetterEncoder(pipeline, context.component(), maxBytes),
                stores.open(context));
    }
}
