package io.dbus.event;

/** What happened to a row. The codes are part of the serialized form of an event: never reuse one. */
public enum Operation {
    /** The row was inserted: it has an image after, none before. */
    INSERT(1),
    /** The row was updated under the same key: it has both images. */
    UPDATE(2),
    /** The row was deleted: it has an image before, none after. */
    DELETE(3);

    private static final Operation[] BY_CODE = {null, INSERT, UPDATE, DELETE};

    private final int code;

    Operation(int code) {
        this.code = code;
    }

    /** The stable code of this operation, 1 to 127. */
    public int code() {
        return code;
    }

    /**
     * The operation of a code.
     *
     * @throws IllegalArgumentException when no operation has the code
     */
    public static Operation ofCode(int code) {
        if (code < 1 || code >= BY_CODE.length) {
            throw new IllegalArgumentException("No operation has the code " + code);
        }
        return BY_CODE[code];
    }
}
