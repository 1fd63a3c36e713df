package io.dbus.job.demo;

import java.util.List;

/**
 * A table of the demo's shop: how it is created, and under which name and with which columns the demo's pipeline delivers it.
 *
 * @param name the table's name in the database {@code shop}
 * @param ddl the statement that creates it
 * @param delivered the name as sinks see it, database and table
 * @param columns the columns in order
 * @param key the columns of the primary key
 * @param condition which rows the pipeline lets pass, as an SQL condition
 * @param sound which of these can be made into documents, as an SQL condition: the others are dead letters
 */
public record ShopTable(
        String name,
        String ddl,
        String delivered,
        List<ShopColumn> columns,
        List<String> key,
        String condition,
        String sound) {

    /** What the shop's clerks write for a weight that they did not weigh; no number, so no document holds it. */
    static final String NO_WEIGHT = "heavy";

    public static final String DATABASE = "shop";

    static final ShopTable CUSTOMERS = new ShopTable(
            "customers",
            """
            CREATE TABLE shop.customers (
              id INT UNSIGNED NOT NULL PRIMARY KEY,
              name VARCHAR(80) NOT NULL,
              email VARCHAR(120),
              vip TINYINT(1) NOT NULL DEFAULT 0,
              balance DECIMAL(14,2) NOT NULL,
              created DATETIME(3) NOT NULL)""",
            "shop.customers",
            List.of(
                    ShopColumn.number("id"),
                    ShopColumn.text("name"),
                    ShopColumn.text("email"),
                    ShopColumn.number("vip"),
                    ShopColumn.decimal("balance"),
                    ShopColumn.dateTime("created")),
            List.of("id"),
            "TRUE",
            "TRUE");

    static final ShopTable ORDERS = new ShopTable(
            "orders",
            """
            CREATE TABLE shop.orders (
              id BIGINT NOT NULL PRIMARY KEY,
              cust INT UNSIGNED NOT NULL,
              channel ENUM('web','store','test') NOT NULL,
              status ENUM('new','paid','sent','returned') NOT NULL,
              amount DECIMAL(12,2) NOT NULL,
              note TEXT,
              updated TIMESTAMP(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6))""",
            "sales.orders",
            List.of(
                    ShopColumn.number("id"),
                    ShopColumn.number("cust").deliveredAs("customer_id"),
                    ShopColumn.text("channel"),
                    ShopColumn.text("status"),
                    ShopColumn.decimal("amount"),
                    ShopColumn.text("note"),
                    ShopColumn.timestamp("updated")),
            List.of("id"),
            "channel <> 'test'",
            "TRUE");

    static final ShopTable ORDER_ITEMS = new ShopTable(
            "order_items",
            """
            CREATE TABLE shop.order_items (
              order_id BIGINT NOT NULL,
              line SMALLINT NOT NULL,
              sku VARCHAR(40) NOT NULL,
              quantity INT NOT NULL,
              price DECIMAL(10,2) NOT NULL,
              weight VARCHAR(12) NOT NULL,
              PRIMARY KEY (order_id, line))""",
            "sales.order_items",
            List.of(
                    ShopColumn.number("order_id"),
                    ShopColumn.number("line"),
                    ShopColumn.text("sku"),
                    ShopColumn.number("quantity"),
                    ShopColumn.decimal("price"),
                    ShopColumn.text("weight")),
            List.of("order_id", "line"),
            "TRUE",
            "weight <> '" + NO_WEIGHT + "'");

    /** The tables that the pipeline delivers. */
    static final List<ShopTable> DELIVERED = List.of(CUSTOMERS, ORDERS, ORDER_ITEMS);

    /** Tables beside them: one that the source leaves out, one whose last row says that the writers have stopped. */
    static final List<String> OTHER_DDL = List.of(
            "CREATE TABLE shop.carts_tmp (id INT NOT NULL PRIMARY KEY, content TEXT)",
            "CREATE TABLE shop.marker (id INT NOT NULL PRIMARY KEY)");

    /** The index to which the demo's pipeline writes it from a server. */
    public String index(String server) {
        return server + "-" + delivered.replace('.', '-');
    }

    /** The topic to which the demo's pipeline writes it from a server. */
    public String topic(String server) {
        return server + "." + delivered;
    }
}
