package io.dbus.source.mysql.enumerator;

import static java.util.Objects.requireNonNull;

import org.apache.flink.api.connector.source.SourceEvent;

/**
 * A reader tells on which TaskManager it is. Flink tells enumerators no more than the host, on which there may be several.
 *
 * @param taskManager the TaskManager's resource id; empty when the reader does not know it
 */
public record ReaderPlace(String taskManager) implements SourceEvent {
    public ReaderPlace {
        requireNonNull(taskManager, "taskManager");
    }
}
