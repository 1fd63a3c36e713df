package io.dbus.sink.stream;

import static java.util.Objects.requireNonNull;

import io.dbus.reject.RejectsFactory;
import io.dbus.sink.format.EncoderFactory;
import java.io.Serializable;
import java.util.ArrayList;

/**
 * What a stream sink is told.
 *
 * @param component the component's name
 * @param path the file; empty unless there is one
 * @param command the command and its arguments; empty unless there is one. With neither it is standard output
 * @param skipTruncates whether a TRUNCATE is left out, counted; else it is written if the format has a form for it
 * @param schemaChanges whether schema changes are written; else they are left out, counted
 */
record StreamSinkSettings(
        String component,
        String path,
        ArrayList<String> command,
        Restart restart,
        boolean skipTruncates,
        boolean schemaChanges,
        EncoderFactory encoders,
        RejectsFactory rejects)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    StreamSinkSettings {
        requireNonNull(component, "component");
        requireNonNull(path, "path");
        requireNonNull(restart, "restart");
        requireNonNull(encoders, "encoders");
        requireNonNull(rejects, "rejects");
    }
}
