package io.dbus.sink.elasticsearch.document;

import com.fasterxml.jackson.core.io.SerializedString;
import io.dbus.reject.RejectReason;
import io.dbus.sink.format.JsonOut;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Writes a geometry as GeoJSON (RFC 7946), which has longitude before latitude. MySQL stores x before y in all reference systems, which is longitude before latitude in geographic ones, whatever
 * order their text has: {@code ST_GeomFromText('POINT(52.5 13.4)', 4326)} is latitude 52.5 and stored as (13.4, 52.5).
 *
 * <p>Coordinates that are no degrees are refused: Elasticsearch wraps longitudes around, so that a point of a flat or projected reference system would be found somewhere on Earth.
 */
final class GeoJson {
    private static final SerializedString TYPE = new SerializedString("type");
    private static final SerializedString COORDINATES = new SerializedString("coordinates");
    private static final SerializedString GEOMETRIES = new SerializedString("geometries");
    private static final int POINT = 1;
    private static final int LINE_STRING = 2;
    private static final int POLYGON = 3;
    private static final int MULTI_POINT = 4;
    private static final int MULTI_LINE_STRING = 5;
    private static final int MULTI_POLYGON = 6;
    private static final int COLLECTION = 7;
    private static final String[] NAMES = {
        "", "Point", "LineString", "Polygon", "MultiPoint", "MultiLineString", "MultiPolygon", "GeometryCollection"
    };

    private final JsonOut json;
    private ByteBuffer in;
    private int srid;

    GeoJson(JsonOut json) {
        this.json = json;
    }

    /**
     * Writes a geometry.
     *
     * @throws DocumentException when it cannot be GeoJSON; what was written is to be thrown away
     */
    void write(int srid, byte[] wkb, int offset, int length) {
        this.srid = srid;
        in = ByteBuffer.wrap(wkb, offset, length);
        try {
            geometry();
        } catch (BufferUnderflowException e) {
            throw unknown("it ends too soon", e);
        }
        if (in.hasRemaining()) {
            throw unknown("it has " + in.remaining() + " bytes behind its end", null);
        }
    }

    private void geometry() {
        int type = header(0);
        json.startObject();
        json.name(TYPE);
        json.string(NAMES[type]);
        json.name(type == COLLECTION ? GEOMETRIES : COORDINATES);
        switch (type) {
            case POINT -> point();
            case LINE_STRING -> points();
            case POLYGON -> rings();
            default -> parts(type);
        }
        json.endObject();
    }

    private void parts(int type) {
        json.startArray();
        for (int count = count(); count > 0; count--) {
            switch (type) {
                case MULTI_POINT -> {
                    header(POINT);
                    point();
                }
                case MULTI_LINE_STRING -> {
                    header(LINE_STRING);
                    points();
                }
                case MULTI_POLYGON -> {
                    header(POLYGON);
                    rings();
                }
                default -> geometry();
            }
        }
        json.endArray();
    }

    /** Reads byte order and type. 0 expects any type. */
    private int header(int expected) {
        byte order = in.get();
        if (order != 0 && order != 1) {
            throw unknown("it has a part of the byte order " + order, null);
        }
        in.order(order == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        int type = in.getInt();
        if (type < POINT || type > COLLECTION || expected != 0 && type != expected) {
            throw unknown("it has a part of the type " + type, null);
        }
        return type;
    }

    private int count() {
        int count = in.getInt();
        // Nothing that is counted takes less than four bytes.
        if (count < 0 || count > in.remaining() / Integer.BYTES) {
            throw unknown("it counts " + count + " parts in " + in.remaining() + " bytes", null);
        }
        return count;
    }

    private void rings() {
        json.startArray();
        for (int count = count(); count > 0; count--) {
            points();
        }
        json.endArray();
    }

    private void points() {
        json.startArray();
        for (int count = count(); count > 0; count--) {
            point();
        }
        json.endArray();
    }

    private void point() {
        double longitude = in.getDouble();
        double latitude = in.getDouble();
        if (!(Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90)) {
            throw new DocumentException(
                    RejectReason.CONVERSION,
                    "a geometry of SRID " + Integer.toUnsignedString(srid) + " has the point (" + longitude + ", "
                            + latitude + "), which is no longitude and latitude",
                    "set " + DocumentOptions.GEOMETRIES.key() + " to wkb");
        }
        json.startArray();
        json.number(longitude);
        json.number(latitude);
        json.endArray();
    }

    private static DocumentException unknown(String why, Throwable cause) {
        String what = "a geometry is not well-known binary: " + why;
        String cure = "set " + DocumentOptions.GEOMETRIES.key() + " to wkb";
        return cause == null
                ? new DocumentException(RejectReason.CONVERSION, what, cure)
                : new DocumentException(RejectReason.CONVERSION, what, cure, cause);
    }
}
