package io.dbus.sink.format.dbus;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.fasterxml.jackson.core.io.SerializedString;
import io.dbus.event.Column;
import io.dbus.event.Operation;
import io.dbus.event.Origin;
import io.dbus.event.RowChange;
import io.dbus.event.RowDecodeException;
import io.dbus.event.RowImage;
import io.dbus.event.SchemaChange;
import io.dbus.event.TableChange;
import io.dbus.event.TableId;
import io.dbus.event.TableSchema;
import io.dbus.event.Transaction;
import io.dbus.reject.RejectReason;
import io.dbus.sink.format.EncodeException;
import io.dbus.sink.format.EventEncoder;
import io.dbus.sink.format.JsonOut;
import io.dbus.sink.format.JsonValueWriter;
import io.dbus.sink.format.RecordReceiver;
import io.dbus.sink.format.ValueOptions;
import java.util.List;

/** Writes the layout that {@link DbusJsonFormat} describes. Hot path: the names of a schema's columns are encoded once, in a row of changes of one schema. */
final class DbusJsonEncoder implements EventEncoder {
    private static final SerializedString LOG = new SerializedString("log");
    private static final SerializedString POS = new SerializedString("pos");
    private static final SerializedString DB = new SerializedString("db");
    private static final SerializedString TBL = new SerializedString("tbl");
    private static final SerializedString DML = new SerializedString("dml");
    private static final SerializedString TS = new SerializedString("ts");
    private static final SerializedString DT = new SerializedString("dt");
    private static final SerializedString COLS = new SerializedString("cols");
    private static final SerializedString ROWS = new SerializedString("rows");
    private static final SerializedString PK = new SerializedString("pk");
    private static final SerializedString GTID = new SerializedString("gtid");
    private static final SerializedString SEQ = new SerializedString("seq");
    private static final SerializedString SQL = new SerializedString("sql");
    private static final SerializedString TABLES = new SerializedString("tables");
    private static final SerializedString TYPE = new SerializedString("type");
    private static final SerializedString FROM = new SerializedString("from");
    private static final byte[] STATEMENT = "Q".getBytes(US_ASCII);
    private static final byte[] INSERT = "I".getBytes(US_ASCII);
    private static final byte[] UPDATE = "U".getBytes(US_ASCII);
    private static final byte[] DELETE = "D".getBytes(US_ASCII);
    private static final long NANOS_PER_MILLI = 1_000_000L;
    private static final long MICROS_PER_SECOND = 1_000_000L;

    private final JsonOut json = new JsonOut();
    private final JsonValueWriter values;
    private final SerializedString unavailable;
    private TableSchema schema;
    private SerializedString[] names;
    private SerializedString[] keyNames;

    /**
     * An encoder.
     *
     * @param options how values are written; their placeholder is what stands for a column that an image does not hold and the other does
     */
    DbusJsonEncoder(ValueOptions options) {
        this.values = new JsonValueWriter(json, options, JsonValueWriter.Bits.AS_NUMBER);
        this.unavailable = options.unavailable() == null ? null : new SerializedString(options.unavailable());
    }

    @Override
    public void encode(RowChange change, RecordReceiver records) {
        use(change.schema());
        byte[] key = key(change);
        write(change);
        records.record(key, json.take(), List.of());
    }

    @Override
    public void encode(SchemaChange change, RecordReceiver records) {
        String database = change.tables().isEmpty()
                ? change.database()
                : change.tables().get(0).table().database();
        json.startObject();
        json.name(DB);
        json.string(database);
        json.endObject();
        byte[] key = json.take();
        Origin origin = change.origin();
        head(origin, new TableId(database, ""), STATEMENT);
        json.name(SQL);
        json.string(change.ddl());
        json.name(TABLES);
        json.startArray();
        change.tables().forEach(this::table);
        json.endArray();
        tail(origin);
        records.record(key, json.take(), List.of());
    }

    private void table(TableChange change) {
        json.startObject();
        json.name(TYPE);
        json.string(change.kind().name());
        name(change.table());
        if (!change.previous().equals(change.table())) {
            json.name(FROM);
            json.startObject();
            name(change.previous());
            json.endObject();
        }
        json.endObject();
    }

    private void name(TableId table) {
        json.name(DB);
        json.string(table.database());
        json.name(TBL);
        json.string(table.table());
    }

