package io.dbus.sink.elasticsearch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.reject.RejectReason;
import io.dbus.sink.elasticsearch.document.DocumentOperation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random changes of few documents against a cluster that fails at random. The model itself fails the test when two operations of one document meet in a
 * bulk or in flight.
 */
class BulkWriterPropertyTest {
    private static final int SEEDS = 80;
    private static final int CHANGES = 250;
    private static final int ROWS = 6;

    /** What a random run wrote, and how the documents must end. */
    private static final class Script {
        private record Row(String routing, Map<String, Long> fields) {
            String json() {
                StringBuilder json = new StringBuilder("{");
                fields.forEach((name, value) -> json.append(json.length() > 1 ? "," : "")
                        .append('"')
                        .append(name)
                        .append("\":")
                        .append(value));
                return json.append('}').toString();
            }
        }

        final List<DocumentOperation> operations = new ArrayList<>();
        final Map<String, String> expected = new TreeMap<>();
        private final boolean merges;
        int bad;

        Script(Random random, double badShare, boolean merges) {
            this.merges = merges;
            Map<String, Row> rows = new TreeMap<>();
            for (long number = 1; number <= CHANGES; number++) {
                String id = "row" + random.nextInt(ROWS);
                change(random, rows, id, number, random.nextDouble() < badShare);
            }
            rows.forEach((id, row) -> expected.put("docs/" + id, row.json()));
        }

        private void change(Random random, Map<String, Row> rows, String id, long number, boolean isBad) {
            Row row = rows.get(id);
            int kind = random.nextInt(10);
            if (row != null && kind == 0) {
                rows.remove(id);
                operations.add(DocumentOperation.delete("docs", id, row.routing(), Operations.change(number)));
            } else if (row != null && kind <= 2) {
                String to = "r" + random.nextInt(4);
                if (!to.equals(row.routing())) {
                    operations.add(DocumentOperation.leave("docs", id, row.routing(), Operations.change(number)));
                    rows.remove(id);
                }
                index(rows, id, to, number, isBad);
            } else if (merges && row != null && kind <= 4 && !isBad) {
                Map<String, Long> merged = new TreeMap<>(row.fields());
                merged.put("n", number);
                rows.put(id, new Row(row.routing(), merged));
                operations.add(DocumentOperation.merge(
                        "docs",
                        id,
                        row.routing(),
                        ("{\"n\":" + number + "}").getBytes(UTF_8),
                        Operations.change(number)));
            } else {
                index(rows, id, row == null ? "r" + random.nextInt(4) : row.routing(), number, isBad);
            }
        }

        private void index(Map<String, Row> rows, String id, String routing, long number, boolean isBad) {
            Row row = new Row(routing, new TreeMap<>(Map.of("m", number, "n", number)));
            if (isBad) {
                bad++;
                operations.add(Operations.index("docs", id, routing, "{\"bad\":true}", number));
            } else {
                rows.put(id, row);
                operations.add(Operations.index("docs", id, routing, row.json(), number));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.1, 0.4})
    void each_document_ends_as_its_last_change_left_it_whatever_fails(double faults) throws Exception {
        Map<String, Integer> faultsSeen = new TreeMap<>();
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            VirtualTask task = new VirtualTask();
            ModelCluster cluster = new ModelCluster(task, random, faults);
            KeptRejects rejects = new KeptRejects();
            Script script = new Script(random, 0, true);

            write(writer(cluster, task, random, rejects), script.operations, random);
            task.pass(Duration.ofMinutes(1).toNanos());

            assertThat(cluster.documents()).as("seed " + seed).isEqualTo(script.expected);
            assertThat(rejects.rejections).isEmpty();
            cluster.faultsSeen.forEach((fault, count) -> faultsSeen.merge(fault, count, Integer::sum));
        }
        if (faults > 0) {
            assertThat(faultsSeen)
                    .containsOnlyKeys("cut before", "cut after", "carried out late", "429", "503", "item refused");
        }
    }

    @Test
    void a_bad_document_leaves_the_earlier_version_of_its_row_and_hinders_no_other() throws Exception {
        int rejected = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            VirtualTask task = new VirtualTask();
            ModelCluster cluster = new ModelCluster(task, random, 0.2);
            KeptRejects rejects = new KeptRejects();
            Script script = new Script(random, 0.3, true);

            write(writer(cluster, task, random, rejects), script.operations, random);
            task.pass(Duration.ofMinutes(1).toNanos());

            assertThat(cluster.documents()).as("seed " + seed).isEqualTo(script.expected);
            assertThat(rejects.rejections)
                    .allMatch(rejection -> rejection.reason() == RejectReason.BAD_DOCUMENT)
                    .hasSizeLessThanOrEqualTo(script.bad);
            rejected += rejects.rejections.size();
        }
        assertThat(rejected).isGreaterThan(SEEDS * 10);
    }

    @Test
    void a_replay_after_a_failure_ends_as_if_there_had_been_none() throws Exception {
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            VirtualTask task = new VirtualTask();
            ModelCluster cluster = new ModelCluster(task, random, 0.1);
            Script script = new Script(random, 0, false);
            List<DocumentOperation> operations = script.operations;
            int checkpoint = random.nextInt(operations.size());
            int failure = checkpoint + random.nextInt(operations.size() - checkpoint);

            VirtualTask.Mortal mortal = task.new Mortal();
            BulkWriter first = writer(cluster, mortal, random, new KeptRejects());
            write(first, operations.subList(0, checkpoint), random);
            for (DocumentOperation operation : operations.subList(checkpoint, failure)) {
                first.add(operation);
            }
            // What it has in flight is still carried out, while the next one is at work.
            mortal.die();
            write(
                    writer(cluster, task, random, new KeptRejects()),
                    operations.subList(checkpoint, operations.size()),
                    random);
            task.pass(Duration.ofMinutes(1).toNanos());

            assertThat(cluster.documents()).as("seed " + seed).isEqualTo(script.expected);
        }
    }

    /** Writes with checkpoints in between, after each of which nothing may be left. */
    private static void write(BulkWriter writer, List<DocumentOperation> operations, Random random) throws Exception {
        for (DocumentOperation operation : operations) {
            writer.add(operation);
            if (random.nextInt(60) == 0) {
                writer.drain();
            }
        }
        writer.drain();
    }

    private static BulkWriter writer(ModelCluster cluster, TaskThread task, Random random, KeptRejects rejects) {
        return new BulkWriter(
                "search",
                Operations.limits(
                        1 + random.nextInt(8), 1 + random.nextInt(4), 5 + random.nextInt(40), Duration.ofMillis(20)),
                Operations.retryWithin(Duration.ofHours(1)),
                cluster.connect(),
                task,
                rejects,
                new Figures().sinkMetrics(),
                random);
    }
}
