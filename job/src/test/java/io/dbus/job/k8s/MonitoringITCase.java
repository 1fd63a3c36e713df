package io.dbus.job.k8s;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dbus.embedded.FlinkCluster;
import io.dbus.embedded.JobSubmission;
import io.dbus.embedded.KafkaCluster;
import io.dbus.embedded.MySqlServer;
import io.dbus.embedded.RequiresServers;
import io.dbus.embedded.SharedServers;
import io.dbus.job.cluster.JobJars;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pipeline of the ConfigMap on a real cluster, which is watched by a real Prometheus with the alerts and the queries of the dashboard. */
@RequiresServers
class MonitoringITCase {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern NAME = Pattern.compile("flink_(?:jobmanager|taskmanager)_\\w+|dbus_\\.\\+_\\w+");

    @TempDir
    Path folder;

    @Test
    void everyFigureOfAlertsAndDashboardIsOneThatTheJobReportsAndNoAlertFires() throws Exception {
        // Its own, so that its binlog has nothing in it that other tests did; both entries read it.
        try (MySqlServer server = MySqlServer.builder().start();
                PushedFigures figures = new PushedFigures();
                FlinkCluster flink = cluster(figures);
                Prometheus prometheus = Prometheus.start(folder, figures.address(), rules())) {
            String database = server.createDatabase("monitored");
            server.execute("CREATE TABLE " + database + ".orders (id BIGINT PRIMARY KEY, v INT, card_number INT)");
            server.execute("CREATE TABLE " + database + ".keyless (v INT)");
            Path file = pipelineFile(database, server);
            String job = flink.submit(
                    JobSubmission.of(JobJars.job()).arguments(file.toString()).parallelism(2));
            flink.awaitAllTasksRunning(job, PATIENCE);
            server.execute("INSERT INTO " + database + ".orders VALUES (1, 1, 1), (2, 2, 2)");
            server.execute("UPDATE " + database + ".orders SET v = 3");
            // Elasticsearch needs a key, so this is rejected there; and Kafka drops a TRUNCATE.
            server.execute("INSERT INTO " + database + ".keyless VALUES (1)");
            server.execute("TRUNCATE TABLE " + database + ".keyless");
            Awaitility.await("a checkpoint after all that, and the servers' files")
                    .atMost(PATIENCE)
                    .untilAsserted(() -> {
                        assertThat(prometheus.query("sum({__name__=~\".+_reason_rejected\"}) >= 2"))
                                .isNotEmpty();
                        assertThat(prometheus.query("min({__name__=~\".+_server_purgeDistance\"}) >= 0"))
                                .isNotEmpty();
                        assertThat(prometheus.query("flink_jobmanager_job_lastCheckpointCompletedTimestamp > 0"))
                                .isNotEmpty();
                        assertThat(prometheus.query("sum({__name__=~\".+_topic_records\"}) >= 8"))
                                .isNotEmpty();
                    });

            assertEachNameIsReported(figures.text());
            assertEachQueryHasAnAnswer(prometheus);
            assertLabelsAreAsTheyCame(figures.text(), database);
            // How late it delivers is for the machine to say; without its wait, one late change is enough.
            assertThat(prometheus.query("ALERTS{alertname!~\"DbusRejects|DbusSinkSlow\"}"))
                    .as("alerts at a job that is well")
                    .isEmpty();
            assertThat(prometheus.query("ALERTS{alertname=\"DbusRejects\", alertstate=\"firing\", reason!=\"\"}"))
                    .as("the alert at the rejects, by server")
                    .isNotEmpty();
        }
    }

    private static FlinkCluster cluster(PushedFigures figures) throws Exception {
        FlinkCluster.Builder cluster = FlinkCluster.builder()
                .taskManagers(2)
                .slots(1)
                .option("jobmanager.scheduler", "adaptive")
                .option("execution.checkpointing.interval", "2s");
        figures.options(Manifests.flinkOptions(
                        Manifests.file("base/flinkdeployment.yaml").get(0)))
                .forEach(cluster::option);
        return cluster.start();
    }

