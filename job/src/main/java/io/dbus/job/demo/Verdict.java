package io.dbus.job.demo;

import io.dbus.embedded.KafkaCluster;
import io.dbus.embedded.MySqlServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Whether Kafka holds what MySQL holds: for each server and table the same rows, and as many records as changes were
 * written, so that nothing is lost and nothing is there twice.
 */
final class Verdict {
    private final List<Line> lines = new ArrayList<>();

    /** What was found for one table of one server. */
    record Line(
            String server,
            String table,
            int rowsInMySql,
            int rowsInKafka,
            long owed,
            long delivered,
            String difference) {
        boolean equal() {
            return difference.isEmpty() && owed == delivered;
        }

        @Override
        public String toString() {
            String text = String.format(
                    "  %-5s %-17s %,8d rows %,8d in Kafka %,9d changes %,9d sent %s",
                    server, table, rowsInMySql, rowsInKafka, owed, delivered, equal() ? "equal" : "DIFFERENT");
            return difference.isEmpty()
                    ? text
                    : text + System.lineSeparator() + "         first difference: " + difference;
        }
    }

    /** Compares a table. */
    void compare(MySqlServer server, String name, ShopTable table, KafkaCluster kafka, long owed) {
        ShopState mysql = ShopState.inMySql(server, table);
        ShopState topic = ShopState.inKafka(kafka, table.topic(name), table);
        lines.add(new Line(
                name,
                table.delivered(),
                mysql.rows().size(),
                topic.rows().size(),
                owed,
                topic.changes(),
                firstDifference(mysql.rows(), topic.rows())));
    }

    List<Line> lines() {
        return lines;
    }

    /** Whether all is equal, and something was compared at all. */
    boolean holds() {
        return !lines.isEmpty()
                && lines.stream().allMatch(Line::equal)
                && lines.stream().mapToLong(Line::delivered).sum() > 0;
    }

    static String firstDifference(Map<String, String> mysql, Map<String, String> kafka) {
        for (Map.Entry<String, String> row : mysql.entrySet()) {
            String other = kafka.get(row.getKey());
            if (!row.getValue().equals(other)) {
                return "key " + row.getKey() + ": MySQL has [" + row.getValue() + "], Kafka has ["
                        + (other == null ? "nothing" : other) + "]";
            }
        }
        for (Map.Entry<String, String> row : kafka.entrySet()) {
            if (!mysql.containsKey(row.getKey())) {
                return "key " + row.getKey() + ": MySQL has nothing, Kafka has [" + row.getValue() + "]";
            }
        }
        return "";
    }
}
