package io.dbus.sink.format.canal;

import com.fasterxml.jackson.core.io.SerializedString;
import io.dbus.event.Column;
import io.dbus.event.Operation;
import io.dbus.event.Origin;
import io.dbus.event.RowChange;
import io.dbus.event.RowImage;
import io.dbus.event.SchemaChange;
import io.dbus.event.TableChange;
import io.dbus.event.TableId;
import io.dbus.event.TableSchema;
import io.dbus.event.Truncate;
import io.dbus.sink.format.EventEncoder;
import io.dbus.sink.format.JsonOut;
import io.dbus.sink.format.Provenance;
import io.dbus.sink.format.RecordReceiver;
import io.dbus.sink.format.RowWriter;
import io.dbus.sink.format.SchemaCache;
import io.dbus.sink.format.ValueOptions;
import java.util.List;

/** Writes the layout that {@link CanalJsonFormat} describes. Hot path: the names and types of a schema's columns are encoded once. */
final class CanalJsonEncoder implements EventEncoder {
    private static final SerializedString DATA = new SerializedString("data");
    private static final SerializedString DATABASE = new SerializedString("database");
    private static final SerializedString ES = new SerializedString("es");
    private static final SerializedString GTID = new SerializedString("gtid");
    private static final SerializedString ID = new SerializedString("id");
    private static final SerializedString IS_DDL = new SerializedString("isDdl");
    private static final SerializedString MYSQL_TYPE = new SerializedString("mysqlType");
    private static final SerializedString OLD = new SerializedString("old");
    private static final SerializedString PK_NAMES = new SerializedString("pkNames");
    private static final SerializedString SQL = new SerializedString("sql");
    private static final SerializedString SQL_TYPE = new SerializedString("sqlType");
    private static final SerializedString TABLE = new SerializedString("table");
    private static final SerializedString TS = new SerializedString("ts");
    private static final SerializedString TYPE = new SerializedString("type");

    private final JsonOut json = new JsonOut();
    private final RowWriter rows;
    private final LabelHandling labels;
    private final boolean placeholders;
    private final Provenance provenance;
    private final SchemaCache<Plan> plans = new SchemaCache<>(this::plan);

    private record Plan(
            int[] positions,
            SerializedString[] names,
            SerializedString[] mysqlTypes,
            int[] sqlTypes,
            SerializedString[] keyNames) {}

    CanalJsonEncoder(ValueOptions values, LabelHandling labels, boolean provenance) {
        this.rows = new RowWriter(json, new CanalValueWriter(json, values, labels), values.unavailable());
        this.labels = labels;
        this.placeholders = values.unavailable() != null;
        this.provenance = provenance ? new Provenance(json) : null;
    }

    @Override
    public void encode(RowChange change, RecordReceiver records) {
        Plan plan = plans.of(change.schema());
        boolean update = change.operation() == Operation.UPDATE;
        json.startObject();
        json.name(DATA);
        json.startArray();
        json.startObject();
        rows.known(change);
        json.endObject();
        json.endArray();
        origin(change.table(), change.origin(), false);
        json.name(MYSQL_TYPE);
        json.startObject();
        for (int i = 0; i < plan.positions().length; i++) {
            if (isWritten(change, plan.positions()[i])) {
                json.name(plan.names()[i]);
                json.string(plan.mysqlTypes()[i]);
            }
        }
        json.endObject();
        json.name(OLD);
        if (update) {
            json.startArray();
            json.startObject();
            rows.changed(change);
            json.endObject();
            json.endArray();
        } else {
            json.nullValue();
        }
        json.name(PK_NAMES);
        keyNames(plan.keyNames());
        json.name(SQL);
        json.string("");
        json.name(SQL_TYPE);
        json.startObject();
        for (int i = 0; i < plan.positions().length; i++) {
            if (isWritten(change, plan.positions()[i])) {
                json.name(plan.names()[i]);
                json.number(plan.sqlTypes()[i]);
            }
        }
        json.endObject();
        end(change.table(), change.origin(), change.operation().name());
        records.record(null, json.take(), List.of());
    }

    /** What Canal makes of the statement; flink-json's reader refuses it. */
    @Override
    public void encode(Truncate truncate, RecordReceiver records) {
        String sql = "TRUNCATE TABLE " + quoted(truncate.table().database()) + "."
                + quoted(truncate.table().table());
        statement(truncate.table(), truncate.origin(), sql, "TRUNCATE");
        records.record(null, json.take(), List.of());
    }

    /** One message, of the first table that the statement changed; flink-json's reader passes over a CREATE and refuses others. */
    @Override
    public void encode(SchemaChange change, RecordReceiver records) {
        TableId table = change.tables().isEmpty()
                ? new TableId(change.database(), "")
                : change.tables().get(0).table();
        String type = change.tables().isEmpty() ? "QUERY" : type(change.tables().get(0));
        statement(table, change.origin(), change.ddl(), type);
        records.record(null, json.take(), List.of());
    }

    private static String type(TableChange change) {
        return switch (change.kind()) {
            case CREATE -> "CREATE";
            case ALTER -> change.previous().equals(change.table()) ? "ALTER" : "RENAME";
            case DROP -> "ERASE";
        };
    }

    private void statement(TableId table, Origin origin, String sql, String type) {
        json.startObject();
        json.name(DATA);
        json.nullValue();
        origin(table, origin, true);
        json.name(MYSQL_TYPE);
        json.nullValue();
        json.name(OLD);
        json.nullValue();
        json.name(PK_NAMES);
        json.nullValue();
        json.name(SQL);
        json.string(sql);
        json.name(SQL_TYPE);
        json.nullValue();
        end(table, origin, type);
    }

    private void origin(TableId table, Origin origin, boolean ddl) {
        json.name(DATABASE);
        json.string(table.database());
        json.name(ES);
        json.number(Math.floorDiv(origin.transaction().commitMicros(), 1000L));
        json.name(GTID);
        json.string(origin.transaction().gtid());
        json.name(ID);
        json.number(origin.sequence());
        json.name(IS_DDL);
        json.bool(ddl);
    }

    private void end(TableId table, Origin origin, String type) {
        json.name(TABLE);
        json.string(table.table());
        json.name(TS);
        json.number(origin.readMillis());
        json.name(TYPE);
        json.string(type);
        if (provenance != null) {
            provenance.write(origin);
        }
        json.endObject();
    }

    private void keyNames(SerializedString[] names) {
        if (names.length == 0) {
            json.nullValue();
            return;
        }
        json.startArray();
        for (SerializedString name : names) {
            json.string(name);
        }
        json.endArray();
    }

    private boolean isWritten(RowChange change, int position) {
        RowImage image = change.image();
        return placeholders
                || image.isPresent(position)
                || change.before().orElse(image).isPresent(position);
    }

    private Plan plan(TableSchema schema) {
        List<Column> columns = schema.columns();
        return new Plan(
                columns.stream().mapToInt(Column::position).toArray(),
                names(columns),
                columns.stream()
                        .map(column -> new SerializedString(CanalTypes.mysqlType(schema.type(column))))
                        .toArray(SerializedString[]::new),
                columns.stream()
                        .mapToInt(column -> CanalTypes.sqlType(schema.type(column), labels))
                        .toArray(),
                names(schema.key()));
    }

    private static SerializedString[] names(List<Column> columns) {
        return columns.stream()
                .map(column -> new SerializedString(column.name()))
                .toArray(SerializedString[]::new);
    }

    private static String quoted(String name) {
        return "`" + name.replace("`", "``") + "`";
    }
}
