package io.dbus.job.soak;

import io.dbus.job.demo.ShopColumn;
import io.dbus.job.demo.ShopTable;
import java.util.List;

/** The tables that the soak fills, on each of its servers. Each row carries its version, which {@link KeyHistory} explains. */
final class SoakTables {
    static final ShopTable ACCOUNTS = new ShopTable(
            "accounts",
            """
            CREATE TABLE shop.accounts (
              id BIGINT NOT NULL PRIMARY KEY,
              v BIGINT NOT NULL,
              owner VARCHAR(80),
              balance DECIMAL(14,2) NOT NULL,
              changed TIMESTAMP(6) NOT NULL)""",
            "shop.accounts",
            List.of(
                    ShopColumn.number("id"),
                    ShopColumn.number("v"),
                    ShopColumn.text("owner"),
                    ShopColumn.decimal("balance"),
                    ShopColumn.timestamp("changed")),
            List.of("id"),
            "TRUE",
            "TRUE");

    static final ShopTable SEATS = new ShopTable(
            "seats",
            """
            CREATE TABLE shop.seats (
              room INT NOT NULL,
              seat SMALLINT UNSIGNED NOT NULL,
              v BIGINT NOT NULL,
              guest VARCHAR(200),
              since DATETIME(3) NOT NULL,
              PRIMARY KEY (room, seat))""",
            "shop.seats",
            List.of(
                    ShopColumn.number("room"),
                    ShopColumn.number("seat"),
                    ShopColumn.number("v"),
                    ShopColumn.text("guest"),
                    ShopColumn.dateTime("since")),
            List.of("room", "seat"),
            "TRUE",
            "TRUE");

    /** The tables that the pipeline delivers and that are compared at the end. */
    static final List<ShopTable> DELIVERED = List.of(ACCOUNTS, SEATS);

    /** A row of it written after a fault says, where it arrives, that all is well again. */
    static final String PROBE = "probe";

    static final List<String> DDL = List.of(
            "CREATE DATABASE shop",
            ACCOUNTS.ddl(),
            SEATS.ddl(),
            "CREATE TABLE shop.probe (id INT NOT NULL PRIMARY KEY, n BIGINT NOT NULL)",
            // One that an operator drops, and one that the source leaves out.
            "CREATE TABLE shop.scraps (id BIGINT NOT NULL PRIMARY KEY AUTO_INCREMENT, content VARCHAR(200))",
            // The last transaction that was begun and committed: what became of one whose connection broke is read
            // here.
            "CREATE TABLE shop.ledger (id INT NOT NULL PRIMARY KEY, txn BIGINT NOT NULL)",
            "INSERT INTO shop.ledger VALUES (1, 0)");

    private SoakTables() {}
}
