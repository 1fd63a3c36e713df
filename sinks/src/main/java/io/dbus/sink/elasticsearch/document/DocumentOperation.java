package io.dbus.sink.elasticsearch.document;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import io.dbus.event.Event;
import java.util.Optional;

/**
 * What is to be done to one document. Every operation carries a version of the sender's own, made from its event's sequence: Elasticsearch refuses one whose
 * version is not above the document's ({@code version_type: external}), so that a repeat or a late one never wins (Elasticsearch reference, "Index API",
 * Versioning).
 */
public final class DocumentOperation {
    /** What the action line, its separators and a version take in a bulk, beside names; a generous guess, in bytes. */
    private static final int ACTION_BYTES = 96;

    private static final byte[] NONE = new byte[0];

    private final Kind kind;
    private final String index;
    private final String id;
    private final String routing;
    private final long version;
    private final byte[] source;
    private final Event event;

    /** The kinds of operations. */
    public enum Kind {
        /** The document is written as a whole. */
        INDEX,
        /** The document is deleted; its version is remembered for {@code index.gc_deletes}. */
        DELETE,
        /**
         * The document is deleted from a place (index or routing) that its row left by this very change, whose {@link #INDEX} follows. Its version is one less, and it
         * wins over a document of the same version ({@code external_gte}): with another routing the document may well be on the same shard, and an index of the same
         * version as the delete before it would be taken for a repeat.
         */
        LEAVE,
        /** The columns present are put into the document that is there; the others stay. */
        MERGE
    }

    private DocumentOperation(
            Kind kind, String index, String id, String routing, long version, byte[] source, Event event) {
        this.kind = kind;
        this.index = requireNonNull(index, "index");
        this.id = requireNonNull(id, "id");
        this.routing = routing;
        this.version = version;
        this.source = requireNonNull(source, "source");
        this.event = requireNonNull(event, "event");
    }

    /**
     * Writes a document.
     *
     * @param routing the routing; null for that of the {@code _id}
     * @param source the document: one JSON object in UTF-8 without line breaks, not to be changed
     */
    public static DocumentOperation index(String index, String id, String routing, byte[] source, Event event) {
        return new DocumentOperation(
                Kind.INDEX, index, id, routing, event.origin().sequence(), source, event);
    }

    /** Deletes a document. {@code routing} is null for that of the {@code _id}. */
    public static DocumentOperation delete(String index, String id, String routing, Event event) {
        return new DocumentOperation(
                Kind.DELETE, index, id, routing, event.origin().sequence(), NONE, event);
    }

    /** Deletes a document from the place that its row left by this change. {@code routing} is null for that of the {@code _id}. */
    public static DocumentOperation leave(String index, String id, String routing, Event event) {
        return new DocumentOperation(
                Kind.LEAVE, index, id, routing, event.origin().sequence() - 1, NONE, event);
    }

    /**
     * Puts the columns of a partial row into the document that is there.
     *
     * @param routing the routing; null for that of the {@code _id}
     * @param source the fields that are known: one JSON object in UTF-8 without line breaks, not to be changed
     */
    public static DocumentOperation merge(String index, String id, String routing, byte[] source, Event event) {
        return new DocumentOperation(
                Kind.MERGE, index, id, routing, event.origin().sequence(), source, event);
    }

    /** The document of a {@link Kind#MERGE}, as it is to be indexed once merged. */
    public DocumentOperation merged(byte[] whole) {
        return new DocumentOperation(Kind.INDEX, index, id, routing, version, whole, event);
    }

    public Kind kind() {
        return kind;
    }

    /** Whether it deletes the document from where it is. */
    public boolean isDelete() {
        return kind == Kind.DELETE || kind == Kind.LEAVE;
    }

    public String index() {
        return index;
    }

    public String id() {
        return id;
    }

    /** The routing; empty for that of the {@code _id}. */
    public Optional<String> routing() {
        return Optional.ofNullable(routing);
    }

    /** The external version, greater than 0. */
    public long version() {
        return version;
    }

    /** The JSON of the document or of the fields to merge; empty for deletes. Not to be changed. */
    public byte[] source() {
        return source;
    }

    /** The event that it came from. */
    public Event event() {
        return event;
    }

    /** About how many bytes it takes in a bulk. */
    public int estimatedSize() {
        return ACTION_BYTES
                + index.length()
                + id.getBytes(UTF_8).length
                + (routing == null ? 0 : routing.length())
                + source.length;
    }

    @Override
    public String toString() {
        return kind + " " + index + "/" + id + " version " + version;
    }
}
