package io.dbus.reject;

import static java.util.Objects.requireNonNull;

import io.dbus.event.Event;
import io.dbus.event.RowChange;
import io.dbus.event.Truncate;
import java.util.Optional;

/**
 * An event that a component cannot take, and why.
 *
 * @param event the event as the component got it, not null
 * @param reason the kind of reason, not null
 * @param what what happened, without the event's place and without a point at its end
 * @param cure what the user can do, without a point at its end
 * @param cause the failure behind it
 */
public record Rejection(Event event, RejectReason reason, String what, String cure, Optional<Throwable> cause) {
    public Rejection {
        requireNonNull(event, "event");
        requireNonNull(reason, "reason");
        requireNonNull(what, "what");
        requireNonNull(cure, "cure");
        requireNonNull(cause, "cause");
    }

    /** A rejection without a failure behind it. */
    public static Rejection of(Event event, RejectReason reason, String what, String cure) {
        return new Rejection(event, reason, what, cure, Optional.empty());
    }

    /** The same rejection with the failure that led to it. */
    public Rejection causedBy(Throwable failure) {
        return new Rejection(event, reason, what, cure, Optional.of(failure));
    }

    /** One sentence for people: what happened, to which event of which source and place, and what to do. */
    public String describe(String component) {
        String table = "";
        if (event instanceof RowChange row) {
            table = row.operation() + " of table " + row.table() + ", ";
        } else if (event instanceof Truncate truncate) {
            table = "TRUNCATE of table " + truncate.table() + ", ";
        }
        return "Component " + component + ": " + what + " (" + table + "key " + event.key() + ", "
                + event.origin().describe() + "); " + cure + ".";
    }
}
