package io.dbus.embedded;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Servers that all tests of a JVM share: started when first asked for, closed at the end of the JVM.
 *
 * <p>A test that stops, kills, pauses or reconfigures a server builds its own instead. Each method throws
 * {@link ServerUnavailableException} when there is no such server for this machine; annotate the test class with
 * {@code @RequiresServers} so that it is then skipped with the reason, and fails where {@code CI} is set.
 */
public final class SharedServers {
    private static final Map<Integer, MySqlServer> MYSQL = new ConcurrentHashMap<>();

    private static MariaDbServer mariadb;
    private static KafkaCluster kafka;
    private static FlinkCluster flink;
    private static ElasticsearchServer elasticsearch;

    private SharedServers() {}

    /** The first shared MySQL. */
    public static MySqlServer mysql() {
        return mysql(1);
    }

    /** The n-th shared MySQL, counted from 1; equal numbers give the same server, others stand beside it. */
    public static MySqlServer mysql(int number) {
        return MYSQL.computeIfAbsent(number, n -> MySqlServer.builder().start());
    }

    /** The shared MariaDB. */
    public static synchronized MariaDbServer mariadb() {
        if (mariadb == null) {
            mariadb = MariaDbServer.builder().start();
        }
        return mariadb;
    }

    /** The shared Kafka: one node. */
    public static synchronized KafkaCluster kafka() {
        if (kafka == null) {
            kafka = KafkaCluster.builder().start();
        }
        return kafka;
    }

    /** The shared Flink: two TaskManagers of two slots. */
    public static synchronized FlinkCluster flink() {
        if (flink == null) {
            flink = FlinkCluster.builder().taskManagers(2).start();
        }
        return flink;
    }

    /** The shared Elasticsearch: one node without passwords. */
    public static synchronized ElasticsearchServer elasticsearch() {
        if (elasticsearch == null) {
            elasticsearch = ElasticsearchServer.builder().start();
        }
        return elasticsearch;
    }
}
