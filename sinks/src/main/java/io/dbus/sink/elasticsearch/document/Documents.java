package io.dbus.sink.elasticsearch.document;

import io.dbus.event.RowChange;
import io.dbus.event.Truncate;
import java.util.function.Consumer;

/** Turns changes into document operations. One for each writer; not thread-safe. */
public interface Documents {
    /**
     * The operations of a change, in the order in which they must be done: one, or where the row left its index or routing, a {@link
     * DocumentOperation.Kind#LEAVE} and then an {@link DocumentOperation.Kind#INDEX}. Nothing is handed out before all is known to be well formed.
     *
     * @throws DocumentException when the change has no document; nothing was handed out
     */
    void operations(RowChange row, Consumer<DocumentOperation> out);

    /**
     * The index that holds the rows of a truncated table, and those of no other table or server.
     *
     * @throws DocumentException when no index has such a name
     */
    String index(Truncate truncate);
}