    private void use(TableSchema other) {
        if (schema != other) {
            schema = other;
            names = encoded(other.columns());
            keyNames = encoded(other.key());
        }
    }

    private static SerializedString[] encoded(List<Column> columns) {
        return columns.stream()
                .map(column -> new SerializedString(column.name()))
                .toArray(SerializedString[]::new);
    }

    private byte[] key(RowChange change) {
        if (keyNames.length == 0) {
            return null;
        }
        json.startObject();
        for (int i = 0; i < keyNames.length; i++) {
            Column column = schema.key().get(i);
            RowImage image = change.image();
            if (!image.isPresent(column.position())) {
                image = change.before()
                        .filter(before -> before.isPresent(column.position()))
                        .orElseThrow(
                                () -> new EncodeException(
                                        RejectReason.INCOMPLETE_ROW,
                                        "the image of the row does not hold its key",
                                        "set binlog_row_image to FULL, put a complete operator before the sink, or name other key columns"));
            }
            json.name(keyNames[i]);
            value(image, column);
        }
        json.endObject();
        return json.take();
    }

    private void write(RowChange change) {
        head(change.origin(), change.table(), dml(change.operation()));
        json.name(COLS);
        columns(change);
        json.name(ROWS);
        json.startArray();
        change.before().ifPresent(image -> row(change, image));
        change.after().ifPresent(image -> row(change, image));
        json.endArray();
        json.name(PK);
        json.startArray();
        for (SerializedString name : keyNames) {
            json.string(name);
        }
        json.endArray();
        tail(change.origin());
    }

    private void head(Origin origin, TableId table, byte[] dml) {
        Transaction transaction = origin.transaction();
        json.startObject();
        json.name(LOG);
        json.string(transaction.file());
        json.name(POS);
        json.number(origin.position());
        name(table);
        json.name(DML);
        json.raw(dml, 0, dml.length);
        json.name(TS);
        json.number(Math.floorDiv(transaction.commitMicros(), MICROS_PER_SECOND));
        json.name(DT);
        json.number(origin.readMillis() * NANOS_PER_MILLI);
    }

    private void tail(Origin origin) {
        json.name(GTID);
        if (origin.transaction().gtid().isEmpty()) {
            json.nullValue();
        } else {
            json.string(origin.transaction().gtid());
        }
        json.name(SEQ);
        json.number(origin.sequence());
        json.endObject();
    }

    /** The columns that are in any image of the change; rows have their values in this order. */
    private void columns(RowChange change) {
        json.startArray();
        for (int i = 0; i < names.length; i++) {
            if (isKnown(change, schema.columns().get(i).position())) {
                json.string(names[i]);
            }
        }
        json.endArray();
    }

    private void row(RowChange change, RowImage image) {
        json.startArray();
        for (Column column : schema.columns()) {
            if (image.isPresent(column.position())) {
                value(image, column);
            } else if (isKnown(change, column.position())) {
                placeholder(column);
            }
        }
        json.endArray();
    }

    /** Not null, which is a value. */
    private void placeholder(Column column) {
        if (unavailable == null) {
            throw new EncodeException(
                    RejectReason.NO_FORM,
                    "dbus-json has one list of columns for the rows before and after, and column " + column.name()
                            + " is in one of them only",
                    "set unavailable.value.placeholder to what shall stand for it, put a complete operator before the sink, or set binlog_row_image to FULL");
        }
        json.string(unavailable);
    }

    private static boolean isKnown(RowChange change, int position) {
        return change.before().filter(image -> image.isPresent(position)).isPresent()
                || change.after().filter(image -> image.isPresent(position)).isPresent();
    }

    private void value(RowImage image, Column column) {
        try {
            image.read(column.position(), values);
        } catch (RowDecodeException e) {
            throw new EncodeException(
                    RejectReason.UNDECODABLE_VALUE,
                    "column " + column.name() + " cannot be read: " + e.getMessage(),
                    "see what the server has there, and leave the column out if the value cannot be put right",
                    e);
        } catch (EncodeException e) {
            throw e.ofColumn(column.name());
        }
    }

    private static byte[] dml(Operation operation) {
        return switch (operation) {
            case INSERT -> INSERT;
            case UPDATE -> UPDATE;
            case DELETE -> DELETE;
        };
    }
}
