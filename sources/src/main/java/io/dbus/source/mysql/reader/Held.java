package io.dbus.source.mysql.reader;

/** What is held of a transaction whose end is not known yet. */
sealed interface Held permits HeldRows, HeldTruncate, HeldDefinition {
    /** The bytes that it holds. */
    int size();

    /** Whether it is of a selected table. */
    boolean isSelected();
}
