package io.dbus.reject;

import org.apache.flink.runtime.throwable.ThrowableAnnotation;
import org.apache.flink.runtime.throwable.ThrowableType;

/**
 * An event was rejected and there is no place for it, or no more of them are allowed. The job fails and is not started again, since the same event would come
 * again.
 */
@ThrowableAnnotation(ThrowableType.NonRecoverableError)
public final class RejectedEventException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public RejectedEventException(String message, Throwable cause) {
        super(message, cause);
    }

    /** The failure of a pipeline that has no dead letters. */
    static RejectedEventException withoutDeadLetters(Rejection rejection, String component) {
        return new RejectedEventException(
                rejection.describe(component)
                        + " Such events can also be set aside: give the pipeline a 'dead-letters' section.",
                rejection.cause().orElse(null));
    }
}
