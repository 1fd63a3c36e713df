package io.dbus.operator.project;

import io.dbus.operator.column.TypeText;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;

/** The options of {@code project}. */
public final class ProjectOptions {
    /** Tables it applies to. */
    public static final ConfigOption<List<String>> TABLES = ConfigOptions.key("tables")
            .stringType()
            .asList()
            .noDefaultValue()
            .withDescription(
                    "The tables whose rows are projected, as patterns in order like those of 'filter'; by the names that they have at this place of the pipeline. Rows of other "
                            + "tables pass as they are. Without it all tables are. Example: [shop.orders].");

    /** Columns to keep. */
    public static final ConfigOption<List<String>> COLUMNS = ConfigOptions.key("columns")
            .stringType()
            .asList()
            .noDefaultValue()
            .withDescription(
                    "The columns that stay, as patterns in order: a name, a glob (* is any run of characters, ? one character) or a regular expression between slashes; case does not count. Each takes the "
                            + "columns that fit it and were not taken before, in the order of the table, computed ones last; one that begins with ! gives back those that fit it. A list that begins with "
                            + "! begins with all columns. Names are those before 'rename'. A name without wildcards that the table lacks is a mistake on which rows are rejected, reason illegal-name. "
                            + "Columns that are left out are not decoded; their bytes travel on with the row, unseen: to be rid of what they hold put a 'mask' before. A column of the key that is left "
                            + "out is no more in the row but still in the key that sinks write, since without it rows could not be told apart. Default: all. Example: ['*', '!card_number'].");

    /** New names. */
    public static final ConfigOption<Map<String, String>> RENAME = ConfigOptions.key("rename")
            .mapType()
            .noDefaultValue()
            .withDescription(
                    "New names of columns, old name: new name, where the table has them; in the key too. Nothing is decoded. Names are taken as they are before the renaming, so {a: b, b: a} swaps. "
                            + "Two columns with one name are a mistake on which rows are rejected, reason illegal-name. Example: {cust: customer_id}.");

    /** Computed columns. */
    public static final ConfigOption<List<Map<String, String>>> ADD = ConfigOptions.key("add")
            .mapType()
            .asList()
            .noDefaultValue()
            .withDescription(
                    "Computed columns, in order. Each has a column, its name; value, an expression in CEL like those of 'filter', but over one image of the row at a time: its columns are row.name, "
                            + "and there are op, db, table and ts too, no before and after. It is evaluated for the row before, for the row after and for the other half of a key change, each from its own columns. "
                            + "And type, the column's type: "
                            + TypeText.TYPES
                            + ". The type may be left out where the expression itself says it, such as string(row.id), row.a == row.b or size(row.name): then int is bigint, uint bigint unsigned, bool boolean, string "
                            + "text, bytes blob, timestamp timestamp(6), duration time(6). Each value becomes one of the type exactly, or the row is rejected, reason conversion: nothing is rounded. A value of NULL is "
                            + "NULL. The name of a column that is there replaces it, in the key too. An expression that has no value is rejected, reason expression. Of a partial image (binlog_row_image=MINIMAL) a computed column is "
                            + "absent when the expression's columns are absent; when the row after holds some of them but not all, the row is rejected, reason incomplete-row: put a 'complete' operator before. "
                            + "Example: [{column: total, value: 'row.price * row.qty', type: 'decimal(12,2)'}].");

    /** Other types. */
    public static final ConfigOption<Map<String, String>> CAST = ConfigOptions.key("cast")
            .mapType()
            .noDefaultValue()
            .withDescription(
                    "Other types of columns, name: type, exactly or not at all. The name is the one before 'rename', the types are those of 'add'. Numbers become one another when nothing is lost; a FLOAT or DOUBLE counts as the "
                            + "number that its digits show. Text becomes a number, date, time, boolean or JSON when it is written as one ('12.50', '2024-05-01 12:30:00', '2024-05-01T12:30:00Z', '-12:30:00', 'true'); everything but GEOMETRY "
                            + "and VECTOR becomes text, binary values when they are UTF-8. DATETIME and TIMESTAMP become one another by the clock of UTC. boolean is 0 or 1, as BIT(1), which JSON formats write as false and true. NULL stays NULL. "
                            + "A value that does not fit is rejected, reason conversion. A column that the table lacks is a mistake on which rows are rejected, reason illegal-name: narrow 'tables'. Example: {price: 'decimal(12,2)', placed: date}.");

    private ProjectOptions() {}
}
