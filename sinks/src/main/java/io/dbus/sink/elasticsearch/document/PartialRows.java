package io.dbus.sink.elasticsearch.document;

import java.util.Locale;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;

/** What becomes of rows whose images hold only some of the columns. */
public enum PartialRows {
    /** They are rejected. */
    REJECT,
    /** The columns present are put into the document that is there. */
    MERGE;

    public static final ConfigOption<PartialRows> OPTION = ConfigOptions.key("partial-rows")
            .enumType(PartialRows.class)
            .defaultValue(REJECT)
            .withDescription(
                    "What becomes of a row whose image holds only some of its columns, as with binlog_row_image=MINIMAL: "
                            + "'reject' it (incomplete-row; better put a 'complete' operator before the sink, or SET GLOBAL "
                            + "binlog_row_image=FULL); or 'merge': its document is read, the columns present are put into it, and it is "
                            + "written again as a whole, one round trip more. A row that has no document is rejected then too; but one that is read again after a "
                            + "restart and was deleted since by a later change is counted as a conflict, for as long as the index remembers the delete: "
                            + "set index.gc_deletes (105s by default on indices that are created) above the longest time the job may be down, or have dead letters.");

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
