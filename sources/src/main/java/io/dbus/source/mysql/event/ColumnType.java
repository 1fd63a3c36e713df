package io.dbus.source.mysql.event;

/**
 * The types of columns in the binlog (MySQL source, {@code enum_field_types}) and what their metadata says.
 */
public final class ColumnType {
    public static final int DECIMAL = 0;
    public static final int TINY = 1;
    public static final int SHORT = 2;
    public static final int LONG = 3;
    /** Metadata: 4. */
    public static final int FLOAT = 4;
    /** Metadata: 8. */
    public static final int DOUBLE = 5;

    public static final int NULL = 6;
    /**
     * TIMESTAMP before MySQL 5.6, without fraction; MariaDB's under {@code mysql56_temporal_format=OFF}, whose metadata says nothing of its fraction: {@link
     * TableMap#withFractions} sets it to the digits.
     */
    public static final int TIMESTAMP = 7;

    public static final int LONGLONG = 8;
    public static final int INT24 = 9;
    public static final int DATE = 10;
    /** TIME before MySQL 5.6; as {@link #TIMESTAMP}. */
    public static final int TIME = 11;
    /** DATETIME before MySQL 5.6; as {@link #TIMESTAMP}. */
    public static final int DATETIME = 12;

    public static final int YEAR = 13;
    public static final int NEWDATE = 14;
    /** VARCHAR and VARBINARY. Metadata: the most bytes a value can have. */
    public static final int VARCHAR = 15;
    /** Metadata: {@code bytes << 8 | bits}: bits = 8 * bytes + bits. */
    public static final int BIT = 16;
    /** Metadata: fractional digits. */
    public static final int TIMESTAMP2 = 17;
    /** Metadata: fractional digits. */
    public static final int DATETIME2 = 18;
    /** Metadata: fractional digits. */
    public static final int TIME2 = 19;

    public static final int TYPED_ARRAY = 20;
    /** As {@link #BLOB}. */
    public static final int MARIADB_BLOB_COMPRESSED = 140;
    /** Metadata: the most bytes a value can have, and one more. */
    public static final int MARIADB_VARCHAR_COMPRESSED = 141;
    /** Metadata: the size of the length, in bytes. */
    public static final int VECTOR = 242;
    /** Metadata: the size of the length, in bytes. */
    public static final int JSON = 245;
    /** Metadata: {@code precision | scale << 8}. */
    public static final int NEWDECIMAL = 246;
    /** Metadata: the size of a value, 1 or 2 bytes. */
    public static final int ENUM = 247;
    /** Metadata: the size of a value, 1 to 8 bytes. */
    public static final int SET = 248;

    public static final int TINY_BLOB = 249;
    public static final int MEDIUM_BLOB = 250;
    public static final int LONG_BLOB = 251;
    /** TEXT and BLOB of all sizes. Metadata: the size of the length, 1 to 4 bytes. */
    public static final int BLOB = 252;

    public static final int VAR_STRING = 253;
    /** CHAR and BINARY. Metadata: the most bytes a value can have, up to 1023. */
    public static final int STRING = 254;
    /** Metadata: the size of the length, in bytes. */
    public static final int GEOMETRY = 255;

    /** Not in the binlog, which shows BINARY(16): what a column is known to be from its server. */
    public static final int MARIADB_UUID = 0x1001;
    /** As {@link #MARIADB_UUID}. */
    public static final int MARIADB_INET6 = 0x1002;
    /** As {@link #MARIADB_UUID}, of BINARY(4). */
    public static final int MARIADB_INET4 = 0x1003;
    /** As {@link #MARIADB_UUID}, of VARBINARY. */
    public static final int MARIADB_VECTOR = 0x1004;

    private ColumnType() {}

    /** The name of a type for messages. */
    public static String name(int type) {
        return switch (type) {
            case DECIMAL -> "DECIMAL of before MySQL 5.0";
            case TINY -> "TINYINT";
            case SHORT -> "SMALLINT";
            case LONG -> "INT";
            case FLOAT -> "FLOAT";
            case DOUBLE -> "DOUBLE";
            case NULL -> "NULL";
            case TIMESTAMP -> "TIMESTAMP (old format)";
            case LONGLONG -> "BIGINT";
            case INT24 -> "MEDIUMINT";
            case DATE -> "DATE";
            case TIME -> "TIME (old format)";
            case DATETIME -> "DATETIME (old format)";
            case YEAR -> "YEAR";
            case NEWDATE -> "NEWDATE";
            case VARCHAR -> "VARCHAR or VARBINARY";
            case BIT -> "BIT";
            case TIMESTAMP2 -> "TIMESTAMP";
            case DATETIME2 -> "DATETIME";
            case TIME2 -> "TIME";
            case TYPED_ARRAY -> "TYPED_ARRAY (a multi-valued index)";
            case MARIADB_BLOB_COMPRESSED -> "TEXT or BLOB COMPRESSED (MariaDB)";
            case MARIADB_VARCHAR_COMPRESSED -> "VARCHAR or VARBINARY COMPRESSED (MariaDB)";
            case VECTOR -> "VECTOR";
            case JSON -> "JSON";
            case NEWDECIMAL -> "DECIMAL";
            case ENUM -> "ENUM";
            case SET -> "SET";
            case TINY_BLOB, MEDIUM_BLOB, LONG_BLOB, BLOB -> "TEXT or BLOB";
            case VAR_STRING -> "VARCHAR or VARBINARY (old format)";
            case STRING -> "CHAR or BINARY";
            case GEOMETRY -> "GEOMETRY";
            case MARIADB_UUID -> "UUID";
            case MARIADB_INET6 -> "INET6";
            case MARIADB_INET4 -> "INET4";
            case MARIADB_VECTOR -> "VECTOR (MariaDB)";
            default -> "type " + type;
        };
    }
}
