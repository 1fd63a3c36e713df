package io.dbus.plugin;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Map;

/**
 * What a component keeps in checkpoints and savepoints, as far as it decides whether another job can go on from there. Two components of one name and type take
 * each other's state when their forms are equal; a component without state takes that of none.
 *
 * @param what what is kept, for a user: "the positions of its servers"
 * @param form what must stay as it is for the state to be taken, the values of options by their keys, defaults written out
 * @param parts what has a part of the state of its own, by name, such as the servers of a source; the part of one that is gone is dropped
 */
public record KeptState(String what, Map<String, String> form, List<String> parts) {
    public KeptState {
        requireNonNull(what, "what");
        form = Map.copyOf(form);
        parts = List.copyOf(parts);
    }

    /** State of one form and one part. */
    public static KeptState of(String what) {
        return new KeptState(what, Map.of(), List.of());
    }
}
