package io.dbus.sink.mock;

import io.dbus.event.Event;
import org.apache.flink.runtime.throwable.ThrowableAnnotation;
import org.apache.flink.runtime.throwable.ThrowableType;

/** Events of a key came in an order that they cannot have. The job fails and is not started again: it would come through then, since what came before is not remembered. */
@ThrowableAnnotation(ThrowableType.NonRecoverableError)
final class OrderViolationException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    OrderViolationException(String component, Violation violation, Event event) {
        super("Sink " + component + ": " + violation.label() + " of key " + event.key() + " with sequence "
                + event.origin().sequence() + " (" + event.origin().describe()
                + "); look for what repeats or reorders events before the sink, or set on-violation to count.");
    }
}
