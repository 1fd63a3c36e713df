package io.dbus.source.mysql.reader;

import org.apache.flink.runtime.throwable.ThrowableAnnotation;
import org.apache.flink.runtime.throwable.ThrowableType;

/**
 * The source cannot go on without losing or inventing a change: the job fails, and is not started again, since reading the
 * same events again would end in the same way. The message says what, where and the cure.
 */
@ThrowableAnnotation(ThrowableType.NonRecoverableError)
public final class BinlogFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BinlogFailure(String message) {
        super(message);
    }

    BinlogFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
