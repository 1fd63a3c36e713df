package io.dbus.job.demo;

import io.dbus.embedded.ElasticsearchServer;
import io.dbus.embedded.EmbeddedServer;
import io.dbus.embedded.KafkaCluster;
import io.dbus.embedded.MySqlServer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** The servers of the demo: a MySQL for each shop, Kafka and Elasticsearch. Closing it ends them. */
final class DemoServers implements AutoCloseable {
    static final List<String> SHOPS = List.of("north", "south");

    private final Map<String, MySqlServer> mysql;
    private final KafkaCluster kafka;
    private final ElasticsearchServer elasticsearch;
    private final String password = UUID.randomUUID().toString();

    private DemoServers(Map<String, MySqlServer> mysql, KafkaCluster kafka, ElasticsearchServer elasticsearch) {
        this.mysql = mysql;
        this.kafka = kafka;
        this.elasticsearch = elasticsearch;
    }

    /** Starts all of them side by side, and creates the shops' tables. */
    static DemoServers start() {
        List<CompletableFuture<MySqlServer>> starting = SHOPS.stream()
                .map(shop -> CompletableFuture.supplyAsync(
                        () -> MySqlServer.builder().start(), DemoServers::inThread))
                .toList();
        CompletableFuture<KafkaCluster> kafka =
                CompletableFuture.supplyAsync(() -> KafkaCluster.builder().start(), DemoServers::inThread);
        CompletableFuture<ElasticsearchServer> elasticsearch = CompletableFuture.supplyAsync(
                () -> ElasticsearchServer.builder().start(), DemoServers::inThread);
        try {
            Map<String, MySqlServer> mysql = new LinkedHashMap<>();
            for (int i = 0; i < SHOPS.size(); i++) {
                mysql.put(SHOPS.get(i), starting.get(i).join());
            }
            DemoServers servers = new DemoServers(mysql, kafka.join(), elasticsearch.join());
            servers.openShops();
            return servers;
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    private static void inThread(Runnable task) {
        Thread thread = new Thread(task, "demo-start");
        thread.setDaemon(true);
        thread.start();
    }

    private void openShops() {
        for (MySqlServer server : mysql.values()) {
            server.execute("CREATE DATABASE " + ShopTable.DATABASE);
            ShopTable.DELIVERED.forEach(table -> server.execute(table.ddl()));
            ShopTable.OTHER_DDL.forEach(server::execute);
            server.createUser("dbus", password, "", "REPLICATION SLAVE, REPLICATION CLIENT ON *.*", "SELECT ON shop.*");
        }
    }

    MySqlServer mysql(String shop) {
        return mysql.get(shop);
    }

    KafkaCluster kafka() {
        return kafka;
    }

    ElasticsearchServer elasticsearch() {
        return elasticsearch;
    }

    /** The password of the user {@code dbus} on each MySQL server. */
    String password() {
        return password;
    }

    String address(String shop) {
        return mysql(shop).hostname() + ":" + mysql(shop).port();
    }

    @Override
    public void close() {
        List<EmbeddedServer> servers = new ArrayList<>(mysql.values());
        servers.addAll(List.of(kafka, elasticsearch));
        EmbeddedServer.closeAll(servers);
    }
}
