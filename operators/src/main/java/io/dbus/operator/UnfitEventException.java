package io.dbus.operator;

import static java.util.Objects.requireNonNull;

import io.dbus.reject.RejectReason;

/**
 * An operator cannot take the event at hand: it is to be rejected. Without a stack trace of its own, since events may be rejected by the thousand; the failure
 * behind it has one.
 */
public final class UnfitEventException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final RejectReason reason;
    private final String cure;

    /**
     * @param reason the kind of reason
     * @param what what happened, without the event's place and without a point at its end
     * @param cure what the user can do, without a point at its end
     */
    public UnfitEventException(RejectReason reason, String what, String cure) {
        this(reason, what, cure, null);
    }

    /**
     * @param reason the kind of reason
     * @param what what happened, without the event's place and without a point at its end
     * @param cure what the user can do, without a point at its end
     * @param cause the failure behind it; may be null
     */
    public UnfitEventException(RejectReason reason, String what, String cure, Throwable cause) {
        super(requireNonNull(what, "what"), cause, false, false);
        this.reason = requireNonNull(reason, "reason");
        this.cure = requireNonNull(cure, "cure");
    }

    public RejectReason reason() {
        return reason;
    }

    public String cure() {
        return cure;
    }
}
