package io.dbus.operator.rename;

import io.dbus.event.Event;
import io.dbus.event.RowChange;
import io.dbus.event.TableId;
import io.dbus.event.TableSchema;
import io.dbus.event.Truncate;
import io.dbus.operator.EventFunction;
import io.dbus.operator.EventOutput;
import io.dbus.operator.Memo;
import io.dbus.operator.OperatorContext;
import io.dbus.operator.UnfitEventException;
import io.dbus.reject.RejectReason;
import java.util.HashMap;
import java.util.Map;

/**
 * Gives the tables and columns of row changes other names, and the tables of TRUNCATEs. Decodes nothing: rows keep their bytes and get a schema derived once for
 * each schema. Events of other kinds pass.
 */
final class EventRenamer implements EventFunction {
    private static final long serialVersionUID = 1L;

    private final HashMap<String, String> tables;
    private final HashMap<String, String> columns;

    private transient Memo<TableId, NewNames> byTable;

    /** What the rows of a table get. */
    private record NewNames(TableId table, Memo<TableSchema, TableSchema> schemas) {}

    EventRenamer(Map<String, String> tables, Map<String, String> columns) {
        this.tables = new HashMap<>(tables);
        this.columns = new HashMap<>(columns);
    }

    @Override
    public void open(OperatorContext context) {
        TableRenames tableRenames = TableRenames.parse(tables);
        ColumnRenames columnRenames = ColumnRenames.parse(columns);
        byTable = new Memo<>(table ->
                new NewNames(tableRenames.name(table), new Memo<>(schema -> columnRenames.rename(table, schema))));
    }

    @Override
    public void process(Event event, EventOutput output) {
        output.emit(renamed(event));
    }

    private Event renamed(Event event) {
        try {
            if (event instanceof RowChange row) {
                NewNames names = byTable.get(row.table());
                RowChange renamed = row.withSchema(names.schemas().get(row.schema()));
                return names.table().equals(row.table()) ? renamed : renamed.withTable(names.table());
            }
            if (event instanceof Truncate truncate) {
                return truncate.withTable(byTable.get(truncate.table()).table());
            }
            return event;
        } catch (IllegalArgumentException e) {
            throw new UnfitEventException(
                    RejectReason.ILLEGAL_NAME,
                    e.getMessage(),
                    "correct 'tables' or 'columns': a column without its table is renamed where it is there",
                    e);
        }
    }
}
