package io.dbus.operator.filter;

import io.dbus.event.Operation;
import java.util.List;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;

/** The options of {@code filter}. */
public final class FilterOptions {
    /** Tables to pass on. */
    public static final ConfigOption<List<String>> TABLES = ConfigOptions.key("tables")
            .stringType()
            .asList()
            .noDefaultValue()
            .withDescription(
                    "The tables whose row changes pass, as patterns in order: globs over db.table (* is any run of "
                            + "characters but the point, ** any run, ? one character), or a regular expression between slashes; the last "
                            + "pattern that fits decides, and one that begins with ! excludes. Tables are known by the names that they have at this "
                            + "place of the pipeline, so after a route by the routed ones. Example: [shop.orders, 'shop.customer_*', '!shop.*_tmp']. "
                            + "Rows of other tables are dropped without being decoded and counted as dropped, reason table; so is a TRUNCATE of another table.");

    /** Operations to pass on. */
    public static final ConfigOption<List<Operation>> OPERATIONS = ConfigOptions.key("operations")
            .enumType(Operation.class)
            .asList()
            .noDefaultValue()
            .withDescription(
                    "The operations that pass: insert, update, delete. An update that changes a row's key is a "
                            + "delete of the old key and an insert of the new one. Rows with another operation are dropped without being decoded "
                            + "and counted as dropped, reason operation. A TRUNCATE is none of them and passes by its table: 'where' is not asked either.");

    /** Condition to pass on. */
    public static final ConfigOption<String> WHERE = ConfigOptions.key("where")
            .stringType()
            .noDefaultValue()
            .withDescription(
                    "The condition under which a row change passes, an expression in CEL. Variables: before and after (the "
                            + "row's columns, as after.amount or after['unit price']; null where the operation has no such row), op ('insert', "
                            + "'update', 'delete'), db, table, ts (the time of the commit). changed('price', 'qty') is true of an "
                            + "update that gave one of these columns another value, compared exactly, and of every insert and delete, key changes included; a column that the row after "
                            + "lacks (binlog_row_image=MINIMAL) did not change, and one that only the row before lacks has no answer. Numbers of all types compare exactly, DECIMAL and BIGINT UNSIGNED "
                            + "included; more digits than a double holds are written decimal('...'). DATE and DATETIME compare with strings like '2024-05-01' "
                            + "and '2024-05-01 12:30:00', zero dates included; TIME with '12:30:00'; TIMESTAMP with timestamp('2024-05-01T12:30:00Z'). BIGINT "
                            + "UNSIGNED and BIT are uint: arithmetic on them takes literals like 10u. JSON is its text. Example: table == 'orders' && after != null && "
                            + "after.amount > 100.00. A row for which a comparison has no answer is rejected, reason expression: without dead-letters the job fails with the row's place. No answer have a column that the table does not have "
                            + "(ask has(after.x)) or the server did not log, NULL in an order (ask after.x != null), values of two types. Rows for which it is "
                            + "false are dropped and counted as dropped, reason condition.");

    private FilterOptions() {}
}