    /** The pipeline of the ConfigMap with the addresses of this machine's servers, which have no passwords in files. */
    private Path pipelineFile(String database, MySqlServer server) throws Exception {
        KafkaCluster kafka = SharedServers.kafka();
        String text = Files.readString(Manifests.FOLDER.resolve("base/pipeline.yaml"))
                .replace("[mysql-north-0.mysql-north:3306, mysql-north-1.mysql-north:3306]", address(server))
                .replace("mysql-south:3306", address(server))
                .replace("username: dbus", "username: " + server.rootUser())
                .replace("${env:SHOP_DB_PASSWORD}", "\"" + server.password() + "\"")
                .replace("shop.*", database + ".*")
                .replace("shop.dead-letters", kafka.uniqueTopic("letters"))
                .replace("kafka-bootstrap.kafka:9092", kafka.bootstrapServers())
                .replace("replication-factor: 3", "replication-factor: 1")
                .replace(
                        "https://elasticsearch.search:9200",
                        SharedServers.elasticsearch().url())
                .replaceAll("(?m)^ *api-key: .*\\n", "");
        return Files.writeString(folder.resolve("pipeline.yaml"), text);
    }

    private static void assertEachNameIsReported(String page) throws Exception {
        TreeSet<String> reported = new TreeSet<>();
        page.lines().forEach(line -> reported.add(line.replaceFirst("[{ ].*", "")));
        List<String> queries = new ArrayList<>(dashboardQueries());
        alerts().forEach(rule -> queries.add(rule.path("expr").asText()));
        TreeSet<String> missing = new TreeSet<>();
        int names = 0;
        for (String query : queries) {
            for (MatchResult name : NAME.matcher(query.replace("flink_taskmanager_job_task_operator_dbus", "dbus"))
                    .results()
                    .toList()) {
                names++;
                String pattern = name.group().replace("dbus_.+", "flink_taskmanager_job_task_operator_dbus_.+");
                if (reported.stream().noneMatch(one -> one.matches(pattern))) {
                    missing.add(pattern);
                }
            }
        }
        assertThat(names).isGreaterThan(50);
        assertThat(missing).as("figures that nobody reports").isEmpty();
    }

    /** Each query of the dashboard gives something; that of a rate over a stretch in which nothing happened gives 0. */
    private static void assertEachQueryHasAnAnswer(Prometheus prometheus) throws Exception {
        for (String query : dashboardQueries()) {
            String asked = query.replace("$__rate_interval", "1m")
                    .replace("$namespace", ".*")
                    .replace("$pipeline", "shop");
            Awaitility.await(asked).atMost(PATIENCE).untilAsserted(() -> assertThat(prometheus.query(asked))
                    .as(asked)
                    .isNotEmpty());
        }
        for (JsonNode rule : alerts()) {
            prometheus.query(rule.path("expr").asText());
        }
    }

    private static void assertLabelsAreAsTheyCame(String page, String database) {
        assertThat(page)
                .contains("table=\"" + database + ".orders\"")
                .contains("server=\"north\"")
                .contains("job_name=\"shop\"")
                .doesNotContain("task_attempt_id");
        assertThat(page.lines().filter(line -> line.contains("_reason_rejected{")))
                .isNotEmpty()
                .allMatch(line -> line.matches(".*[{,]reason=\"[a-z-]+\".*"));
    }

    private static List<String> dashboardQueries() throws Exception {
        List<String> queries = new ArrayList<>();
        JSON.readTree(Manifests.FOLDER
                        .resolve("components/monitoring/dashboard.json")
                        .toFile())
                .path("panels")
                .forEach(panel -> panel.path("targets")
                        .forEach(target -> queries.add(target.path("expr").asText())));
        return queries;
    }

    private static List<JsonNode> alerts() throws Exception {
        List<JsonNode> rules = new ArrayList<>();
        Manifests.file("components/monitoring/alerts.yaml")
                .get(0)
                .path("groups")
                .forEach(group -> group.path("rules").forEach(rules::add));
        return rules;
    }

    /** The rules without their waits, which no test can wait for. */
    private static String rules() throws Exception {
        return Files.readString(Manifests.FOLDER.resolve("components/monitoring/alerts.yaml"))
                .replaceAll("(?m)^ +for: .*\\n", "");
    }

    private static String address(MySqlServer server) {
        return "\"" + server.hostname() + ":" + server.port() + "\"";
    }
}
