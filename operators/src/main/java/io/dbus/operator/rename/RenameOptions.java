package io.dbus.operator.rename;

import java.util.Map;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;

/** The options of {@code rename}. */
public final class RenameOptions {
    /** New names of tables. */
    public static final ConfigOption<Map<String, String>> TABLES = ConfigOptions.key("tables")
            .mapType()
            .noDefaultValue()
            .withDescription(
                    "New names of tables: db.table, or a glob or /regex/ over it, and the new name, table (the database stays) or db.table, "
                            + "in which $1, $2 ... are what the wildcards or groups stand for. A name without wildcards goes before patterns; rows of a table that two "
                            + "patterns fit are rejected, reason illegal-name: without dead-letters the job fails. Example: {shop.cust: customers, 'shop.tmp_*': 'scratch.$1'}.");

    /** New names of columns. */
    public static final ConfigOption<Map<String, String>> COLUMNS = ConfigOptions.key("columns")
            .mapType()
            .noDefaultValue()
            .withDescription(
                    "New names of columns: the old name, which renames it in every table that has it, or db.table.column, where db.table may be a glob "
                            + "or /regex/, and the new name. db.table is the table's name before this component. The most exact entry wins: db.table.column, then a pattern, then the column "
                            + "alone. Names are taken as they are before the renaming, so {a: b, b: a} swaps. A db.table.column without wildcards whose column "
                            + "the table lacks, and two columns with one name, are mistakes on which rows are rejected, reason illegal-name: without dead-letters the job fails. Example: {cust: customer_id, shop.orders.amt: amount}.");

    private RenameOptions() {}
}
