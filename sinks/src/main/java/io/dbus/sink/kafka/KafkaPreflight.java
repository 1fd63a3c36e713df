package io.dbus.sink.kafka;

import io.dbus.plugin.Problem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.util.ExceptionUtils;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.CreateTopicsOptions;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.clients.admin.DescribeClusterResult;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * What would keep the sink from running, found out from the brokers. It writes nothing: the transaction that it asks for, to see whether the
 * brokers allow it and its timeout, stays empty.
 */
final class KafkaPreflight {
    private static final Duration WITHIN = Duration.ofSeconds(15);

    private final Properties producer;
    private final TopicCreation creation;
    /** Without those that are only known with an event. */
    private final List<String> topics;
    /** Empty where schema changes are not written. */
    private final String schemaChangesTopic;
    /** What transactional ids begin with; empty without transactions. */
    private final Optional<String> transactionalIdPrefix;

    private final List<Problem> problems = new ArrayList<>();

    /** For a sink. */
    KafkaPreflight(SinkSettings settings) {
        this.producer = settings.producer();
        this.creation = settings.topicCreation();
        this.topics = settings.knownTopics();
        this.schemaChangesTopic = settings.schemaChangesTopic();
        this.transactionalIdPrefix =
                settings.exactlyOnce() ? Optional.of(settings.transactionalIdPrefix()) : Optional.empty();
    }

    /** For a producer of one topic. */
    KafkaPreflight(TopicProducer.Settings settings) {
        this.producer = settings.producer();
        this.creation = settings.creation();
        this.topics = List.of(settings.topic());
        this.schemaChangesTopic = "";
        this.transactionalIdPrefix = Optional.empty();
    }

    List<Problem> problems() {
        Properties properties = ProducerSettings.admin(producer);
        properties.putIfAbsent("default.api.timeout.ms", String.valueOf(WITHIN.toMillis()));
        properties.putIfAbsent("request.timeout.ms", String.valueOf(WITHIN.toMillis() / 2));
        try (Admin admin = Admin.create(properties)) {
            look(admin);
        } catch (KafkaException e) {
            problems.add(brokers("Kafka's client cannot be made: " + message(e)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            problems.add(brokers("the look at Kafka was interrupted"));
        }
        return problems;
    }

    private void look(Admin admin) throws InterruptedException {
        DescribeClusterResult cluster =
                admin.describeCluster(new DescribeClusterOptions().includeAuthorizedOperations(true));
        int nodes;
        Set<AclOperation> allowed;
        try {
            nodes = get(cluster.nodes()).size();
            allowed = Optional.ofNullable(get(cluster.authorizedOperations())).orElse(Set.of());
        } catch (ExecutionException | TimeoutException e) {
            problems.add(brokers("Kafka at " + producer.get(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG)
                    + " does not answer: " + message(e)));
            return;
        }
        if (creation.enabled() && creation.replicationFactor() > nodes) {
            problems.add(Problem.ofOption(
                    KafkaSinkOptions.TOPIC_REPLICATION.key(),
                    creation.replicationFactor() + " replicas are asked for but there are " + nodes + " brokers",
                    "Set it to " + nodes + " or less."));
        }
        for (String topic : topics) {
            topic(admin, topic, allowed);
        }
        if (transactionalIdPrefix.isPresent()) {
            transactions(transactionalIdPrefix.get());
        }
    }

    private void topic(Admin admin, String name, Set<AclOperation> onCluster) throws InterruptedException {
        try {
            TopicDescription topic = get(admin.describeTopics(
                                    List.of(name), new DescribeTopicsOptions().includeAuthorizedOperations(true))
                            .allTopicNames())
                    .get(name);
            Set<AclOperation> allowed =
                    Optional.ofNullable(topic.authorizedOperations()).orElse(Set.of());
            require(allowed, AclOperation.WRITE, name);
            if (transactionalIdPrefix.isPresent()) {
                require(allowed, AclOperation.READ, name);
            }
            if (name.equals(schemaChangesTopic)) {
                requireAllKept(admin, name);
            }
        } catch (TimeoutException e) {
            problems.add(brokers("topic " + name + " cannot be looked at: " + message(e)));
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
                problems.add(Problem.ofOption(
                        option(name),
                        "topic " + name + " cannot be looked at: " + message(e),
                        "Grant DESCRIBE and WRITE on it."));
            } else if (!creation.enabled()) {
                problems.add(Problem.ofOption(
                        option(name),
                        "topic " + name + " is not there",
                        "Create it, or set " + KafkaSinkOptions.TOPIC_CREATION.key() + " to true."));
            } else if (!onCluster.isEmpty() && !onCluster.contains(AclOperation.CREATE)) {
                mayNotBeCreated(admin, name);
            }
        }
    }

    /** CREATE may be granted on the topic instead of the cluster: the broker says so when it is asked to validate only. */
    private void mayNotBeCreated(Admin admin, String name) throws InterruptedException {
        try {
            get(admin.createTopics(List.of(creation.topic(name)), new CreateTopicsOptions().validateOnly(true))
                    .all());
        } catch (ExecutionException | TimeoutException e) {
            problems.add(Problem.ofOption(
                    option(name),
                    "topic " + name + " is not there and cannot be created: " + message(e),
                    "Create it, or grant CREATE on it."));
        }
    }

    private void require(Set<AclOperation> allowed, AclOperation operation, String name) {
        if (!allowed.isEmpty() && !allowed.contains(operation)) {
            problems.add(Problem.ofOption(
                    option(name),
                    "the user of the sink may not " + operation + " topic " + name,
                    "Grant it " + operation + " on the topic"
                            + (operation == AclOperation.READ ? ", which the marks of transactions need." : ".")));
        }
    }

    private String option(String topic) {
        return (topic.equals(schemaChangesTopic) ? KafkaSinkOptions.SCHEMA_CHANGES_TOPIC : KafkaSinkOptions.TOPIC)
                .key();
    }

    /** The keys of schema changes are databases: of one, compaction would keep the last statement alone. */
    private void requireAllKept(Admin admin, String name)
            throws InterruptedException, ExecutionException, TimeoutException {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, name);
        try {
            String policy = get(admin.describeConfigs(List.of(resource)).all())
                    .get(resource)
                    .get(TopicConfig.CLEANUP_POLICY_CONFIG)
                    .value();
            if (policy.contains(TopicConfig.CLEANUP_POLICY_COMPACT)) {
                problems.add(Problem.ofOption(
                        option(name),
                        "topic " + name + " is compacted, and would keep the last schema change of each database alone",
                        "Set its cleanup.policy to delete, or name another topic."));
            }
        } catch (ExecutionException e) {
            // Without DESCRIBE_CONFIGS, which nothing else needs, it is not known.
            if (!(e.getCause() instanceof AuthorizationException)) {
                throw e;
            }
        }
    }

