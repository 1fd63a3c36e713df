package io.dbus.sink.elasticsearch.document;

import com.fasterxml.jackson.core.io.SerializedString;
import io.dbus.event.Origin;
import io.dbus.event.RowChange;
import io.dbus.event.Transaction;
import io.dbus.sink.format.JsonOut;
import io.dbus.sink.format.TemporalText;
import java.util.Locale;
import java.util.Map;

/** Where a document's last change came from: the object {@code _dbus}. */
final class Provenance {
    static final String FIELD = "_dbus";

    /** The fields and their types in mappings. */
    static final Map<String, String> TYPES = Map.ofEntries(
            Map.entry("source", "keyword"),
            Map.entry("server", "keyword"),
            Map.entry("server_id", "long"),
            Map.entry("db", "keyword"),
            Map.entry("table", "keyword"),
            Map.entry("gtid", "keyword"),
            Map.entry("file", "keyword"),
            Map.entry("position", "long"),
            Map.entry("row", "long"),
            Map.entry("sequence", "long"),
            Map.entry("commit_time", "date_nanos"),
            Map.entry("op", "keyword"));

    private static final SerializedString NAME = new SerializedString(FIELD);
    private static final SerializedString SOURCE = new SerializedString("source");
    private static final SerializedString SERVER = new SerializedString("server");
    private static final SerializedString SERVER_ID = new SerializedString("server_id");
    private static final SerializedString DB = new SerializedString("db");
    private static final SerializedString TABLE = new SerializedString("table");
    private static final SerializedString GTID = new SerializedString("gtid");
    private static final SerializedString FILE = new SerializedString("file");
    private static final SerializedString POSITION = new SerializedString("position");
    private static final SerializedString ROW = new SerializedString("row");
    private static final SerializedString SEQUENCE = new SerializedString("sequence");
    private static final SerializedString COMMIT_TIME = new SerializedString("commit_time");
    private static final SerializedString OP = new SerializedString("op");

    private final JsonOut json;
    private final TemporalText temporal = new TemporalText();

    Provenance(JsonOut json) {
        this.json = json;
    }

    /** Writes the member. What is not known is left out. */
    void write(RowChange row) {
        Origin origin = row.origin();
        Transaction transaction = origin.transaction();
        json.name(NAME);
        json.startObject();
        text(SOURCE, transaction.source());
        text(SERVER, transaction.server());
        if (transaction.serverId() != 0) {
            number(SERVER_ID, transaction.serverId());
        }
        text(DB, row.schema().table().database());
        text(TABLE, row.schema().table().table());
        text(GTID, transaction.gtid());
        if (!transaction.file().isEmpty()) {
            text(FILE, transaction.file());
            number(POSITION, origin.position());
        }
        number(ROW, origin.ordinal());
        number(SEQUENCE, origin.sequence());
        json.name(COMMIT_TIME);
        commitTime(transaction.commitMicros());
        text(OP, row.operation().name().toLowerCase(Locale.ROOT));
        json.endObject();
    }

    private void commitTime(long micros) {
        temporal.instant(Math.floorDiv(micros, 1_000_000L), Math.floorMod(micros, 1_000_000), 6);
        json.raw(temporal.ascii(), 0, temporal.length());
    }

    private void text(SerializedString name, String value) {
        if (!value.isEmpty()) {
            json.name(name);
            json.string(value);
        }
    }

    private void number(SerializedString name, long value) {
        json.name(name);
        json.number(value);
    }
}
