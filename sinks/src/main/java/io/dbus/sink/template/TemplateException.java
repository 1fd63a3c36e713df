package io.dbus.sink.template;

import static java.util.Objects.requireNonNull;

import io.dbus.event.Event;
import io.dbus.reject.RejectReason;
import io.dbus.reject.Rejection;
import java.util.Optional;

/** A name cannot be made for an event. A sink makes a {@link #rejection} of it, which names the event's table and origin. */
public final class TemplateException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final RejectReason reason;
    private final String what;
    private final String cure;

    /**
     * An event for which there is no name.
     *
     * @param what what happened, without the event's place and without a point at its end
     * @param cure what the user can do, without a point at its end
     */
    public TemplateException(RejectReason reason, String what, String cure) {
        this(reason, what, cure, null);
    }

    /** An event for which there is no name because of a failure; null when there is none behind it. */
    public TemplateException(RejectReason reason, String what, String cure, Throwable cause) {
        super(requireNonNull(what, "what") + "; " + requireNonNull(cure, "cure") + ".", cause);
        this.reason = requireNonNull(reason, "reason");
        this.what = what;
        this.cure = cure;
    }

    public RejectReason reason() {
        return reason;
    }

    /** What happened, without the event's place and without a point at its end. */
    public String what() {
        return what;
    }

    /** What the user can do, without a point at its end. */
    public String cure() {
        return cure;
    }

    /** The rejection of the event that has no name. */
    public Rejection rejection(Event event) {
        return new Rejection(event, reason, what, cure, Optional.of(this));
    }
}