    private void transactions(String prefix) {
        String id = prefix + "preflight";
        Properties properties = new Properties();
        properties.putAll(producer);
        properties.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, id);
        properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, String.valueOf(WITHIN.toMillis()));
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.initTransactions();
        } catch (KafkaException e) {
            problems.add(refused(e, prefix, properties));
        }
    }

    private Problem refused(KafkaException e, String prefix, Properties properties) {
        // The client makes a general error of INVALID_TRANSACTION_TIMEOUT, which names the broker's option.
        if (message(e).contains("transaction.max.timeout.ms")) {
            return Problem.ofOption(
                    "properties." + ProducerConfig.TRANSACTION_TIMEOUT_CONFIG,
                    "transaction.timeout.ms is " + properties.get(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG)
                            + ", more than transaction.max.timeout.ms of the brokers",
                    "Lower it, or raise transaction.max.timeout.ms on the brokers.");
        }
        if (ExceptionUtils.findThrowable(e, TransactionalIdAuthorizationException.class)
                .isPresent()) {
            return Problem.ofOption(
                    KafkaSinkOptions.TRANSACTIONAL_ID_PREFIX.key(),
                    "the user of the sink may not use transactional ids that begin with " + prefix,
                    "Grant it WRITE and DESCRIBE on the prefix, and READ on consumer groups of the prefix; or set "
                            + KafkaSinkOptions.DELIVERY_GUARANTEE.key() + " to at-least-once.");
        }
        return brokers("no transaction can be had from Kafka: " + message(e));
    }

    private static <T> T get(KafkaFuture<T> future) throws ExecutionException, TimeoutException, InterruptedException {
        return future.get(2 * WITHIN.toMillis(), TimeUnit.MILLISECONDS);
    }

    private static Problem brokers(String what) {
        return Problem.ofOption(
                KafkaSinkOptions.BOOTSTRAP_SERVERS.key(),
                what,
                "See whether the brokers are up and reachable from here, and whether the security properties are theirs.");
    }

    private static String message(Exception e) {
        Throwable cause = e instanceof ExecutionException ? e.getCause() : e;
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    }
}
