package io.dbus.metrics;

/** Why a component let an event go no further, because the user said so or because it has no form for it. The label of a reason is a metric's: never change one. */
public enum DropReason {
    /** Its table is not among those that the component passes on. */
    TABLE("table"),
    /** Its operation is not among those that the component passes on. */
    OPERATION("operation"),
    /** The component's condition is not true of it. */
    CONDITION("condition"),
    /** No route fits its table and the component drops what fits none. */
    NO_ROUTE("no-route"),
    /** It is a change of a table's definition, and the component has no form for those. */
    SCHEMA_CHANGE("schema-change"),
    /**
     * It took rows out of a table, or put some in, all at once and without a change for each: TRUNCATE, a partition that was
     * dropped or exchanged, a tablespace that was imported.
     */
    TRUNCATE("truncate"),
    /**
     * It was logged as text and changed rows of tables that are not read, or begins with a word that is not known: whether it
     * changed tables that are read, by triggers, foreign keys or views, is not known. Or it changed rows of tables that are read, and the user lets that pass.
     */
    STATEMENT("statement"),
    /** It came before: its key has been seen with its sequence, or a later one of the same server. */
    REPEAT("repeat"),
    /** It is an update that changes none of the columns that the component looks at. */
    UNCHANGED("unchanged"),
    /** It came too late to be put in order, and the component drops what is late. */
    LATE("late");

    private final String label;

    DropReason(String label) {
        this.label = label;
    }

    /** The reason as metrics show it. */
    public String label() {
        return label;
    }
}
