package io.dbus.job.demo;

import io.dbus.embedded.ElasticsearchServer;
import io.dbus.embedded.KafkaCluster;
import io.dbus.embedded.MySqlServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Whether Kafka and Elasticsearch hold what MySQL holds: for each server and table the same rows; in Kafka as many records as changes were written, so that
 * nothing is lost and nothing is there twice; and as many dead letters as changes that no document can hold.
 */
public final class Verdict {
    private final List<Line> lines = new ArrayList<>();

    /**
     * What was found in one place.
     *
     * @param what what was compared
     * @param found what was found, in words
     * @param delivered how much was found
     * @param difference the first difference; empty when there is none
     */
    public record Line(String what, String found, long delivered, String difference) {
        public boolean equal() {
            return difference.isEmpty();
        }

        @Override
        public String toString() {
            String text = String.format("  %-38s %-46s %s", what, found, equal() ? "equal" : "DIFFERENT");
            return equal() ? text : text + System.lineSeparator() + "         first difference: " + difference;
        }
    }

    /** Compares the topic of a table with its rows, and its records with the changes that were written. */
    void compareTopic(MySqlServer server, String name, ShopTable table, KafkaCluster kafka, long owed) {
        ShopState mysql = ShopState.inMySql(server, table);
        ShopState topic = ShopState.inKafka(kafka, table.topic(name), table);
        lines.add(topicLine(table.topic(name), mysql.rows(), topic.rows(), owed, topic.changes()));
    }

    /** Compares the index of a table with those of its rows that can be documents. */
    void compareIndex(MySqlServer server, String name, ShopTable table, ElasticsearchServer elasticsearch) {
        ShopState mysql = ShopState.soundInMySql(server, table);
        ShopState index = ShopState.inElasticsearch(elasticsearch, table.index(name), table);
        int all = ShopState.inMySql(server, table).rows().size();
        lines.add(indexLine(
                table.index(name),
                mysql.rows(),
                index.rows(),
                all - mysql.rows().size()));
    }

    /** Compares the dead letters, repeats left out, with the changes that no document can hold. */
    void compareDeadLetters(long owed, long found) {
        lines.add(new Line(
                "dead letters",
                String.format(Locale.ROOT, "%,9d", found),
                found,
                owed == found ? "" : owed + " changes have a weight that is no number, but there are " + found));
    }

    static Line topicLine(String topic, Map<String, String> mysql, Map<String, String> kafka, long owed, long sent) {
        String difference = firstDifference("Kafka", mysql, kafka);
        if (difference.isEmpty() && owed != sent) {
            difference = owed + " changes were written, " + sent + " records are there";
        }
        return new Line(
                "topic " + topic,
                String.format(Locale.ROOT, "%,9d rows by %,11d changes", mysql.size(), sent),
                sent,
                difference);
    }

    /** With how many rows of the table can be no documents, which its topic has. */
    static Line indexLine(String index, Map<String, String> mysql, Map<String, String> documents, int unfit) {
        String found = String.format(Locale.ROOT, "%,9d documents", documents.size());
        return new Line(
                "index " + index,
                unfit == 0 ? found : found + String.format(Locale.ROOT, "; %,d rows can be none", unfit),
                documents.size(),
                firstDifference("Elasticsearch", mysql, documents));
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

    /** The first row in which two places differ, in words; empty when they are equal. */
    public static String firstDifference(String place, Map<String, String> mysql, Map<String, String> there) {
        for (Map.Entry<String, String> row : mysql.entrySet()) {
            String other = there.get(row.getKey());
            if (!row.getValue().equals(other)) {
                return "key " + row.getKey() + ": MySQL has [" + row.getValue() + "], " + place + " has ["
                        + (other == null ? "nothing" : other) + "]";
            }
        }
        for (Map.Entry<String, String> row : there.entrySet()) {
            if (!mysql.containsKey(row.getKey())) {
                return "key " + row.getKey() + ": MySQL has nothing, " + place + " has [" + row.getValue() + "]";
            }
        }
        return "";
    }
}
