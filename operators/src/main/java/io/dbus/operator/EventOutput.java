package io.dbus.operator;

import io.dbus.event.Event;

/** Where an {@link EventFunction} puts its events. */
public interface EventOutput {
    /** To the main output: what components get that name the operator as input. */
    void emit(Event event);

    /**
     * To the output of a name, which components read as {@code component.output}.
     *
     * @throws IllegalArgumentException when the operator was made without an output of that name
     */
    void emit(String output, Event event);
}
