package io.dbus.source.mysql.ddl;

import java.util.ArrayList;
import java.util.List;

/**
 * A key as a table's definition has it beside its columns.
 *
 * @param isPrimary whether it is the primary key
 * @param columns the columns of the primary key in its order
 * @param ifNotExists whether it is added only where there is none (MariaDB)
 */
record KeyClause(boolean isPrimary, List<String> columns, boolean ifNotExists) {
    private static final KeyClause OTHER = new KeyClause(false, List.of(), false);

    /** Reads a part of a definition; of one that is no primary key only that. */
    static KeyClause read(Tokens part) {
        if (part.take("CONSTRAINT") && !part.is("PRIMARY")) {
            if (part.atEnd()) {
                return OTHER;
            }
            part.name();
        }
        if (!part.take("PRIMARY", "KEY")) {
            return OTHER;
        }
        boolean ifNotExists = part.take("IF", "NOT", "EXISTS");
        while (!part.is("(")) {
            part.skip(); // A name, which is not kept, and USING BTREE.
        }
        List<String> columns = new ArrayList<>();
        for (Tokens column : part.list()) {
            columns.add(column.identifier());
        }
        return new KeyClause(true, columns, ifNotExists);
    }

    /** Whether a part is MariaDB's {@code PERIOD FOR}, {@code SYSTEM VERSIONING} or {@code VECTOR INDEX}: words that can be names of columns too. */
    static boolean isSpecial(Tokens part) {
        return part.are("PERIOD", "FOR")
                || part.are("SYSTEM", "VERSIONING")
                || part.are("VECTOR", "INDEX")
                || part.are("VECTOR", "KEY");
    }
}
