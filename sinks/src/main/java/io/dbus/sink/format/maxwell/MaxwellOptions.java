package io.dbus.sink.format.maxwell;

import io.dbus.sink.format.Provenance;
import io.dbus.sink.format.ValueOptions;
import java.util.List;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;

/** The options of maxwell-json; their names are Maxwell's. */
public final class MaxwellOptions {
    public static final ConfigOption<KeyFormat> KEY_FORMAT = ConfigOptions.key("kafka_key_format")
            .enumType(KeyFormat.class)
            .defaultValue(KeyFormat.HASH)
            .withDescription(
                    "The key of a record: 'hash' is {\"database\":\"d\",\"table\":\"t\",\"pk.id\":4}, 'array' is "
                            + "[\"d\",\"t\",[{\"id\":4}]], names of columns in lower case. A table without a key has none.");
    public static final ConfigOption<Boolean> COMMIT_INFO = output(
            "commit_info",
            true,
            "xid, the transaction's id, where it was known when the row left, and "
                    + "commit true in the last row of a transaction");
    public static final ConfigOption<Boolean> XOFFSET = output(
            "xoffset",
            false,
            "xoffset, the number of the row in its transaction from 0, rows that are not selected counted, in all rows but the "
                    + "last; needs output_commit_info");
    public static final ConfigOption<Boolean> BINLOG_POSITION = output(
            "binlog_position", false, "position, file and position of the binlog event, as in binlog.000001:157");
    public static final ConfigOption<Boolean> GTID_POSITION =
            output("gtid_position", false, "gtid, the GTID of the transaction, null where it has none");
    public static final ConfigOption<Boolean> SERVER_ID =
            output("server_id", false, "server_id, the id of the server where the transaction was first committed");
    public static final ConfigOption<Boolean> THREAD_ID =
            output("thread_id", false, "thread_id, the id of the session that wrote the row");
    public static final ConfigOption<Boolean> ROW_QUERY = output(
            "row_query",
            false,
            "query, the statement, where the server logs it (binlog_rows_query_log_events) and the source is asked for it");
    public static final ConfigOption<Boolean> PRIMARY_KEYS =
            output("primary_keys", false, "primary_key, an array of the key's values");
    public static final ConfigOption<Boolean> PRIMARY_KEY_COLUMNS =
            output("primary_key_columns", false, "primary_key_columns, an array of the names of the key's columns");

    /** All of them. */
    static final List<ConfigOption<?>> ALL = List.of(
            KEY_FORMAT,
            COMMIT_INFO,
            XOFFSET,
            BINLOG_POSITION,
            GTID_POSITION,
            SERVER_ID,
            THREAD_ID,
            ROW_QUERY,
            PRIMARY_KEYS,
            PRIMARY_KEY_COLUMNS,
            ValueOptions.DECIMALS,
            ValueOptions.UNSIGNED_BIGINTS,
            ValueOptions.BINARIES,
            ValueOptions.ZERO_DATES,
            ValueOptions.UNAVAILABLE,
            Provenance.INCLUDE);

    private MaxwellOptions() {}

    private static ConfigOption<Boolean> output(String name, boolean byDefault, String what) {
        return ConfigOptions.key("output_" + name)
                .booleanType()
                .defaultValue(byDefault)
                .withDescription("Whether a record of maxwell-json has " + what + ".");
    }
}
