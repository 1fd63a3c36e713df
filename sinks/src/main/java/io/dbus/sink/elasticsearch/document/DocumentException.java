package io.dbus.sink.elasticsearch.document;

import static java.util.Objects.requireNonNull;

import io.dbus.event.Event;
import io.dbus.reject.RejectReason;
import io.dbus.reject.Rejection;
import java.util.Optional;

/** A change has no document. Says all that a {@link Rejection} needs but the event. */
public final class DocumentException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final RejectReason reason;
    private final String cure;

    /**
     * The failure of a change.
     *
     * @param what what happened, without the change's place and without a point at its end
     * @param cure what the user can do, without a point at its end
     */
    public DocumentException(RejectReason reason, String what, String cure) {
        super(requireNonNull(what, "what"));
        this.reason = requireNonNull(reason, "reason");
        this.cure = requireNonNull(cure, "cure");
    }

    /** The same with the failure behind it. */
    public DocumentException(RejectReason reason, String what, String cure, Throwable cause) {
        this(reason, what, cure);
        initCause(requireNonNull(cause, "cause"));
    }

    /** The same, said of a column. */
    DocumentException ofColumn(String column) {
        String what = "column " + column + ": " + getMessage();
        return getCause() == null
                ? new DocumentException(reason, what, cure)
                : new DocumentException(reason, what, cure, getCause());
    }

    public RejectReason reason() {
        return reason;
    }

    /** The rejection of an event for this. */
    public Rejection rejection(Event event) {
        return new Rejection(event, reason, getMessage(), cure, Optional.ofNullable(getCause()));
    }
}
