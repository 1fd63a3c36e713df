package io.dbus.source.deadletter;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;
import java.util.TreeSet;

/**
 * Which letters are replayed.
 *
 * @param source the source's name in the pipeline file, for messages
 * @param path the folder of the files
 * @param pipelines by which pipelines they were rejected; empty for any
 * @param components by which components; empty for any
 * @param reasons for which reasons; empty for any
 * @param skipDigests whether letters that hold no bytes are passed over
 */
record ReplaySettings(
        String source,
        String path,
        TreeSet<String> pipelines,
        TreeSet<String> components,
        TreeSet<String> reasons,
        boolean skipDigests)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    ReplaySettings {
        requireNonNull(source, "source");
        requireNonNull(path, "path");
        pipelines = new TreeSet<>(pipelines);
        components = new TreeSet<>(components);
        reasons = new TreeSet<>(reasons);
    }

    boolean wants(StoredLetter letter) {
        return (pipelines.isEmpty() || pipelines.contains(letter.pipeline()))
                && (components.isEmpty() || components.contains(letter.component()))
                && (reasons.isEmpty() || reasons.contains(letter.reason()));
    }
}
