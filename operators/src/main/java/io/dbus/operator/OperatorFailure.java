package io.dbus.operator;

import io.dbus.event.Event;
import io.dbus.event.RowChange;
import org.apache.flink.runtime.throwable.ThrowableAnnotation;
import org.apache.flink.runtime.throwable.ThrowableType;

/**
 * An operator cannot do its work on an event, and the job must not go on without it: it fails, and is not started again, since
 * the same event would come again.
 */
@ThrowableAnnotation(ThrowableType.NonRecoverableError)
public final class OperatorFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private OperatorFailure(String message, Throwable cause) {
        super(message, cause);
    }

    /**
     * A failure on an event; its message names the component, the event and the cure.
     *
     * @param what what happened, without a point at its end
     * @param cure what the user can do, without a point at its end
     * @param cause may be null
     */
    public static OperatorFailure on(Event event, String component, String what, String cure, Throwable cause) {
        String table = event instanceof RowChange row ? row.operation() + " of table " + row.table() + ", " : "";
        return new OperatorFailure(
                "Operator " + component + ": " + what + " (" + table + "key " + event.key() + ", "
                        + event.origin().describe() + "); " + cure + ".",
                cause);
    }
}
