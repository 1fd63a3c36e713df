package io.dbus.fuzz;

import static java.util.Objects.requireNonNull;

import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;

/** Random settings of sessions and of the server, of those that change what the binlog holds. */
final class Settings {
    private final FuzzOptions options;

    Settings(FuzzOptions options) {
        this.options = requireNonNull(options, "options");
    }

    /** Changes settings of a session; one in a transaction is left alone, since most cannot be changed there. */
    void change(Dice dice, Session session) throws SQLException {
        if (session.isInTransaction()) {
            return;
        }
        Map<String, String> variables = new LinkedHashMap<>();
        if (options.has(Feature.PARTIAL_IMAGES)) {
            variables.put("binlog_row_image", dice.of("'FULL'", "'FULL'", "'MINIMAL'", "'NOBLOB'"));
        }
        variables.put("time_zone", dice.of("'+00:00'", "'+05:30'", "'-11:00'", "'+14:00'", "'SYSTEM'"));
        variables.put(
                "sql_mode",
                dice.of(
                        "''",
                        "'ALLOW_INVALID_DATES'",
                        "'NO_BACKSLASH_ESCAPES,ANSI_QUOTES'",
                        "'STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO'",
                        "'STRICT_ALL_TABLES'"));
        if (options.mariaDb()) {
            // Its JDBC driver takes no session that has another charset than UTF-8.
            variables.put("binlog_annotate_row_events", dice.of("ON", "OFF"));
        } else {
            variables.put("character_set_client", dice.of("utf8mb4", "utf8mb4", "latin1", "gbk", "cp1251"));
            variables.put("binlog_rows_query_log_events", dice.of("ON", "OFF"));
            variables.put("sql_generate_invisible_primary_key", dice.of("ON", "OFF"));
            if (options.has(Feature.COMPRESSION)) {
                variables.put("binlog_transaction_compression", dice.of("ON", "OFF"));
                variables.put("binlog_transaction_compression_level_zstd", dice.of("1", "3", "22"));
            }
            if (options.has(Feature.PARTIAL_JSON)) {
                // Where the image before has no document, what a difference makes of it cannot be known: the source
                // refuses that.
                boolean whole = !options.has(Feature.PARTIAL_IMAGES)
                        || variables.get("binlog_row_image").contains("FULL");
                variables.put("binlog_row_value_options", whole && dice.percent(60) ? "'PARTIAL_JSON'" : "''");
            }
            if (options.has(Feature.TAGS)) {
                variables.put("gtid_next", dice.of("'AUTOMATIC'", "'AUTOMATIC:dbus'", "'AUTOMATIC:other_tag_2'"));
            }
        }
        session.set(variables);
    }

    /** Changes settings of the server, or begins another binlog file. */
    void changeServer(Dice dice, Session session) throws SQLException {
        if (session.isInTransaction()) {
            return;
        }
        switch (dice.below(4)) {
            case 0 -> {
                if (options.has(Feature.LOGS)) {
                    session.run("SET GLOBAL binlog_checksum = " + dice.of("CRC32", "NONE"));
                }
            }
            case 1 -> {
                if (options.has(Feature.MINIMAL_METADATA)) {
                    session.run("SET GLOBAL binlog_row_metadata = " + dice.of("'FULL'", "'MINIMAL'"));
                }
            }
            case 2 -> {
                if (options.mariaDb() && options.has(Feature.COMPRESSION)) {
                    session.run("SET GLOBAL log_bin_compress = " + dice.of("ON", "OFF"));
                }
            }
            default -> {
                if (options.has(Feature.LOGS)) {
                    session.run(dice.of("FLUSH BINARY LOGS", "FLUSH LOGS"));
                }
            }
        }
    }
}
