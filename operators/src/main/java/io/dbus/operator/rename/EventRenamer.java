package io.dbus.operator.rename;

import static java.util.Objects.requireNonNull;

import io.dbus.event.Event;
import io.dbus.event.RowChange;
import io.dbus.event.TableId;
import io.dbus.event.TableSchema;
import io.dbus.operator.Memo;
import io.dbus.operator.OperatorFailure;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Gives the tables and columns of row changes other names. Decodes nothing: rows keep their bytes and get a schema derived once for each schema. Events
 * of other kinds pass.
 */
final class EventRenamer extends ProcessFunction<Event, Event> {
    private static final long serialVersionUID = 1L;

    private final String component;
    private final HashMap<String, String> tables;
    private final HashMap<String, String> columns;

    private transient Memo<TableId, NewNames> byTable;

    /** What the rows of a table get. */
    private record NewNames(TableId table, Memo<TableSchema, TableSchema> schemas) {}

    EventRenamer(String component, Map<String, String> tables, Map<String, String> columns) {
        this.component = requireNonNull(component, "component");
        this.tables = new HashMap<>(tables);
        this.columns = new HashMap<>(columns);
    }

    @Override
    public void open(OpenContext context) {
        TableRenames tableRenames = TableRenames.parse(tables);
        ColumnRenames columnRenames = ColumnRenames.parse(columns);
        byTable = new Memo<>(table ->
                new NewNames(tableRenames.name(table), new Memo<>(schema -> columnRenames.rename(table, schema))));
    }

    @Override
    public void processElement(Event event, Context context, Collector<Event> out) {
        out.collect(event instanceof RowChange row ? renamed(row) : event);
    }

    private RowChange renamed(RowChange row) {
        try {
            NewNames names = byTable.get(row.table());
            RowChange renamed = row.withSchema(names.schemas().get(row.schema()));
            return names.table().equals(row.table()) ? renamed : renamed.withTable(names.table());
        } catch (IllegalArgumentException e) {
            throw OperatorFailure.on(
                    row,
                    component,
                    e.getMessage(),
                    "correct 'tables' or 'columns': a column without its table is renamed where it is there",
                    e);
        }
    }
}
