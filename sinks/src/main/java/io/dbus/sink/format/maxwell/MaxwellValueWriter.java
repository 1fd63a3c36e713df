package io.dbus.sink.format.maxwell;

import io.dbus.event.LogicalType;
import io.dbus.event.LogicalType.Kind;
import io.dbus.sink.format.BinaryText;
import io.dbus.sink.format.ColumnValues;
import io.dbus.sink.format.InlineJson;
import io.dbus.sink.format.JsonOut;
import io.dbus.sink.format.NumberText;
import io.dbus.sink.format.SqlTemporals;
import io.dbus.sink.format.ValueOptions;
import io.dbus.sink.format.WellKnownText;
import java.math.BigDecimal;

/** Writes values as {@link MaxwellJsonFormat} says. Hot path. */
final class MaxwellValueWriter implements ColumnValues {
    private final JsonOut json;
    private final ValueOptions options;
    private final SqlTemporals temporals;
    private LogicalType type;

    MaxwellValueWriter(JsonOut json, MaxwellSettings settings) {
        this.json = json;
        this.options = settings.values();
        this.temporals = new SqlTemporals(json, options);
    }

    @Override
    public void begin(LogicalType of) {
        type = of;
    }

    @Override
    public void nullValue() {
        json.nullValue();
    }

    @Override
    public void int64(long value) {
        json.number(value);
    }

    @Override
    public void uint64(long bits) {
        switch (options.unsignedBigints()) {
            case NUMBER -> unsigned(bits);
            case STRING -> json.string(Long.toUnsignedString(bits));
            case LONG -> json.number(ValueOptions.signed(bits));
            case PRECISE -> BinaryText.unscaled(json, NumberText.unsigned(bits));
        }
    }

    private void unsigned(long bits) {
        if (bits >= 0) {
            json.number(bits);
        } else {
            json.number(NumberText.unsigned(bits));
        }
    }

    @Override
    public void bits(long bits, int width) {
        unsigned(bits);
    }

    @Override
    public void decimal(BigDecimal value) {
        switch (options.decimals()) {
            case STRING -> json.string(value.toPlainString());
            case NUMBER -> json.number(value);
            case DOUBLE -> json.number(value.doubleValue());
            case PRECISE -> BinaryText.unscaled(json, value.unscaledValue());
        }
    }

    @Override
    public void float32(float value) {
        json.number(value);
    }

    @Override
    public void float64(double value) {
        json.number(value);
    }

    @Override
    public void text(byte[] utf8, int offset, int length) {
        if (type.kind() == Kind.SET) {
            labels(utf8, offset, offset + length);
        } else {
            json.utf8(utf8, offset, length);
        }
    }

    @Override
    public void binary(byte[] bytes, int offset, int length) {
        BinaryText.write(json, options.binaries(), bytes, offset, length);
    }

    @Override
    public void date(int year, int month, int day) {
        temporals.date(year, month, day);
    }

    @Override
    public void time(long micros, int fractionalDigits) {
        temporals.time(micros, fractionalDigits);
    }

    @Override
    public void datetime(
            int year, int month, int day, int hour, int minute, int second, int micros, int fractionalDigits) {
        temporals.datetime(year, month, day, hour, minute, second, micros, fractionalDigits);
    }

    @Override
    public void timestamp(long epochSecond, int micros, int fractionalDigits) {
        temporals.timestamp(epochSecond, micros, fractionalDigits);
    }

    @Override
    public void json(byte[] utf8, int offset, int length) {
        json.json(InlineJson.text(utf8, offset, length));
    }

    @Override
    public void geometry(int srid, byte[] wkb, int offset, int length) {
        json.string(WellKnownText.of(wkb, offset, length));
    }

    @Override
    public void vector(byte[] floats, int offset, int count) {
        json.floats(floats, offset, count);
    }

    /** A label holds no comma (MySQL manual, section "The SET Type"). */
    private void labels(byte[] utf8, int from, int to) {
        json.startArray();
        int start = from;
        for (int i = from; i < to; i++) {
            if (utf8[i] == ',') {
                json.utf8(utf8, start, i - start);
                start = i + 1;
            }
        }
        if (to > from) {
            json.utf8(utf8, start, to - start);
        }
        json.endArray();
    }
}
