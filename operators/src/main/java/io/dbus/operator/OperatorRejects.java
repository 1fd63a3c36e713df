package io.dbus.operator;

import static java.util.Objects.requireNonNull;

import io.dbus.event.Event;
import io.dbus.event.RowDecodeException;
import io.dbus.metrics.ComponentMetrics;
import io.dbus.reject.RejectReason;
import io.dbus.reject.Rejection;
import io.dbus.reject.Rejects;
import io.dbus.reject.RejectsContext;
import io.dbus.reject.RejectsFactory;
import java.io.IOException;
import org.apache.flink.api.common.functions.RuntimeContext;

/**
 * The rejects of one instance of an operator. Whichever function of Flink runs the operator opens it in {@code open}, calls {@link #flush} in {@code
 * snapshotState} and closes it in {@code close}; and it calls {@link #reject} for what the operator's work throws.
 */
public final class OperatorRejects implements AutoCloseable {
    private final Rejects rejects;

    private OperatorRejects(Rejects rejects) {
        this.rejects = requireNonNull(rejects, "rejects");
    }

    /**
     * Opens the rejects of an instance.
     *
     * @throws IOException when that cannot be done; the message says what and where
     */
    public static OperatorRejects open(
            RejectsFactory factory, RuntimeContext context, String component, ComponentMetrics metrics)
            throws IOException {
        return new OperatorRejects(factory.open(RejectsContext.of(context, component, metrics)));
    }

    /** Rejects an event that the operator said it cannot take. */
    public void reject(Event event, UnfitEventException why) throws IOException, InterruptedException {
        Rejection rejection = Rejection.of(event, why.reason(), why.getMessage(), why.cure());
        rejects.reject(why.getCause() == null ? rejection : rejection.causedBy(why.getCause()));
    }

    /** Rejects an event whose bytes are no row, or hold values that are none. */
    public void reject(Event event, RowDecodeException why) throws IOException, InterruptedException {
        rejects.reject(Rejection.of(
                        event,
                        RejectReason.UNDECODABLE_VALUE,
                        "a value of the row cannot be read: " + why.getMessage(),
                        "leave the table out of the source, or do not read the column here")
                .causedBy(why));
    }

    /** Returns when every event rejected so far is stored. */
    public void flush() throws IOException, InterruptedException {
        rejects.flush();
    }

    @Override
    public void close() throws IOException {
        rejects.close();
    }
}
