package io.dbus.fuzz;

import java.util.Locale;

/** What a run does beyond changes of rows of tables in fixed sessions. */
public enum Feature {
    /** CREATE, ALTER, RENAME, DROP, TRUNCATE. */
    DDL,
    /** {@code binlog_row_image} MINIMAL and NOBLOB. */
    PARTIAL_IMAGES,
    /** {@code binlog_transaction_compression}, and MariaDB's {@code log_bin_compress}. */
    COMPRESSION,
    /** {@code binlog_row_value_options=PARTIAL_JSON}. */
    PARTIAL_JSON,
    /** {@code gtid_next='AUTOMATIC:tag'}. */
    TAGS,
    /** XA transactions, prepared and decided later. */
    XA,
    /** {@code binlog_row_metadata=MINIMAL} now and then. */
    MINIMAL_METADATA,
    /** FLUSH LOGS and changes of {@code binlog_checksum}. */
    LOGS,
    /** New readers, from the newest state and from older ones, between and inside transactions. */
    RESTARTS;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
