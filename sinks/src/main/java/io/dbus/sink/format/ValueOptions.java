package io.dbus.sink.format;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.ReadableConfig;

/**
 * How values are written as JSON. The names are those of the MySQL connector of Debezium; the defaults are Debezium's except
 * where those lose data: DECIMAL is its exact text instead of base64 of a two's complement, BIGINT UNSIGNED is never negative, a zero date is
 * its text instead of null or the epoch.
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
    private static final long serialVersionUID = 1L;

    /** How DECIMAL is written. */
    public enum Decimals {
        STRING,
        PRECISE,
        DOUBLE;

        @Override
        public String toString() {
            return label(this);
        }
    }

    /** How BIGINT UNSIGNED is written. */
    public enum UnsignedBigints {
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
        CONNECT;

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
        NULL;

        @Override
        public String toString() {
            return label(this);
        }
    }

    public static final ConfigOption<Decimals> DECIMALS = ConfigOptions.key("decimal.handling.mode")
            .enumType(Decimals.class)
            .defaultValue(Decimals.STRING)
            .withDescription(
                    "DECIMAL: 'string' is the exact text with the scale of the column; 'precise' is base64 of the "
                            + "unscaled value as Debezium writes it; 'double' is a JSON number of at most 17 digits, which is "
                            + "not exact.");
    public static final ConfigOption<UnsignedBigints> UNSIGNED_BIGINTS = ConfigOptions.key(
                    "bigint.unsigned.handling.mode")
            .enumType(UnsignedBigints.class)
            .defaultValue(UnsignedBigints.LONG)
            .withDescription("BIGINT UNSIGNED: 'long' is a JSON number, exact and never negative, up to "
                    + "18446744073709551615; 'precise' is base64 of the value as Debezium writes it.");
    public static final ConfigOption<Temporals> TEMPORALS = ConfigOptions.key("time.precision.mode")
            .enumType(Temporals.class)
            .defaultValue(Temporals.ADAPTIVE_TIME_MICROSECONDS)
            .withDescription(
                    "DATE is days since 1970-01-01. TIME: 'adaptive_time_microseconds' is microseconds, 'adaptive' "
                            + "milliseconds up to three fractional digits, 'connect' always milliseconds, which loses "
                            + "digits. DATETIME, as if in UTC: milliseconds up to three fractional digits, otherwise "
                            + "microseconds, but with 'connect'. TIMESTAMP is always text in UTC.");
    public static final ConfigOption<Binaries> BINARIES = ConfigOptions.key("binary.handling.mode")
            .enumType(Binaries.class)
            .defaultValue(Binaries.BYTES)
            .withDescription(
                    "BINARY, VARBINARY, BLOB: 'bytes' and 'base64' are base64, 'base64-url-safe' base64 with - "
                            + "and _, 'hex' lower-case hexadecimal.");
    public static final ConfigOption<ZeroDates> ZERO_DATES = ConfigOptions.key("zero.date.handling.mode")
            .enumType(ZeroDates.class)
            .defaultValue(ZeroDates.STRING)
            .withDescription("Dates that no calendar has, such as 0000-00-00 and 2023-02-00: 'string' is their text in "
                    + "place of the number, so that nothing is lost; 'null' is null, which is what Debezium "
                    + "writes for columns that may be NULL.");
    public static final ConfigOption<String> UNAVAILABLE = ConfigOptions.key("unavailable.value.placeholder")
            .stringType()
            .noDefaultValue()
            .withDescription("What stands for a column that a partial row image does not hold (binlog_row_image other "
                    + "than FULL); Debezium's is __debezium_unavailable_value. Without it the column is left out.");

    /** All of them. */
    public static final List<ConfigOption<?>> ALL =
            List.of(DECIMALS, UNSIGNED_BIGINTS, TEMPORALS, BINARIES, ZERO_DATES, UNAVAILABLE);

    public ValueOptions {
        requireNonNull(decimals, "decimals");
        requireNonNull(unsignedBigints, "unsignedBigints");
        requireNonNull(temporals, "temporals");
        requireNonNull(binaries, "binaries");
        requireNonNull(zeroDates, "zeroDates");
    }

    /** The options of a component. */
    public static ValueOptions of(ReadableConfig config) {
        Optional<String> unavailable = config.getOptional(UNAVAILABLE);
        return new ValueOptions(
                config.get(DECIMALS),
                config.get(UNSIGNED_BIGINTS),
                config.get(TEMPORALS),
                config.get(BINARIES),
                config.get(ZERO_DATES),
                unavailable.orElse(null));
    }

    private static String label(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
