package io.dbus.event;

/**
 * How a {@link RowFormat} lays out the values of a column. What the numbers mean is known to the format alone.
 *
 * @param code the type's code (MySQL: the real field type of TABLE_MAP)
 * @param meta the type's metadata (MySQL: of TABLE_MAP; 0 where it has none)
 * @param charset the id of the collation in which text is stored (MySQL: collation id); 0 where there is none
 */
public record PhysicalType(int code, int meta, int charset) {
    /** For formats that need to know no more than the logical type. */
    public static final PhysicalType NONE = new PhysicalType(0, 0, 0);
}
