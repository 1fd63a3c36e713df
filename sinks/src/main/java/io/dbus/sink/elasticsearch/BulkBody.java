package io.dbus.sink.elasticsearch;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.dbus.sink.elasticsearch.document.DocumentOperation;
import java.util.Arrays;
import java.util.List;

/** The lines of a bulk (Elasticsearch reference, "Bulk API"), or the body of the reading of many documents. Hot path: bytes are put together, no JSON is built. */
final class BulkBody {
    private static final byte[] INDEX = "{\"index\":{\"_index\":\"".getBytes(UTF_8);
    private static final byte[] DELETE = "{\"delete\":{\"_index\":\"".getBytes(UTF_8);
    private static final byte[] READ = "{\"_index\":\"".getBytes(UTF_8);
    private static final byte[] ID = "\",\"_id\":\"".getBytes(UTF_8);
    private static final byte[] ROUTING = "\",\"routing\":\"".getBytes(UTF_8);
    private static final byte[] VERSION = "\",\"version\":".getBytes(UTF_8);
    private static final byte[] EXTERNAL = ",\"version_type\":\"external\"}}\n".getBytes(UTF_8);
    private static final byte[] EXTERNAL_GTE = ",\"version_type\":\"external_gte\"}}\n".getBytes(UTF_8);

    private byte[] bytes;
    private int size;

    private BulkBody(long expected) {
        this.bytes = new byte[(int) Math.min(expected + 64, Integer.MAX_VALUE - 8)];
    }

    /** The body of a bulk. */
    static BulkBody of(List<PendingOperation> operations) {
        long expected = 0;
        for (PendingOperation each : operations) {
            expected += each.size();
        }
        BulkBody body = new BulkBody(expected);
        for (PendingOperation each : operations) {
            body.action(each.operation());
        }
        return body;
    }

    /** The body of a request for the documents of operations. */
    static byte[] reading(List<PendingOperation> operations) {
        BulkBody body = new BulkBody(operations.size() * 128L);
        body.put("{\"docs\":[".getBytes(UTF_8));
        for (int i = 0; i < operations.size(); i++) {
            if (i > 0) {
                body.put(',');
            }
            body.put(READ);
            body.place(operations.get(i).operation());
            body.put('"');
            body.put('}');
        }
        body.put("]}".getBytes(UTF_8));
        return Arrays.copyOf(body.bytes, body.size);
    }

    /** The bytes, of which only the first {@link #size()} count. */
    byte[] bytes() {
        return bytes;
    }

    int size() {
        return size;
    }

    private void action(DocumentOperation operation) {
        boolean index = operation.kind() == DocumentOperation.Kind.INDEX;
        put(index ? INDEX : DELETE);
        place(operation);
        put(VERSION);
        put(Long.toString(operation.version()).getBytes(UTF_8));
        put(operation.kind() == DocumentOperation.Kind.LEAVE ? EXTERNAL_GTE : EXTERNAL);
        if (index) {
            put(operation.source());
            put('\n');
        }
    }

    private void place(DocumentOperation operation) {
        text(operation.index());
        put(ID);
        text(operation.id());
        if (operation.routing().isPresent()) {
            put(ROUTING);
            text(operation.routing().get());
        }
    }

    private void text(String text) {
        put(JsonStringEncoder.getInstance().quoteAsUTF8(text));
    }

    private void put(int value) {
        ensure(1);
        bytes[size++] = (byte) value;
    }

    private void put(byte[] from) {
        ensure(from.length);
        System.arraycopy(from, 0, bytes, size, from.length);
        size += from.length;
    }

    private void ensure(int more) {
        int needed = Math.addExact(size, more);
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.max(Math.min(bytes.length * 2L, Integer.MAX_VALUE - 8), needed));
        }
    }
}
