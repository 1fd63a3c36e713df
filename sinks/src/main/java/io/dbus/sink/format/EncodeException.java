package io.dbus.sink.format;

import static java.util.Objects.requireNonNull;

import io.dbus.event.Event;
import io.dbus.reject.RejectReason;
import io.dbus.reject.Rejection;
import java.util.Optional;
import org.apache.flink.runtime.throwable.ThrowableAnnotation;
import org.apache.flink.runtime.throwable.ThrowableType;

/**
 * A change cannot be written in a format. A sink makes a {@link #rejection} of it, which names the change's table and origin. Where nobody catches it, the
 * job fails and is not started again, since the same change would come again.
 */
@ThrowableAnnotation(ThrowableType.NonRecoverableError)
public final class EncodeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final RejectReason reason;
    private final String what;
    private final String cure;

    /**
     * A change that cannot be written.
     *
     * @param what what happened, without the change's place and without a point at its end
     * @param cure what the user can do, without a point at its end
     */
    public EncodeException(RejectReason reason, String what, String cure) {
        this(reason, what, cure, null);
    }

    /** A change that cannot be written because of a failure; null when there is none behind it. */
    public EncodeException(RejectReason reason, String what, String cure, Throwable cause) {
        super(requireNonNull(what, "what") + "; " + requireNonNull(cure, "cure") + ".", cause);
        this.reason = requireNonNull(reason, "reason");
        this.what = what;
        this.cure = cure;
    }

    /** The same, of a column's value. */
    public EncodeException ofColumn(String column) {
        return new EncodeException(reason, "column " + column + " cannot be written: " + what, cure, this);
    }

    public RejectReason reason() {
        return reason;
    }

    /** The rejection of the event that cannot be written. */
    public Rejection rejection(Event event) {
        return new Rejection(event, reason, what, cure, Optional.of(this));
    }
}
