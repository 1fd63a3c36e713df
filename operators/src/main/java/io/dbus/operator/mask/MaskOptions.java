package io.dbus.operator.mask;

import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;

/** The options of {@code mask}. */
public final class MaskOptions {
    /** The masks in order. */
    public static final ConfigOption<List<Map<String, String>>> MASKS = ConfigOptions.key("masks")
            .mapType()
            .asList()
            .noDefaultValue()
            .withDescription(
                    "The masks, in order; the first that fits a column masks it. Each has columns, one pattern for names of columns (a name, a glob or a /regex/; case does not count); tables, one pattern for db.table at this place "
                            + "of the pipeline (default: all); and with: fixed, hmac, truncate or nullify. "
                            + "fixed puts the key value in place of each value, as one of the column's type (VARCHAR for an ENUM or SET). "
                            + "hmac puts its HMAC-SHA-256 under hmac.secret there, as text (VARCHAR): equal values stay equal, in all tables and types whose text is equal, so that joins still work, and without the secret "
                            + "they cannot be guessed. What is hashed is the value's text in UTF-8 (12, 12.50, 2024-05-01 12:30:00, 2024-05-01T12:30:00Z for TIMESTAMP), or the bytes of a binary value. "
                            + "truncate keeps as many characters (code points) from the text's beginning as the key length says, as text. nullify puts NULL there. NULL stays NULL, and a column that a row image lacks stays absent. All images of a "
                            + "change are masked alike, and the bytes of the old values are taken out of them for good; so is the text of the statement (binlog_rows_query_log_events) out of every row, masked or not. "
                            + "In a column of the key only hmac is possible, with which rows still can be told apart: sinks write the masked key. With another mask its rows are rejected, reason ambiguous-key. A mask that names a table and a column without wildcards must find the column: rows of a table that lacks it are rejected, reason illegal-name. A value that a mask cannot take (GEOMETRY and VECTOR have no text, a fixed value "
                            + "that is none of the type) is rejected, reason conversion; the message does not show it. "
                            + "What this hides it hides from the components behind: an event that this component or one before it rejects goes to the dead letters as it was, and the place of a row there, and in messages of errors, names its key as "
                            + "it was, since order and identity of rows go by it. "
                            + "Example: [{columns: email, with: hmac}, {tables: 'shop.*', columns: '*_name', with: truncate, length: 1}, {columns: card, with: fixed, value: '****'}].");

    /** The secret of hmac. */
    public static final ConfigOption<String> HMAC_SECRET = ConfigOptions.key("hmac.secret")
            .stringType()
            .noDefaultValue()
            .withDescription(
                    "The secret under which hmac hashes, its UTF-8 bytes: at least 16 characters. Whoever has it can find out which values were hashed; another secret gives other hashes. Example: ${env:MASK_SECRET} or ${file:/run/secrets/mask}.");

    /** The form of hmac. */
    public static final ConfigOption<Encoding> HMAC_ENCODING = ConfigOptions.key("hmac.encoding")
            .enumType(Encoding.class)
            .defaultValue(Encoding.HEX)
            .withDescription(
                    "How hmac writes its 32 bytes: hex (64 digits, small letters) or base64 (44 characters, with padding).");

    private MaskOptions() {}
}
