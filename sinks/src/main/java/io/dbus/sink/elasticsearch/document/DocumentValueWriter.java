package io.dbus.sink.elasticsearch.document;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.dbus.event.ValueReceiver;
import io.dbus.reject.RejectReason;
import io.dbus.sink.elasticsearch.document.DocumentOptions.JsonHandling;
import io.dbus.sink.format.JsonOut;
import io.dbus.sink.format.TemporalText;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;

/**
 * Writes values as the fields that {@link FieldMapping} makes take them. Hot path: numbers and text go from the image to the output without an object in between.
 */
final class DocumentValueWriter implements ValueReceiver {
    private static final BigInteger UNSIGNED = BigInteger.ONE.shiftLeft(Long.SIZE);

    private static final JsonFactory PARSER = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private final JsonOut json;
    private final DocumentForm form;
    private final GeoJson geometries;
    private final TemporalText temporal = new TemporalText();
    private boolean set;

    DocumentValueWriter(JsonOut json, DocumentForm form) {
        this.json = json;
        this.form = form;
        this.geometries = new GeoJson(json);
    }

    /** Whether the value that comes next is that of a SET to be written as an array. */
    void expectSet(boolean expected) {
        set = expected;
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
        if (bits >= 0) {
            json.number(bits);
        } else {
            json.number(BigInteger.valueOf(bits).add(UNSIGNED));
        }
    }

    @Override
    public void bits(long bits, int width) {
        if (width <= 1) {
            json.bool(bits != 0);
        } else {
            uint64(bits);
        }
    }

    @Override
    public void decimal(BigDecimal value) {
        switch (form.decimals()) {
            case STRING -> json.string(value.toPlainString());
            case NUMBER -> json.number(value);
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
        if (!set) {
            json.utf8(utf8, offset, length);
            return;
        }
        json.startArray();
        int end = offset + length;
        // A label holds no comma (MySQL manual, "The SET Type").
        for (int start = offset; start < end; ) {
            int comma = start;
            while (comma < end && utf8[comma] != ',') {
                comma++;
            }
            json.utf8(utf8, start, comma - start);
            start = comma + 1;
        }
        json.endArray();
    }

    @Override
    public void binary(byte[] bytes, int offset, int length) {
        switch (form.binaries()) {
            case BYTES, BASE64 -> json.base64(bytes, offset, length);
            case BASE64_URL_SAFE -> {
                byte[] encoded = Base64.getUrlEncoder().encode(Arrays.copyOfRange(bytes, offset, offset + length));
                json.raw(encoded, 0, encoded.length);
            }
            case HEX -> json.string(HexFormat.of().formatHex(bytes, offset, offset + length));
        }
    }

    @Override
    public void date(int year, int month, int day) {
        temporal.date(year, month, day);
        temporal(TemporalText.inCalendar(year, month, day));
    }

    @Override
    public void time(long micros, int fractionalDigits) {
        temporal.time(micros, fractionalDigits);
        temporal(true);
    }

    @Override
    public void datetime(
            int year, int month, int day, int hour, int minute, int second, int micros, int fractionalDigits) {
        temporal.datetime(year, month, day, hour, minute, second, micros, fractionalDigits);
        temporal(TemporalText.inCalendar(year, month, day));
    }

    @Override
    public void timestamp(long epochSecond, int micros, int fractionalDigits) {
        if (epochSecond == 0 && micros == 0) {
            temporal.datetime(0, 0, 0, 0, 0, 0, 0, fractionalDigits).zulu();
            temporal(false);
            return;
        }
        temporal.instant(epochSecond, micros, fractionalDigits);
        temporal(true);
    }

    private void temporal(boolean inCalendar) {
        if (inCalendar || form.zeroDates() == DocumentOptions.ZeroDates.STRING) {
            json.raw(temporal.ascii(), 0, temporal.length());
        } else if (form.zeroDates() == DocumentOptions.ZeroDates.NULL) {
            json.nullValue();
        } else {
            throw new DocumentException(
                    RejectReason.CONVERSION,
                    "the date " + new String(temporal.ascii(), 0, temporal.length(), UTF_8) + " is in no calendar",
                    "set " + DocumentOptions.ZERO_DATES.key() + " to string or null, or correct the row");
        }
    }

    @Override
    public void json(byte[] utf8, int offset, int length) {
        if (form.json() == JsonHandling.TEXT) {
            json.utf8(utf8, offset, length);
            return;
        }
        // Put between other fields as it is, it must be one value and nothing more.
        try (JsonParser parser = PARSER.createParser(utf8, offset, length)) {
            if (parser.nextToken() == null) {
                throw new IOException("there is none");
            }
            parser.skipChildren();
            if (parser.nextToken() != null) {
                throw new IOException("there is more behind its end");
            }
        } catch (IOException e) {
            throw new DocumentException(
                    RejectReason.CONVERSION,
                    "a JSON value is not JSON: " + e.getMessage(),
                    "set " + DocumentOptions.JSON.key() + " to text",
                    e);
        }
        String text = new String(utf8, offset, length, UTF_8);
        // Between the parts of JSON they are spaces, and inside strings they are escaped; a document of a bulk is one
        // line.
        json.json(text.indexOf('\n') < 0 && text.indexOf('\r') < 0 ? text : text.replaceAll("[\r\n]", " "));
    }

    @Override
    public void geometry(int srid, byte[] wkb, int offset, int length) {
        if (form.geometries() == DocumentOptions.GeometryHandling.GEOJSON) {
            geometries.write(srid, wkb, offset, length);
            return;
        }
        json.wellKnownBinary(srid, wkb, offset, length);
    }

    @Override
    public void vector(byte[] floats, int offset, int count) {
        json.floats(floats, offset, count);
    }
}
