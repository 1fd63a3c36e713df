package io.dbus.reject;

/**
 * Why a component could not take an event. The label of a reason stands in dead letters and metrics: never change one.
 */
public enum RejectReason {
    /** Its record is larger than the target takes. */
    RECORD_TOO_LARGE("record-too-large"),
    /** The target refused the document for what it holds: a value that its mapping does not take, too many fields. */
    BAD_DOCUMENT("bad-document"),
    /** An expression has no answer for it: a column that is not there, values that cannot be compared. */
    EXPRESSION("expression"),
    /** A value cannot be turned into the type that was asked for. */
    CONVERSION("conversion"),
    /** The bytes of a value are no value of its column's type. */
    UNDECODABLE_VALUE("undecodable-value"),
    /** It has no form in the format in which it is to be written. */
    NO_FORM("no-form"),
    /** The registry of schemas does not take the schema of its record, or does not have it. */
    SCHEMA_REFUSED("schema-refused"),
    /** A name made from it, of a topic, an index or a table, is none that the target allows. */
    ILLEGAL_NAME("illegal-name"),
    /** No route or output takes it, and the user asked for it to be refused then. */
    NO_ROUTE("no-route"),
    /** What is to be done would make rows alike that their key tells apart. */
    AMBIGUOUS_KEY("ambiguous-key"),
    /** Columns that are needed are not in the row's image, and what they hold is not known. */
    INCOMPLETE_ROW("incomplete-row"),
    /** It changes the row's key, and its image is not full: the row under its new key would be incomplete. */
    PARTIAL_KEY_CHANGE("partial-key-change"),
    /** It took all rows out of a table, and the component may not do so. */
    TRUNCATE("truncate"),
    /** It is of a kind that the component does not take: a message where rows are meant. */
    WRONG_KIND("wrong-kind"),
    /** What sent it was gone before its end. */
    CUT_SHORT("cut-short");

    private final String label;

    RejectReason(String label) {
        this.label = label;
    }

    /** The reason as dead letters and metrics show it. */
    public String label() {
        return label;
    }
}
