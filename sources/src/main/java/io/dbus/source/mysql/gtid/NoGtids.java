package io.dbus.source.mysql.gtid;

/** The GTID position of a server that has no GTIDs: its transactions are found by file and position alone. */
public enum NoGtids implements GtidPosition {
    /** The only one. */
    INSTANCE;

    @Override
    public boolean isEmpty() {
        return true;
    }

    @Override
    public boolean containsAll(GtidPosition other) {
        return other.isEmpty();
    }

    @Override
    public String serialize() {
        return "none:";
    }

    @Override
    public Builder toBuilder() {
        return new Builder() {
            @Override
            public Builder add(Gtid gtid) {
                throw new IllegalArgumentException(
                        "the GTID " + gtid + " cannot be added to the position of a server without GTIDs");
            }

            @Override
            public boolean contains(Gtid gtid) {
                return false;
            }

            @Override
            public GtidPosition build() {
                return INSTANCE;
            }
        };
    }

    @Override
    public String toString() {
        return "";
    }
}
