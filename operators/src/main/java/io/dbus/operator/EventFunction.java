package io.dbus.operator;

import io.dbus.event.Event;
import io.dbus.event.RowDecodeException;
import java.io.Serializable;

/**
 * What an operator that keeps no state does with each event. {@link EventOperator} runs it: one copy for each parallel instance, called by one thread.
 */
public interface EventFunction extends Serializable {
    /** Called once, on the machine where the instance runs, before the first event. */
    default void open(OperatorContext context) {}

    /**
     * Takes one event and emits what comes of it. It decides before it emits: an event is either rejected or goes on, never both.
     *
     * @throws UnfitEventException when it cannot take the event, which is then rejected with the reason
     * @throws RowDecodeException when bytes of the row that it reads are no values; the event is rejected as undecodable
     */
    void process(Event event, EventOutput output);
}
