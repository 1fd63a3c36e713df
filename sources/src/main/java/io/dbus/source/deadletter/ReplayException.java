package io.dbus.source.deadletter;

import org.apache.flink.runtime.throwable.ThrowableAnnotation;
import org.apache.flink.runtime.throwable.ThrowableType;

/** A dead letter cannot be replayed; the message says which and what to do. The job fails and is not started again, since it would come to the same letter. */
@ThrowableAnnotation(ThrowableType.NonRecoverableError)
public final class ReplayException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ReplayException(String message, Throwable cause) {
        super(message, cause);
    }
}
