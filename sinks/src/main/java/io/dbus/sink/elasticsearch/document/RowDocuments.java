package io.dbus.sink.elasticsearch.document;

import io.dbus.event.Operation;
import io.dbus.event.RowChange;
import io.dbus.event.RowImage;
import io.dbus.event.Truncate;
import io.dbus.reject.RejectReason;
import io.dbus.sink.template.NameClaims;
import io.dbus.sink.template.NameTemplate;
import io.dbus.sink.template.TemplateException;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Makes documents of rows. Where a row's document is, its index and routing, is told by the image after the change; where it was, by the image before.
 */
final class RowDocuments implements Documents {
    private final DocumentSettings settings;
    private final IndexNames names;
    private final DocumentId ids;
    private DocumentBody body;
    private final boolean placeHasColumns;

    /** Where a document is. Routing is null for that of the {@code _id}. */
    private record Place(String index, String routing) {}

    RowDocuments(DocumentSettings settings, NameClaims claims) {
        this.settings = settings;
        this.names = new IndexNames(settings.index(), settings.adapt(), settings.sharedKeys(), claims);
        this.ids = new DocumentId(settings.delimiter());
        this.body = new DocumentBody(settings.form());
        this.placeHasColumns = settings.index().uses(NameTemplate.Kind.COLUMN)
                || settings.routing() != null && settings.routing().uses(NameTemplate.Kind.COLUMN);
    }

    @Override
    public void operations(RowChange row, Consumer<DocumentOperation> out) {
        if (row.newKey().isPresent()) {
            throw new DocumentException(
                    RejectReason.PARTIAL_KEY_CHANGE,
                    "it changes the row's key and its image is not full, so that the document of the new key would lack fields",
                    "put a complete operator before the sink, or SET GLOBAL binlog_row_image=FULL");
        }
        if (row.operation() == Operation.DELETE) {
            RowImage before = row.image();
            Place place = place(row, before, null);
            out.accept(DocumentOperation.delete(place.index(), ids.of(row, before, null), place.routing(), row));
        } else {
            write(row, out);
        }
    }

    private void write(RowChange row, Consumer<DocumentOperation> out) {
        RowImage after = row.image();
        RowImage before = row.before().orElse(null);
        // What the image after an update lacks has not changed.
        String id = ids.of(row, after, before);
        Place place = place(row, after, before);
        Place left = before == null || !placeHasColumns ? place : placeBefore(row, before, place);
        boolean whole = body.isWhole(row.schema(), after);
        boolean moved = !left.equals(place);
        if (!whole) {
            requireMergeable(row, moved);
        }
        byte[] source = source(row, after);
        if (moved) {
            out.accept(DocumentOperation.leave(left.index(), id, left.routing(), row));
        }
        out.accept(
                whole
                        ? DocumentOperation.index(place.index(), id, place.routing(), source, row)
                        : DocumentOperation.merge(place.index(), id, place.routing(), source, row));
    }

    private void requireMergeable(RowChange row, boolean moved) {
        if (settings.partialRows() == PartialRows.REJECT || row.operation() == Operation.INSERT || moved) {
            throw new DocumentException(
                    RejectReason.INCOMPLETE_ROW,
                    "the image of the row holds only some of its columns"
                            + (moved ? ", and the document moves to another index or routing" : ""),
                    "put a complete operator before the sink, or SET GLOBAL binlog_row_image=FULL");
        }
    }

    private byte[] source(RowChange row, RowImage image) {
        boolean done = false;
        try {
            byte[] source = body.of(row, image);
            done = true;
            return source;
        } finally {
            if (!done) {
                body = new DocumentBody(settings.form());
            }
        }
    }

    private Place place(RowChange row, RowImage image, RowImage other) {
        try {
            String index = names.index(row.table(), settings.index().values(row, image, other));
            NameTemplate routing = settings.routing();
            return new Place(index, routing == null ? null : routing(routing, row, image, other));
        } catch (TemplateException e) {
            throw refused(e);
        }
    }

    private static String routing(NameTemplate template, RowChange row, RowImage image, RowImage other) {
        String routing = template.join(template.values(row, image, other));
        if (routing.isEmpty()) {
            throw new DocumentException(
                    RejectReason.ILLEGAL_NAME,
                    "the routing " + template + " is empty",
                    "filter such rows out or route by another column");
        }
        return routing;
    }

    /** Where the document was; where it is now when it was nowhere, its row having been rejected for its name. */
    private Place placeBefore(RowChange row, RowImage before, Place now) {
        try {
            return place(row, before, null);
        } catch (DocumentException e) {
            if (e.reason() == RejectReason.ILLEGAL_NAME) {
                return now;
            }
            throw e;
        }
    }

    private static DocumentException refused(TemplateException e) {
        return new DocumentException(e.reason(), e.what(), e.cure(), e);
    }

    @Override
    public String index(Truncate truncate) {
        if (!Objects.equals(truncate.source(), truncate.table())) {
            throw new DocumentException(
                    RejectReason.TRUNCATE,
                    "table " + truncate.source() + " was routed to " + truncate.table()
                            + ", whose index may hold rows of other tables",
                    "let truncates of routed tables be ignored, and delete the documents by hand");
        }
        try {
            return names.index(truncate.table(), settings.index().values(truncate));
        } catch (TemplateException e) {
            throw refused(e);
        }
    }
}
