package io.dbus.job.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.embedded.FlinkCluster;
import io.dbus.embedded.JobSubmission;
import io.dbus.embedded.KafkaCluster;
import io.dbus.embedded.MySqlServer;
import io.dbus.embedded.RequiresServers;
import io.dbus.embedded.SharedServers;
import io.dbus.job.graph.Exchange;
import io.dbus.job.graph.JobFacts;
import io.dbus.job.graph.StateFit;
import io.dbus.job.pipeline.Pipeline;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One pipeline from MySQL to Kafka and Elasticsearch whose file is edited again and again, each time stopped with a savepoint, while rows change, and gone on with from there. */
@RequiresServers
class EditedPipelineITCase {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final long CHANGES = 1_000;

    @TempDir
    Path folder;

    private final MySqlServer mysql = SharedServers.mysql();
    private final KafkaCluster kafka = SharedServers.kafka();
    private final FlinkCluster flink = SharedServers.flink();
    private final String topic = kafka.uniqueTopic("edited");
    private final SearchFlow flow = new SearchFlow("edited", mysql, SharedServers.elasticsearch());

    private String text;
    private String job;

    @Test
    void an_edited_file_goes_on_from_the_savepoint_of_the_one_before_and_loses_and_repeats_nothing() throws Exception {
        text = Files.readString(flow.pipelineFile(folder, "", "db", ""))
                .replace("sinks:\n", """
                sinks:
                  topics:
                    type: kafka
                    inputs: [db]
                    properties.bootstrap.servers: "%s"
                    topic: "%s"
                    format: debezium-json
                    topic.creation.partitions: 4
                """.formatted(kafka.bootstrapServers(), topic));
        edit(
                "name: edited",
                "name: edited\ndead-letters: {type: files, path: '"
                        + folder.resolve("dead").toUri() + "'}");
        edit("pipeline:\n", "pipeline:\n  parallelism: 2\n  exchange: keyed\n");
        submit("", false);
        flow.write("FULL", CHANGES);

        edit("parallelism: 2\n  exchange: keyed", "parallelism: 3\n  exchange: none");
        goOn(false);

        edit(
                "sinks:\n",
                "operators:\n  whole: {type: complete, inputs: [db]}\n  once: {type: dedupe, inputs: [whole], unchanged: pass}\nsinks:\n  counted: {type: mock, inputs: [once], verify: order}\n");
        edit("inputs: [db]\n    properties", "inputs: [once]\n    properties");
        edit("exchange: none", "exchange: keyed");
        goOn(false);

        String address = mysql.hostname() + ":" + mysql.port();
        edit("hostname: " + mysql.hostname(), "servers: {db: ['localhost:" + mysql.port() + "', '" + address + "']}");
        edit("    port: " + mysql.port() + "\n", "");
        edit("flink: {", "flink: {state.backend.type: hashmap, ");
        edit("parallelism: 3", "parallelism: 4");
        goOn(false);

        edit("state.backend.type: hashmap, ", "");
        edit("format: debezium-json", "format: debezium-json\n    sink.delivery-guarantee: at-least-once");
        goOn(false);
        flow.assertSearchable();

        edit(text.substring(text.indexOf("operators:"), text.indexOf("sinks:")), "");
        edit("  counted: {type: mock, inputs: [once], verify: order}\n", "");
        edit("inputs: [once]\n    properties", "inputs: [db]\n    properties");
        edit(text.substring(text.indexOf("  search:"), text.indexOf("pipeline:")), "");
        edit("    sink.delivery-guarantee: at-least-once\n", "");
        edit(text.substring(text.indexOf("dead-letters:"), text.indexOf("sources:")), "");
        goOn(true);

        long owed = flow.writer().history().size();
        Awaitility.await("changes in Kafka")
                .atMost(PATIENCE)
                .until(() -> inKafka().size() >= owed);
        inKafka().assertSameAs(flow.writer().history());
        flink.stopWithSavepoint(job);
        inKafka().assertSameAs(flow.writer().history());
    }

    private void edit(String what, String by) {
        assertThat(text).contains(what);
        text = text.replace(what, by);
    }

    /** Stops the job, changes rows, and goes on with the file as it is now. */
    private void goOn(boolean dropState) throws Exception {
        assertThat(StateFit.problems(ofTheJob(), ofTheFile(), false))
                .as("what needs state to be dropped")
                .matches(problems -> problems.isEmpty() != dropState);
        assertThat(StateFit.problems(ofTheJob(), ofTheFile(), dropState)).isEmpty();
        flow.write("FULL", CHANGES / 2);
        String savepoint = flink.stopWithSavepoint(job);
        flow.write("FULL", CHANGES);
        submit(savepoint, dropState);
        flow.write("FULL", CHANGES);
    }

    private void submit(String savepoint, boolean dropState) throws Exception {
        Path file = Files.writeString(folder.resolve("edited.yaml"), text);
        JobSubmission submission = JobSubmission.of(FleetFlow.jobJar()).arguments(file.toString());
        if (!savepoint.isEmpty()) {
            submission = submission.fromSavepoint(savepoint);
        }
        job = flink.submit(dropState ? submission.allowNonRestoredState() : submission);
        flink.awaitAllTasksRunning(job, PATIENCE);
        flink.awaitCheckpoints(job, 2, PATIENCE);
        assertThat(ofTheJob().components()).isEqualTo(ofTheFile().components());
        assertThat(flink.exceptions(job)).isEmpty();
    }

    private JobFacts ofTheFile() throws Exception {
        Pipeline pipeline = SearchFlow.read(Files.writeString(folder.resolve("next.yaml"), text));
        return JobFacts.of(pipeline, Exchange.of(pipeline, 4));
    }

    private JobFacts ofTheJob() {
        Map<String, String> parameters = new LinkedHashMap<>();
        flink.rest("/jobs/" + job + "/config")
                .at("/execution-config/user-config")
                .properties()
                .forEach(
                        entry -> parameters.put(entry.getKey(), entry.getValue().asText()));
        return JobFacts.read(parameters).orElseThrow();
    }

    private History inKafka() {
        return History.ofDebeziumJson(kafka.readCommitted(topic));
    }
}
