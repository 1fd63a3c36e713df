package io.dbus.operator.regex;

import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;

/** The options of {@code regex}. */
public final class RegexOptions {
    /** The rules in order. */
    public static final ConfigOption<List<Map<String, String>>> RULES = ConfigOptions.key("rules")
            .mapType()
            .asList()
            .noDefaultValue()
            .withDescription(
                    "The rules, in order. Each has columns, one pattern for names of columns (a name, a glob or a /regex/; case does not count); tables, one pattern for db.table at this place of the pipeline (default: all); pattern, a regular "
                            + "expression in RE2 syntax (no back-references, no look-around: its time grows with the text's length only, so that no text can hold the job up), which is looked for anywhere in the value unless it has ^ and $; and one of: "
                            + "replace, the text for each place that fits, where $1 or ${name} is a group and \\$ a dollar sign; "
                            + "or rows, which is keep (rows of the tables pass when one of the columns fits; the others are dropped and counted as dropped, reason condition) or drop (rows pass when none fits). NULL fits nothing. "
                            + "Rows are judged by the row after an insert or update and by the row before a delete, and first by the values as they came; a row that a rule drops is dropped. Where that row lacks a column (binlog_row_image=MINIMAL), the row before an "
                            + "update has its value; when neither has it, the row is rejected, reason incomplete-row. Replacing is done in all images, several rules on one column one after the other, and keeps NULL and absent columns. "
                            + "Columns of text, CHAR, VARCHAR, TEXT, ENUM, SET and JSON (its text), are meant: a pattern passes over others, and a column of another type that is named without wildcards is rejected, reason conversion: "
                            + "'project' casts it to varchar. A column with replace becomes VARCHAR of no stated length, or stays TEXT; one of the key too, in the key too: rows whose keys become alike are one row to a sink. Rows of a table that lacks a column named without wildcards, where the rule "
                            + "names the table without wildcards too, are rejected, reason illegal-name. Only these columns are decoded. "
                            + "Example: [{columns: phone, pattern: '^\\+49(\\d+)$', replace: '0$1'}, {tables: shop.orders, columns: channel, pattern: '^test', rows: drop}].");

    private RegexOptions() {}
}
