package io.dbus.sink.mock;

import static java.util.Objects.requireNonNull;

import io.dbus.reject.RejectsFactory;
import java.io.Serializable;

/**
 * What a mock sink is told.
 *
 * @param component the component's name
 * @param print how many events each instance prints first
 * @param printEvery of how many events it prints one; 0 none
 * @param fail whether a violation fails the job; else it is counted
 * @param keys of how many keys it knows the order
 * @param decode whether it reads every value
 * @param slowDownNanos how long it waits at each event
 * @param failAfter after how many events an instance fails once; 0 never
 */
record MockSinkSettings(
        String component,
        int print,
        long printEvery,
        Verify verify,
        boolean fail,
        int keys,
        boolean decode,
        long slowDownNanos,
        long failAfter,
        RejectsFactory rejects)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    MockSinkSettings {
        requireNonNull(component, "component");
        requireNonNull(verify, "verify");
        requireNonNull(rejects, "rejects");
    }
}
