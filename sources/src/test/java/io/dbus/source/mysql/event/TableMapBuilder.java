package io.dbus.source.mysql.event;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/** Writes bodies of TABLE_MAP and row events by hand. */
public final class TableMapBuilder {
    private final String database;
    private final String table;
    private final ByteArrayOutputStream types = new ByteArrayOutputStream();
    private final ByteArrayOutputStream metas = new ByteArrayOutputStream();
    private final ByteArrayOutputStream metadata = new ByteArrayOutputStream();
    private final List<Boolean> nullable = new ArrayList<>();
    private long number = 7;

    public TableMapBuilder(String database, String table) {
        this.database = database;
        this.table = table;
    }

    public TableMapBuilder number(long to) {
        number = to;
        return this;
    }

    /** A column that may be NULL, with the bytes of its metadata. */
    public TableMapBuilder column(int type, int... meta) {
        types.write(type);
        for (int b : meta) {
            metas.write(b);
        }
        nullable.add(true);
        return this;
    }

    /** Makes the last column NOT NULL. */
    public TableMapBuilder notNull() {
        nullable.set(nullable.size() - 1, false);
        return this;
    }

    /** A field of the optional metadata. */
    public TableMapBuilder field(int field, int... content) {
        metadata.write(field);
        metadata.write(content.length);
        for (int b : content) {
            metadata.write(b);
        }
        return this;
    }

    public TableMapBuilder names(String... names) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (String name : names) {
            content.write(name.getBytes(UTF_8).length);
            content.writeBytes(name.getBytes(UTF_8));
        }
        metadata.write(4);
        metadata.write(content.size());
        metadata.writeBytes(content.toByteArray());
        return this;
    }

    public byte[] body() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int i = 0; i < 6; i++) {
            out.write((int) (number >> 8 * i));
        }
        out.write(1);
        out.write(0);
        for (String name : List.of(database, table)) {
            out.write(name.getBytes(UTF_8).length);
            out.writeBytes(name.getBytes(UTF_8));
            out.write(0);
        }
        out.write(types.size());
        out.writeBytes(types.toByteArray());
        out.write(metas.size());
        out.writeBytes(metas.toByteArray());
        byte[] bits = new byte[(nullable.size() + 7) / 8];
        for (int i = 0; i < nullable.size(); i++) {
            bits[i >> 3] |= (byte) (nullable.get(i) ? 1 << (i & 7) : 0);
        }
        out.writeBytes(bits);
        out.writeBytes(metadata.toByteArray());
        return out.toByteArray();
    }

    public TableMap build() {
        byte[] body = body();
        return TableMap.parse(body, 0, body.length);
    }

    /** The body of a row event of this table: {@code tail} begins with the number of columns. */
    public byte[] rows(boolean version2, int... tail) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int i = 0; i < 6; i++) {
            out.write((int) (number >> 8 * i));
        }
        out.write(1);
        out.write(0);
        if (version2) {
            out.write(2);
            out.write(0);
        }
        for (int b : tail) {
            out.write(b);
        }
        return out.toByteArray();
    }
}
