package io.dbus.sink.format.debezium;

import com.fasterxml.jackson.core.io.SerializedString;
import io.dbus.event.Origin;
import io.dbus.event.TableId;
import io.dbus.event.Transaction;
import io.dbus.sink.format.DbusVersion;
import io.dbus.sink.format.JsonOut;
import io.dbus.sink.format.Provenance;

/** Writes Debezium's {@code source}: where a change comes from. */
final class SourceBlock {
    private static final SerializedString VERSION = name("version");
    private static final SerializedString CONNECTOR = name("connector");
    private static final SerializedString NAME = name("name");
    private static final SerializedString TS_MS = name("ts_ms");
    private static final SerializedString SNAPSHOT = name("snapshot");
    private static final SerializedString DB = name("db");
    private static final SerializedString SEQUENCE = name("sequence");
    private static final SerializedString TS_US = name("ts_us");
    private static final SerializedString TS_NS = name("ts_ns");
    private static final SerializedString TABLE = name("table");
    private static final SerializedString SERVER_ID = name("server_id");
    private static final SerializedString GTID = name("gtid");
    private static final SerializedString FILE = name("file");
    private static final SerializedString POS = name("pos");
    private static final SerializedString ROW = name("row");
    private static final SerializedString THREAD = name("thread");
    private static final SerializedString QUERY = name("query");
    private static final SerializedString FALSE = name("false");
    private static final SerializedString MYSQL = name("mysql");
    private static final SerializedString OUR_VERSION = name(DbusVersion.TEXT);

    private final JsonOut json;
    private final SerializedString server;
    private final Provenance provenance;

    /** A writer; {@code provenance} says whether the member of what Debezium has no field for is at the end. */
    SourceBlock(JsonOut json, String server, boolean provenance) {
        this.json = json;
        this.server = name(server);
        this.provenance = provenance ? new Provenance(json) : null;
    }

    /** The object, members in Debezium's order. */
    void write(TableId table, Origin origin) {
        Transaction transaction = origin.transaction();
        long micros = transaction.commitMicros();
        json.startObject();
        json.name(VERSION);
        json.string(OUR_VERSION);
        json.name(CONNECTOR);
        json.string(MYSQL);
        json.name(NAME);
        json.string(server);
        json.name(TS_MS);
        json.number(Math.floorDiv(micros, 1000L));
        json.name(SNAPSHOT);
        json.string(FALSE);
        json.name(DB);
        json.string(table.database());
        json.name(SEQUENCE);
        json.nullValue();
        json.name(TS_US);
        json.number(micros);
        json.name(TS_NS);
        json.number(micros * 1000);
        orNull(TABLE, table.table());
        json.name(SERVER_ID);
        json.number(transaction.serverId());
        orNull(GTID, transaction.gtid());
        json.name(FILE);
        json.string(transaction.file());
        json.name(POS);
        json.number(origin.position());
        json.name(ROW);
        json.number(origin.row());
        json.name(THREAD);
        if (transaction.thread() == 0) {
            json.nullValue();
        } else {
            json.number(transaction.thread());
        }
        orNull(QUERY, origin.query());
        if (provenance != null) {
            provenance.write(origin);
        }
        json.endObject();
    }

    private void orNull(SerializedString name, String value) {
        json.name(name);
        if (value.isEmpty()) {
            json.nullValue();
        } else {
            json.string(value);
        }
    }

    private static SerializedString name(String text) {
        return new SerializedString(text);
    }
}
