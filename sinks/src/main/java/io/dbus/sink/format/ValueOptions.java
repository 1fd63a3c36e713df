package io.dbus.sink.format;

import static java.util.Objects.requireNonNull;

import io.dbus.reject.RejectReason;
import java.io.Serializable;
import java.util.List;
import java.util.Locale;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.ReadableConfig;

/**
 * How values are written, in all formats. Names and words are those of the MySQL connector of Debezium, but {@code zero-date}, which it has
 * none for. What holds without an option is the format's own choice; where it is not Debezium's, that one loses data: DECIMAL is its exact text instead of base64 of
 * a two's complement, BIGINT UNSIGNED is never negative, a zero date is its text instead of null or the epoch.
 *
 * @param unavailable what stands for a column that a partial image does not hold; null to leave the column out
 */
public record ValueOptions(
        Decimals decimals,
        UnsignedBigints unsignedBigints,
        Temporals temporals,
        Binaries binaries,
        ZeroDates zeroDates,
        String unavailable)
        implements Serializable {
    private static final long serialVersionUID = 2L;

    /** How DECIMAL is written. */
    public enum Decimals {
        STRING,
        NUMBER,
        PRECISE,
        DOUBLE;

        @Override
        public String toString() {
            return label(this);
        }
    }

    /** How BIGINT UNSIGNED is written. */
    public enum UnsignedBigints {
        NUMBER,
        STRING,
        LONG,
        PRECISE;

        @Override
        public String toString() {
            return label(this);
        }
    }

    /** How DATE, TIME and DATETIME are written. */
    public enum Temporals {
        ADAPTIVE_TIME_MICROSECONDS,
        ADAPTIVE,
        CONNECT,
        MICROSECONDS,
        NANOSECONDS,
        ISOSTRING;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** How BINARY, VARBINARY and BLOB are written. */
    public enum Binaries {
        BYTES,
        BASE64,
        BASE64_URL_SAFE,
        HEX;

        @Override
        public String toString() {
            return label(this);
        }
    }

    /** How dates that no calendar has are written. */
    public enum ZeroDates {
        STRING,
        NULL,
        REJECT;

        @Override
        public String toString() {
            return label(this);
        }
    }

    public static final ConfigOption<Decimals> DECIMALS = ConfigOptions.key("decimal.handling.mode")
            .enumType(Decimals.class)
            .noDefaultValue()
            .withDescription(
                    "DECIMAL: 'string' is the exact text with the scale of the column, \"10.50\"; 'number' the same digits as a number, "
                            + "10.50, which many readers take for a double (Kafka Connect's decimal.format: NUMERIC); 'precise' is base64 of the "
                            + "unscaled value as Debezium writes it, whose scale a reader must know; 'double' is a number of at most 17 digits, which is "
                            + "not exact. Without it: 'number' in maxwell-json, 'string' in the other JSON formats; Debezium's default is 'precise'.");
    public static final ConfigOption<UnsignedBigints> UNSIGNED_BIGINTS = ConfigOptions.key(
                    "bigint.unsigned.handling.mode")
            .enumType(UnsignedBigints.class)
            .noDefaultValue()
            .withDescription(
                    "BIGINT UNSIGNED: 'number' is an exact number up to 18446744073709551615; 'string' its text; 'long' is a number "
                            + "for readers that have no more than 64 signed bits, and a row with a value above 9223372036854775807 is rejected (conversion), which Debezium "
                            + "would write as a negative number; 'precise' is base64 of the value as Debezium writes it. Without it: 'number' in all JSON formats; "
                            + "Debezium's default is 'long'.");
    public static final ConfigOption<Temporals> TEMPORALS = ConfigOptions.key("time.precision.mode")
            .enumType(Temporals.class)
            .noDefaultValue()
            .withDescription(
                    "DATE is days since 1970-01-01, but with 'isostring'. TIME: 'adaptive_time_microseconds' and 'microseconds' are microseconds, 'adaptive' "
                            + "milliseconds up to three fractional digits, 'connect' always milliseconds, which loses "
                            + "digits, 'nanoseconds' nanoseconds. DATETIME, as if in UTC: milliseconds up to three fractional digits, otherwise "
                            + "microseconds, but milliseconds with 'connect', and what their names say with 'microseconds' and 'nanoseconds'; a DATETIME before 1677-09-21 or "
                            + "after 2262-04-11 has too many nanoseconds, and its row is rejected (conversion). With 'isostring' the three are text with the digits of the column: "
                            + "2024-02-29, -838:59:59.5, 2024-02-29T10:11:12.123456, and without the Z that Debezium adds, since they have no zone. "
                            + "TIMESTAMP is always text in UTC. Without it: 'adaptive_time_microseconds', Debezium's default, in debezium-json and plain-json; 'isostring' in dbus-json.");
    public static final ConfigOption<Binaries> BINARIES = ConfigOptions.key("binary.handling.mode")
            .enumType(Binaries.class)
            .noDefaultValue()
            .withDescription(
                    "BINARY, VARBINARY, BLOB: 'bytes', Debezium's default, and 'base64' are base64 in JSON, 'base64-url-safe' base64 with - "
                            + "and _, 'hex' lower-case hexadecimal. Without it: 'bytes'.");
    public static final ConfigOption<ZeroDates> ZERO_DATES = ConfigOptions.key("zero-date")
            .enumType(ZeroDates.class)
            .noDefaultValue()
            .withFallbackKeys("zero.date.handling.mode")
            .withDescription("Dates that no calendar has, such as 0000-00-00 and 2023-02-00: 'string' is their text in "
                    + "place of the number, so that nothing is lost; 'null' is null, which is what Debezium "
                    + "writes for columns that may be NULL; 'reject' rejects the row (conversion). Write \"null\" in quotes: without, YAML takes it for no value. Without it: 'string'. The option's former name, "
                    + "zero.date.handling.mode, is understood too.");
    public static final ConfigOption<String> UNAVAILABLE = ConfigOptions.key("unavailable.value.placeholder")
            .stringType()
            .noDefaultValue()
            .withDescription("What stands for a column that a partial row image does not hold (binlog_row_image other "
                    + "than FULL); Debezium's is __debezium_unavailable_value. Without it the column is left out.");

    /** All of them. */
    public static final List<ConfigOption<?>> ALL =
            List.of(DECIMALS, UNSIGNED_BIGINTS, TEMPORALS, BINARIES, ZERO_DATES, UNAVAILABLE);

    /** What holds without options in formats that write as Debezium does. */
    public static final ValueOptions LIKE_DEBEZIUM = new ValueOptions(
            Decimals.STRING,
            UnsignedBigints.NUMBER,
            Temporals.ADAPTIVE_TIME_MICROSECONDS,
            Binaries.BYTES,
            ZeroDates.STRING,
            null);

    /** What holds without options in formats that write dates and times as text. */
    public static final ValueOptions WITH_TEXT = new ValueOptions(
            Decimals.STRING, UnsignedBigints.NUMBER, Temporals.ISOSTRING, Binaries.BYTES, ZeroDates.STRING, null);

    public ValueOptions {
        requireNonNull(decimals, "decimals");
        requireNonNull(unsignedBigints, "unsignedBigints");
        requireNonNull(temporals, "temporals");
        requireNonNull(binaries, "binaries");
        requireNonNull(zeroDates, "zeroDates");
    }

    /**
     * The options of a component.
     *
     * @param format what its format writes without them
     */
    public static ValueOptions of(ReadableConfig config, ValueOptions format) {
        return new ValueOptions(
                config.getOptional(DECIMALS).orElse(format.decimals()),
                config.getOptional(UNSIGNED_BIGINTS).orElse(format.unsignedBigints()),
                config.getOptional(TEMPORALS).orElse(format.temporals()),
                config.getOptional(BINARIES).orElse(format.binaries()),
                config.getOptional(ZERO_DATES).orElse(format.zeroDates()),
                config.getOptional(UNAVAILABLE).orElse(format.unavailable()));
    }

    /**
     * A BIGINT UNSIGNED of which a reader takes 64 signed bits.
     *
     * @throws EncodeException when it has more: the row is to be rejected
     */
    public static long signed(long bits) {
        if (bits < 0) {
            throw new EncodeException(
                    RejectReason.CONVERSION,
                    "the BIGINT UNSIGNED " + Long.toUnsignedString(bits) + " is larger than 64 signed bits",
                    "set " + UNSIGNED_BIGINTS.key() + " to number, string or precise");
        }
        return bits;
    }

    /**
     * Whether null stands for a date that no calendar has.
     *
     * @param date its text
     * @throws EncodeException when its row is to be rejected
     */
    public boolean isNulled(TemporalText date) {
        return switch (zeroDates) {
            case STRING -> false;
            case NULL -> true;
            case REJECT ->
                throw new EncodeException(
                        RejectReason.CONVERSION,
                        "the date " + date + " is in no calendar",
                        "set " + ZERO_DATES.key() + " to string or null, or correct the row");
        };
    }

    private static String label(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
