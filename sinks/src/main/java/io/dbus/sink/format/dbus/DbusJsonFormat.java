package io.dbus.sink.format.dbus;

import io.dbus.plugin.PluginContext;
import io.dbus.sink.format.EncoderFactory;
import io.dbus.sink.format.EventFormat;
import io.dbus.sink.format.ValueOptions;
import java.util.List;
import org.apache.flink.configuration.ConfigOption;

/**
 * The layout of the first dbus, with exact values: {@code log, pos, db, tbl, dml, ts, dt, cols, rows}, and after them {@code pk, gtid, seq}. A message holds one row; of an
 * update {@code rows} has the row before and the row after, otherwise the one there is.
 *
 * <p>{@code log} and {@code pos} are the binlog file and the position where the event begins (the first dbus wrote where it ends, which is the position of the event after); {@code db} and {@code
 * tbl} are the table's name as sinks see it; {@code dml} is I, U or D; {@code ts} is the commit time in seconds; {@code dt} is when dbus read it, in nanoseconds; {@code pk} are
 * the names of the key's columns; {@code gtid} is null where there is none; {@code seq} orders the changes of one server.
 *
 * <p>Of a schema change {@code dml} is Q, {@code tbl} is empty, and instead of {@code cols}, {@code rows} and {@code pk} there are {@code sql}, the statement, and {@code tables}, what it did: for each {@code type} (CREATE, ALTER or DROP), {@code
 * db}, {@code tbl}, and {@code from} with the {@code db} and {@code tbl} of before where they were others.
 *
 * <p>Values, where no option says otherwise: integers, BIT and YEAR are numbers, unsigned ones never negative; DECIMAL is a string with all its digits; FLOAT and DOUBLE are the shortest numbers that read back the same; text, ENUM, SET and JSON are
 * strings; BINARY and BLOB are base64; DATE, TIME and DATETIME are strings, {@code 2024-05-01}, {@code -12:30:00} and {@code 2024-05-01T12:30:00}, without a zone and never shifted, zero dates too; TIMESTAMP is a string in UTC, {@code
 * 2024-05-01T12:30:00Z}; a geometry is an object of wkb (base64) and srid; a VECTOR is an array of numbers.
 */
public final class DbusJsonFormat implements EventFormat {
    @Override
    public String name() {
        return "dbus-json";
    }

    @Override
    public String description() {
        return "The layout of the first dbus (log, pos, db, tbl, dml, ts, dt, cols, rows, then pk, gtid, seq), with exact values; one row a message.";
    }

    @Override
    public List<ConfigOption<?>> options() {
        return ValueOptions.ALL;
    }

    @Override
    public EncoderFactory encoders(PluginContext context) {
        ValueOptions values = ValueOptions.of(context.options(), ValueOptions.WITH_TEXT);
        return () -> new DbusJsonEncoder(values);
    }
}
