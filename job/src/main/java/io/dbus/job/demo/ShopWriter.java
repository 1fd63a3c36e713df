package io.dbus.job.demo;

import static java.util.Objects.requireNonNull;

import io.dbus.embedded.MySqlServer;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Keeps one MySQL server busy as a shop does: orders with their items in one transaction, customers who change, orders
 * that are paid, sent and given another number (a key change), deleted with their items, and transactions that roll back. It counts the records that
 * the pipeline owes for what it committed.
 */
final class ShopWriter {
    private static final DateTimeFormatter DATETIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS");
    private static final int CUSTOMERS = 500;
    private static final int ITEMS_AT_MOST = 8;
    private static final int ORDERS_KEPT = 2_000;
    /** One item in so many has no weight that is a number. */
    private static final int UNWEIGHED_ONE_IN = 500;

    private final Connection connection;
    private final Random random;
    private final Thread thread;
    private final AtomicReference<SQLException> failure = new AtomicReference<>();
    private final AtomicBoolean stop = new AtomicBoolean();
    private final AtomicLong committed = new AtomicLong();
    private final Map<ShopTable, Long> owed = new HashMap<>();
    private final Map<ShopTable, Long> inTransaction = new HashMap<>();
    private long deadLetters;
    private long deadLettersInTransaction;
    private final List<Order> orders = new ArrayList<>();
    private long nextOrder = 1;
    private int customers;

    private record Order(long id, boolean test, int items, int unweighed) {}

    private ShopWriter(Connection connection, long seed, String name) {
        this.connection = requireNonNull(connection, "connection");
        this.random = new Random(seed);
        this.thread = new Thread(this::write, name);
        thread.setDaemon(true);
    }

    /**
     * Starts to write to a server whose shop is open, until {@link #stop} is called; then it writes the marker.
     *
     * @param name the name of its thread
     * @param seed decides what it writes
     */
    static ShopWriter start(String name, MySqlServer server, long seed) {
        ShopWriter writer = new ShopWriter(server.connect(), seed, name);
        writer.thread.start();
        return writer;
    }

    private void write() {
        try (connection) {
            connection.setAutoCommit(false);
            while (!stop.get()) {
                transaction();
            }
            update("INSERT INTO shop.marker VALUES (1)");
            connection.commit();
        } catch (SQLException e) {
            failure.set(e);
        }
    }

    /**
     * Waits until it has written its last.
     *
     * @throws IllegalStateException when it failed
     */
    void join() throws InterruptedException {
        thread.join();
        SQLException e = failure.get();
        if (e != null) {
            throw new IllegalStateException(thread.getName() + " could not write: " + e.getMessage(), e);
        }
    }

    void stop() {
        stop.set(true);
    }

    /** How many row changes of delivered tables it has committed so far. */
    long committedChanges() {
        return committed.get();
    }

    /** How many records with a value the pipeline owes for a table; to be asked after {@link #join}. */
    long owed(ShopTable table) {
        return owed.getOrDefault(table, 0L);
    }

    /** How many dead letters it owes: changes of items whose weight is no number; to be asked after {@link #join}. */
    long owedDeadLetters() {
        return deadLetters;
    }

