package io.dbus.sink.format.plain;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.io.SerializedString;
import io.dbus.event.RowChange;
import io.dbus.event.Transaction;
import io.dbus.sink.format.JsonOut;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A member or header that says something of the change, by the name it has in Debezium's envelope: {@code op}, {@code
 * source.ts_ms}, {@code table}.
 *
 * @param name the name it is written under, prefix included
 * @param metadata what it says
 */
record AddedField(String name, Metadata metadata) implements Serializable {
    private static final long serialVersionUID = 1L;

    private static final Map<String, Metadata> BY_REFERENCE = references();

    AddedField {
        requireNonNull(name, "name");
        requireNonNull(metadata, "metadata");
    }

    /** What there is to say. */
    enum Metadata {
        OP,
        READ_MS,
        READ_US,
        READ_NS,
        COMMIT_MS,
        COMMIT_US,
        COMMIT_NS,
        DB,
        TABLE,
        SERVER_ID,
        GTID,
        FILE,
        POS,
        ROW,
        THREAD,
        QUERY,
        SEQUENCE,
        SERVER
    }

    /**
     * The fields of an option such as {@code op,table,source.ts_ms:committed}.
     *
     * @param prefix goes before the name of each
     * @throws IllegalArgumentException when there is no such field; its message says which there are
     */
    static List<AddedField> parse(List<String> references, String prefix) {
        List<AddedField> fields = new ArrayList<>();
        for (String text : references) {
            int colon = text.indexOf(':');
            String reference = (colon < 0 ? text : text.substring(0, colon)).trim();
            Metadata metadata = BY_REFERENCE.get(reference);
            if (metadata == null) {
                throw new IllegalArgumentException(
                        "there is no field '" + reference + "'; there are " + String.join(", ", BY_REFERENCE.keySet()));
            }
            String name = colon < 0
                    ? reference.replace('.', '_')
                    : text.substring(colon + 1).trim();
            fields.add(new AddedField(prefix + name, metadata));
        }
        return List.copyOf(fields);
    }

    /** The name, escaped and encoded. */
    SerializedString encodedName() {
        return new SerializedString(name);
    }

    /** Writes the value. */
    void value(RowChange change, JsonOut json) {
        Transaction transaction = change.origin().transaction();
        long micros = transaction.commitMicros();
        long millis = change.origin().readMillis();
        switch (metadata) {
            case OP -> json.string(op(change));
            case READ_MS -> json.number(millis);
            case READ_US -> json.number(millis * 1_000);
            case READ_NS -> json.number(millis * 1_000_000);
            case COMMIT_MS -> json.number(Math.floorDiv(micros, 1000L));
            case COMMIT_US -> json.number(micros);
            case COMMIT_NS -> json.number(micros * 1000);
            case DB -> json.string(change.schema().table().database());
            case TABLE -> json.string(change.schema().table().table());
            case SERVER_ID -> json.number(transaction.serverId());
            case GTID -> orNull(transaction.gtid(), json);
            case FILE -> json.string(transaction.file());
            case POS -> json.number(change.origin().position());
            case ROW -> json.number(change.origin().row());
            case THREAD -> json.number(transaction.thread());
            case QUERY -> orNull(change.origin().query(), json);
            case SEQUENCE -> json.number(change.origin().sequence());
            case SERVER -> json.string(transaction.server());
        }
    }

    private static void orNull(String value, JsonOut json) {
        if (value.isEmpty()) {
            json.nullValue();
        } else {
            json.string(value);
        }
    }

    private static String op(RowChange change) {
        return switch (change.operation()) {
            case INSERT -> "c";
            case UPDATE -> "u";
            case DELETE -> "d";
        };
    }

    private static Map<String, Metadata> references() {
        Map<String, Metadata> references = new LinkedHashMap<>();
        references.put("op", Metadata.OP);
        references.put("ts_ms", Metadata.READ_MS);
        references.put("ts_us", Metadata.READ_US);
        references.put("ts_ns", Metadata.READ_NS);
        references.put("source.ts_ms", Metadata.COMMIT_MS);
        references.put("source.ts_us", Metadata.COMMIT_US);
        references.put("source.ts_ns", Metadata.COMMIT_NS);
        Map<String, Metadata> ofSource = new LinkedHashMap<>();
        ofSource.put("db", Metadata.DB);
        ofSource.put("table", Metadata.TABLE);
        ofSource.put("server_id", Metadata.SERVER_ID);
        ofSource.put("gtid", Metadata.GTID);
        ofSource.put("file", Metadata.FILE);
        ofSource.put("pos", Metadata.POS);
        ofSource.put("row", Metadata.ROW);
        ofSource.put("thread", Metadata.THREAD);
        ofSource.put("query", Metadata.QUERY);
        ofSource.put("sequence", Metadata.SEQUENCE);
        ofSource.put("server", Metadata.SERVER);
        ofSource.forEach((name, metadata) -> {
            references.put(name, metadata);
            references.put("source." + name, metadata);
        });
        return references;
    }
}
