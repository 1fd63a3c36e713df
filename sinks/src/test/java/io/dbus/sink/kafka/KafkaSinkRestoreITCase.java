package io.dbus.sink.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.dbus.embedded.KafkaCluster;
import io.dbus.embedded.RequiresServers;
import io.dbus.embedded.ServerKind;
import io.dbus.embedded.SharedServers;
import io.dbus.event.Event;
import io.dbus.plugin.PluginContext;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.LongStream;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of transactions that a state holds, or that were left open. */
@RequiresServers(ServerKind.KAFKA)
class KafkaSinkRestoreITCase {
    private static final Duration SOON = Duration.ofSeconds(60);

    @RegisterExtension
    static final MiniClusterExtension FLINK = new MiniClusterExtension(new MiniClusterResourceConfiguration.Builder()
            .setNumberTaskManagers(1)
            .setNumberSlotsPerTaskManager(4)
            .build());

    private static KafkaCluster kafka;
    private static MiniCluster flink;

    @BeforeAll
    static void startServers(@InjectMiniCluster MiniCluster cluster) {
        flink = cluster;
        kafka = SharedServers.kafka();
    }

    @Test
    void aRestoreCommitsTheTransactionsOfItsStateAndDoesSoAgainAfterTheirIdsWereUsedAgain(@TempDir Path directory)
            throws Exception {
        String topic = kafka.uniqueTopic("restore");
        PluginContext context = context("restore", topic, Map.of());
        ManualJob first = start(context, Map.of());
        awaitRecords(topic);
        String savepoint = first.savepointAndCancel(directory);
        assertThat(kafka.readCommitted(topic)).isEmpty();

        ManualJob second = start(context, restoring(savepoint));
        await().atMost(SOON).until(() -> !kafka.readCommitted(topic).isEmpty());
        long committed = kafka.readCommitted(topic).size();
        for (int i = 0; i < 4; i++) {
            long before = kafka.readCommitted(topic).size();
            second.checkpoint();
            await().atMost(SOON).until(() -> kafka.readCommitted(topic).size() > before);
        }
        second.cancel();
        assertThat(Changes.numbers(kafka.readCommitted(topic)))
                .doesNotHaveDuplicates()
                .hasSizeGreaterThan((int) committed);

        ManualJob third = start(context, restoring(savepoint));
        long before = kafka.readCommitted(topic).size();
        third.checkpoint();
        await().atMost(SOON).until(() -> kafka.readCommitted(topic).size() > before);
        assertThat(third.status()).isEqualTo(JobStatus.RUNNING);
        third.cancel();
    }

    @Test
    void aRestoreAfterTheTransactionTimeoutFailsAndSaysWhatIsLost(@TempDir Path directory) throws Exception {
        String topic = kafka.uniqueTopic("late");
        Map<String, String> timeout = Map.of("properties.transaction.timeout.ms", "2000");
        ManualJob first = start(context("late", topic, timeout), Map.of());
        awaitRecords(topic);
        String savepoint = first.savepointAndCancel(directory);
        awaitNoOpenTransaction("dbus-shop-late:");

        ManualJob second = start(context("late", topic, timeout), restoring(savepoint));

        assertThat(second.result().getSerializedThrowable())
                .get(as(InstanceOfAssertFactories.THROWABLE))
                .hasStackTraceContaining("LostTransactionException")
                .hasStackTraceContaining("Sink late: Kafka has aborted transaction dbus-shop-late:-0-")
                .hasStackTraceContaining("sink.lost-transactions");
        assertThat(kafka.readCommitted(topic)).isEmpty();

        Map<String, String> counting = new HashMap<>(timeout);
        counting.put("sink.lost-transactions", "count");
        ManualJob third = start(context("late", topic, counting), restoring(savepoint));
        await().atMost(SOON)
                .until(() -> kafka.readUncommitted(topic).size() > 0
                        && third.status() == JobStatus.RUNNING
                        && !openTransactions("dbus-shop-late:").isEmpty());
        third.cancel();
    }

    @Test
    void aRestoreFailsWhenItsTransactionWasAbortedByARunThatUsedItsIdSince(@TempDir Path directory) throws Exception {
        String topic = kafka.uniqueTopic("fork");
        PluginContext context = context("fork", topic, Map.of());
        ManualJob first = start(context, Map.of());
        awaitRecords(topic);
        String savepoint = first.savepointAndCancel(directory);

        ManualJob anew = start(context, Map.of());
        for (int i = 0; i < 3; i++) {
            long before = kafka.readCommitted(topic).size();
            anew.checkpoint();
            await().atMost(SOON).until(() -> kafka.readCommitted(topic).size() > before);
        }
        anew.cancel();

        ManualJob restored = start(context, restoring(savepoint));

        await().atMost(SOON).until(() -> restored.status() == JobStatus.FAILED);
        assertThat(restored.result().getSerializedThrowable())
                .get(as(InstanceOfAssertFactories.THROWABLE))
                .hasStackTraceContaining("Kafka has aborted transaction dbus-shop-fork:-0-0");
    }