    private List<String> weights(int count) {
        List<String> weights = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            weights.add(
                    random.nextInt(UNWEIGHED_ONE_IN) == 0
                            ? ShopTable.NO_WEIGHT
                            : BigDecimal.valueOf(1 + random.nextInt(50_000), 3).toPlainString());
        }
        return weights;
    }

    private void transaction() throws SQLException {
        inTransaction.clear();
        deadLettersInTransaction = 0;
        int dice = random.nextInt(100);
        if (customers < CUSTOMERS) {
            newCustomer();
        } else if (dice < 45 || orders.isEmpty()) {
            newOrder();
        } else if (dice < 70) {
            changeOrder();
        } else if (dice < 78) {
            renumberOrder();
        } else if (dice < 90) {
            changeCustomer();
        } else if (dice < 94 || orders.size() > ORDERS_KEPT) {
            deleteOrder();
        } else if (dice < 97) {
            update("REPLACE INTO shop.carts_tmp VALUES (?, ?)", random.nextInt(50), words(20));
        } else {
            update("UPDATE shop.customers SET balance = balance + 1000000");
            connection.rollback();
            return;
        }
        connection.commit();
        deadLetters += deadLettersInTransaction;
        inTransaction.forEach((table, count) -> {
            owed.merge(table, count, Long::sum);
            committed.addAndGet(count);
        });
    }

    private void newCustomer() throws SQLException {
        int id = ++customers;
        update(
                "INSERT INTO shop.customers VALUES (?, ?, ?, ?, ?, ?)",
                id,
                words(2),
                random.nextInt(10) == 0 ? null : "customer" + id + "@shop.example",
                random.nextInt(2),
                BigDecimal.valueOf(random.nextInt(1_000_000), 2),
                LocalDateTime.now(ZoneOffset.UTC).format(DATETIME));
        owe(ShopTable.CUSTOMERS, 1);
    }

    private void newOrder() throws SQLException {
        List<String> weights = weights(1 + random.nextInt(ITEMS_AT_MOST));
        int unweighed =
                (int) weights.stream().filter(ShopTable.NO_WEIGHT::equals).count();
        Order order = new Order(nextOrder++, random.nextInt(10) == 0, weights.size(), unweighed);
        String channel = order.test() ? "test" : random.nextBoolean() ? "web" : "store";
        update(
                "INSERT INTO shop.orders VALUES (?, ?, ?, 'new', ?, ?, ?)",
                order.id(),
                1 + random.nextInt(CUSTOMERS),
                channel,
                BigDecimal.valueOf(random.nextInt(10_000_000), 2),
                random.nextInt(3) == 0 ? null : words(1 + random.nextInt(12)),
                Timestamp.valueOf(LocalDateTime.now(ZoneOffset.UTC)));
        owe(ShopTable.ORDERS, order.test() ? 0 : 1);
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO shop.order_items VALUES (?, ?, ?, ?, ?, ?)")) {
            for (int line = 1; line <= order.items(); line++) {
                insert.setLong(1, order.id());
                insert.setInt(2, line);
                insert.setString(3, "sku-" + random.nextInt(10_000));
                insert.setInt(4, 1 + random.nextInt(9));
                insert.setBigDecimal(5, BigDecimal.valueOf(random.nextInt(100_000), 2));
                insert.setString(6, weights.get(line - 1));
                insert.addBatch();
            }
            insert.executeBatch();
        }
        owe(ShopTable.ORDER_ITEMS, order.items());
        deadLettersInTransaction += order.unweighed();
        orders.add(order);
    }

    private void changeOrder() throws SQLException {
        Order order = orders.get(random.nextInt(orders.size()));
        int changed = update(
                "UPDATE shop.orders SET status = ?, amount = amount + ? WHERE id = ?",
                List.of("paid", "sent", "returned").get(random.nextInt(3)),
                BigDecimal.valueOf(1 + random.nextInt(100), 2),
                order.id());
        owe(ShopTable.ORDERS, order.test() ? 0 : changed);
    }

    /** A change of the key: a delete and an insert for whoever reads by key. */
    private void renumberOrder() throws SQLException {
        int index = random.nextInt(orders.size());
        Order order = orders.get(index);
        Order renumbered = new Order(nextOrder++, order.test(), order.items(), order.unweighed());
        int changed = update("UPDATE shop.orders SET id = ? WHERE id = ?", renumbered.id(), order.id());
        int moved = update("UPDATE shop.order_items SET order_id = ? WHERE order_id = ?", renumbered.id(), order.id());
        owe(ShopTable.ORDERS, order.test() ? 0 : 2L * changed);
        owe(ShopTable.ORDER_ITEMS, 2L * moved);
        deadLettersInTransaction += 2L * order.unweighed();
        orders.set(index, renumbered);
    }

    private void changeCustomer() throws SQLException {
        int from = 1 + random.nextInt(CUSTOMERS);
        int changed = update(
                "UPDATE shop.customers SET balance = balance - ?, name = ? WHERE id BETWEEN ? AND ?",
                BigDecimal.valueOf(1 + random.nextInt(1_000), 2),
                words(2),
                from,
                from + random.nextInt(20));
        owe(ShopTable.CUSTOMERS, changed);
    }

    private void deleteOrder() throws SQLException {
        Order order = orders.remove(random.nextInt(orders.size()));
        int items = update("DELETE FROM shop.order_items WHERE order_id = ?", order.id());
        int deleted = update("DELETE FROM shop.orders WHERE id = ?", order.id());
        owe(ShopTable.ORDER_ITEMS, items);
        deadLettersInTransaction += order.unweighed();
        owe(ShopTable.ORDERS, order.test() ? 0 : deleted);
    }

    private void owe(ShopTable table, long records) {
        inTransaction.merge(table, records, Long::sum);
    }

    private int update(String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            return statement.executeUpdate();
        }
    }

    private String words(int count) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            text.append(i == 0 ? "" : " ").append(WORDS[random.nextInt(WORDS.length)]);
        }
        return text.toString();
    }

    private static final String[] WORDS = {
        "amber", "bread", "café", "delta", "ember", "fjord", "garnet", "harbour", "ivory", "jade", "kestrel", "lantern",
        "maple", "noël", "ochre", "pepper", "quartz", "river", "saffron", "tulip", "über", "violet", "walnut", "日本",
        "🚲"
    };
}
