package io.dbus.operator.complete;

import io.dbus.event.LogicalType;
import java.util.List;

/** Whether a value of a column is still its value after an ALTER of the column's type. */
final class SameColumn {
    private SameColumn() {}

    /** Whether every value of one type is the same value of the other: equal types, longer ones, ENUMs and SETs with labels added at the end. */
    static boolean keeps(LogicalType from, LogicalType to) {
        if (from.equals(to)) {
            return true;
        }
        if (from.kind() != to.kind() || from.unsigned() != to.unsigned() || from.scale() != to.scale()) {
            return false;
        }
        return switch (from.kind()) {
            case VARCHAR, VARBINARY, DECIMAL, BIT, CHAR -> from.length() > 0 && from.length() <= to.length();
            case ENUM, SET -> begins(to.labels(), from.labels());
            default -> false;
        };
    }

    private static boolean begins(List<String> labels, List<String> with) {
        return labels.size() >= with.size() && labels.subList(0, with.size()).equals(with);
    }
}
