package io.dbus.source.mysql.ddl;

/** Reads the options of a table that say how it looks; others are passed over. */
final class TableOptions {
    private TableOptions() {}

    /** Reads the options up to where partitions or a query begin. {@code DEFAULT} as a charset is told by an option of that name. */
    static DdlStatement.Options read(Tokens tokens) {
        String charset = "";
        String collation = "";
        String comment = "";
        boolean commented = false;
        while (!tokens.atEnd() && !tokens.is("PARTITION") && !tokens.is("SELECT")) {
            boolean ofCollation = tokens.is("COLLATE") || tokens.are("DEFAULT", "COLLATE");
            String named = Charsets.option(tokens, CHARSET_OF_DATABASE);
            if (!named.isEmpty() && ofCollation) {
                collation = named;
            } else if (!named.isEmpty()) {
                charset = named;
            } else if (ofCollation) {
                continue;
            } else if (tokens.take("COMMENT")) {
                tokens.take("=");
                comment = tokens.identifier();
                commented = true;
            } else {
                tokens.skip();
            }
        }
        // A charset in words counts more than that of a collation, with which it must agree.
        return new DdlStatement.Options(charset.isEmpty() ? collation : charset, comment, commented);
    }

    /** In place of a charset: that of the database. */
    static final String CHARSET_OF_DATABASE = "DEFAULT";
}
