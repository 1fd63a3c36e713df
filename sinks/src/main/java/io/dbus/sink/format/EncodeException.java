package io.dbus.sink.format;

import org.apache.flink.runtime.throwable.ThrowableAnnotation;
import org.apache.flink.runtime.throwable.ThrowableType;

/**
 * A change cannot be written in a format. The message names the change's table and origin. The job fails and is not started
 * again, since the same change would come again.
 */
@ThrowableAnnotation(ThrowableType.NonRecoverableError)
public final class EncodeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public EncodeException(String message) {
        super(message);
    }

    public EncodeException(String message, Throwable cause) {
        super(message, cause);
    }
}
