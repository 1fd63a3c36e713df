package io.dbus.job.cli;

import java.time.Duration;
import org.apache.flink.util.TimeUtils;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A length of time as people write it: {@code 90s}, {@code 10m}, {@code 1h}. */
public final class TimeConverter implements ITypeConverter<Duration> {
    /** For picocli. */
    public TimeConverter() {}

    @Override
    public Duration convert(String value) {
        try {
            Duration time = TimeUtils.parseDuration(value);
            if (!time.isZero() && !time.isNegative()) {
                return time;
            }
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException("'" + value + "' is no length of time: write 90s, 10m or 1h");
        }
        throw new TypeConversionException("'" + value + "' is too short: write 90s, 10m or 1h");
    }
}