    @Test
    void aStateOfExactlyOnceIsCommittedWhenTheSinkIsAtLeastOnceSince(@TempDir Path directory) throws Exception {
        String topic = kafka.uniqueTopic("switch");
        ManualJob first = start(context("switch", topic, Map.of()), Map.of());
        awaitRecords(topic);
        String savepoint = first.savepointAndCancel(directory);
        int ofFirst = kafka.readUncommitted(topic).size();

        ManualJob second = start(
                context("switch", topic, Map.of("sink.delivery-guarantee", "at-least-once")), restoring(savepoint));
        // A hundred of its own, which go on from the savepoint.
        await().atMost(SOON).until(() -> kafka.readUncommitted(topic).size() >= ofFirst + 100);
        second.cancel();

        // The transaction that was open beside the savepoint holds back what read_committed sees until it times out.
        kafka.admin()
                .fenceProducers(openTransactions("dbus-shop-switch:"))
                .all()
                .get();
        List<Long> numbers = Changes.numbers(kafka.readCommitted(topic));
        assertThat(numbers).contains(0L).doesNotHaveDuplicates();
        assertThat(LongStream.range(0, 100).boxed()).allMatch(numbers::contains);
    }

    @Test
    void aStartAbortsTheOpenTransactionsOfItsSinkAndOfNoOther() throws Exception {
        String topic = kafka.uniqueTopic("abort");
        kafka.createTopic(topic, 1);
        try (KafkaProducer<byte[], byte[]> own = transaction("dbus-shop-abort:-0-7", topic);
                KafkaProducer<byte[], byte[]> other = transaction("dbus-shop-abort-eu:-0-0", topic)) {
            StreamExecutionEnvironment env = Changes.environment(Map.of());
            env.enableCheckpointing(200);
            env.setParallelism(1);
            Changes.job(env, context("abort", topic, Map.of()), 10, 1_000, event -> event);
            env.execute();

            other.commitTransaction();
            assertThatThrownBy(own::commitTransaction).isInstanceOf(KafkaException.class);
        }
        assertThat(kafka.readCommitted(topic)).hasSize(11);
    }

    /** Starts a job without end and without checkpoints but those that the test asks for. */
    private static ManualJob start(PluginContext context, Map<String, String> configuration) throws Exception {
        Map<String, String> noRestarts = new HashMap<>(configuration);
        noRestarts.put(RestartStrategyOptions.RESTART_STRATEGY.key(), "none");
        StreamExecutionEnvironment env = Changes.environment(noRestarts);
        env.enableCheckpointing(500);
        env.setParallelism(1);
        MapFunction<Event, Event> same = event -> event;
        Changes.job(env, context, Long.MAX_VALUE, 1_000, same);
        return ManualJob.start(flink, env);
    }

    private static Map<String, String> restoring(String savepoint) {
        return Map.of(StateRecoveryOptions.SAVEPOINT_PATH.key(), savepoint);
    }

    private static PluginContext context(String sink, String topic, Map<String, String> options) {
        return Changes.context(sink, kafka.bootstrapServers(), topic, options);
    }

    private static void awaitRecords(String topic) {
        await().atMost(SOON).ignoreExceptionsMatching(e -> true).until(() -> !kafka.readUncommitted(topic)
                .isEmpty());
    }

    private static void awaitNoOpenTransaction(String prefix) {
        await().atMost(SOON).until(() -> openTransactions(prefix).isEmpty());
    }

    private static List<String> openTransactions(String prefix) throws Exception {
        return kafka
                .admin()
                .listTransactions(new ListTransactionsOptions().filterStates(List.of(TransactionState.ONGOING)))
                .all()
                .get()
                .stream()
                .map(TransactionListing::transactionalId)
                .filter(id -> id.startsWith(prefix))
                .toList();
    }

    /** A producer with one record in an open transaction. */
    private static KafkaProducer<byte[], byte[]> transaction(String id, String topic) throws Exception {
        Properties properties = new Properties();
        properties.put("bootstrap.servers", kafka.bootstrapServers());
        properties.put("transactional.id", id);
        KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
        producer.initTransactions();
        producer.beginTransaction();
        producer.send(new ProducerRecord<>(topic, new byte[1], "{\"id\":0,\"n\":-1}".getBytes(UTF_8)))
                .get();
        return producer;
    }
}
