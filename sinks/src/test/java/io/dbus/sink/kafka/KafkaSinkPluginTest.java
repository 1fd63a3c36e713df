package io.dbus.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.plugin.PluginContext;
import io.dbus.plugin.PluginContext.Upstream;
import io.dbus.plugin.Problem;
import io.dbus.plugin.SinkPlugin;
import io.dbus.sink.format.EventFormats;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.description.HtmlFormatter;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KafkaSinkPluginTest {
    private static final KafkaSinkPlugin PLUGIN = new KafkaSinkPlugin();
    private static final List<Upstream> ONE = List.of(new Upstream("db", List.of("db")));

    @Test
    void thePluginIsFoundByItsType() {
        assertThat(ServiceLoader.load(SinkPlugin.class).stream()
                        .map(ServiceLoader.Provider::get)
                        .map(SinkPlugin::type))
                .contains("kafka");
    }

    @Test
    void noTwoOptionsHaveOneKeyAndEachIsDescribed() {
        assertThat(PLUGIN.optionalOptions()).extracting(option -> option.key()).doesNotHaveDuplicates();
        assertThat(PLUGIN.optionalOptions()).allMatch(option -> option.description() != null);
        assertThat(PLUGIN.optionalOptions())
                .extracting(option -> option.key())
                .contains("format", "tombstones.on.delete", "delete.tombstone.handling.mode", "decimal.handling.mode");
    }

    @Test
    void thePageOfTheOptionFormatTellsEveryFormat() {
        assertThat(EventFormats.all()).isNotEmpty().allSatisfy(format -> assertThat(
                        new HtmlFormatter().format(KafkaSinkOptions.FORMAT.description()))
                .contains(format.name() + ": "));
    }

    @Test
    void theLeastConfigurationIsValidAndTheSinkCanBeSent() throws Exception {
        assertThat(problems(Map.of(), ONE)).isEmpty();
        assertThat(InstantiationUtil.isSerializable(PLUGIN.sink(context(Map.of(), ONE))))
                .isTrue();
        assertThat(InstantiationUtil.isSerializable(
                        PLUGIN.sink(context(Map.of("format", "plain-json", "add.fields", "op;table"), ONE))))
                .isTrue();
    }

    @Test
    void schemaChangesGoToATopicOfTheirOwn() {
        Map<String, String> included = Map.of("include.schema.changes", "true");
        assertThat(problems(included, ONE)).isEmpty();
        assertThat(SinkSettings.of(context(Map.of(), ONE)).schemaChangesTopic()).isEmpty();
        assertThat(SinkSettings.of(context(included, ONE)).schemaChangesTopic())
                .isEqualTo(context(Map.of(), ONE).pipeline());
        Map<String, String> named = new HashMap<>(included);
        named.put("topic.prefix", "inventory");
        assertThat(SinkSettings.of(context(named, ONE)).schemaChangesTopic()).isEqualTo("inventory");
        named.put("schema.changes.topic", "ddl");
        assertThat(SinkSettings.of(context(named, ONE)).schemaChangesTopic()).isEqualTo("ddl");
        for (String wrong : List.of("a b", "${db}", "", "x".repeat(250))) {
            named.put("schema.changes.topic", wrong);
            assertThat(problems(named, ONE))
                    .as(wrong)
                    .extracting(Problem::option)
                    .contains("schema.changes.topic");
        }
        named.put("schema.changes.topic", "rows");
        named.put("topic", "rows");
        named.put("shared-keys", "true");
        assertThat(problems(named, ONE)).extracting(Problem::what).containsExactly("'rows' is the topic of rows too");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "topic | ${tabel} | topic | ${table}",
                "topic | a b | topic | ' '",
                "format | csv | format | debezium-json",
                "format | avro | avro-confluent.url | needs a schema registry",
                "avro-confluent.url | http://a | avro-confluent.url | the format avro",
                "schema.changes.topic | ddl | schema.changes.topic | not written",
                "add.fields | op | add.fields | plain-json",
                "skipped.operations | x | skipped.operations | 'x'",
                "skipped.operations | c,none | skipped.operations | none",
                "topic.creation.partitions | 0 | topic.creation.partitions | 0",
                "topic.creation.replication-factor | 40000 | topic.creation.replication-factor | 40000",
                "sink.delivery-guarantee | none | sink.delivery-guarantee | lose",
                "properties.acks | 1 | properties.acks | lost",
                "properties.enable.idempotence | false | properties.enable.idempotence | transactions",
                "properties.transactional.id | x | properties.transactional.id | itself",
                "properties.key.serializer | x | properties.key.serializer | itself",
                "properties.linger.ms | soon | properties | linger.ms",
                "properties.max.in.flight.requests.per.connection | 6 | properties | max.in.flight",
            })
    void aWrongOptionIsAProblemThatNamesIt(String key, String value, String option, String what) {
        List<Problem> problems = problems(Map.of(key, value), ONE);
        assertThat(problems).singleElement().satisfies(problem -> {
            assertThat(problem.option()).isEqualTo(option);
            assertThat(problem.what() + problem.cure()).contains(what);
        });
    }

    @Test
    void acksOfOneAreRefusedWithAtLeastOnceToo() {
        assertThat(problems(Map.of("sink.delivery-guarantee", "at-least-once", "properties.acks", "1"), ONE))
                .hasSize(1);
        assertThat(problems(Map.of("sink.delivery-guarantee", "at-least-once"), ONE))
                .isEmpty();
    }

    @Test
    void serversWhoseRowsWouldMeetUnderOneKeyAreRefused() {
        List<Upstream> servers = List.of(new Upstream("eu", List.of("eu1", "eu2")));
        List<Upstream> sources = List.of(new Upstream("a", List.of("a")), new Upstream("b", List.of("b")));
        List<Upstream> alike = List.of(new Upstream("a", List.of("m", "n")), new Upstream("b", List.of("m")));

        assertThat(problems(Map.of(), servers)).singleElement().satisfies(problem -> {
            assertThat(problem.option()).isEqualTo("topic");
            assertThat(problem.what()).contains("eu1, eu2");
            assertThat(problem.cure()).contains("${server}").contains("shared-keys");
        });
        assertThat(problems(Map.of("topic", "${server}.${table}"), servers)).isEmpty();
        assertThat(problems(Map.of("topic", "${source}.${table}"), servers)).hasSize(1);
        assertThat(problems(Map.of("shared-keys", "true"), servers)).isEmpty();
        assertThat(problems(Map.of("topic", "x.${source}"), sources)).isEmpty();
        assertThat(problems(Map.of("topic", "x.${server}"), sources)).isEmpty();
        assertThat(problems(Map.of("topic", "x.${server}"), alike)).hasSize(1);
        assertThat(problems(Map.of("topic", "${source}.${server}"), alike)).isEmpty();
    }

    @Test
    void noTransactionalIdOfOneSinkBeginsWithThePrefixOfAnother() {
        String prefix = SinkSettings.transactionalIdPrefix(context(Map.of(), ONE));
        assertThat(prefix).isEqualTo("dbus-shop-topics:");
        assertThat("dbus-shop-topics-eu:-0-0").doesNotStartWith(prefix);
        assertThat(SinkSettings.transactionalIdPrefix(context(Map.of("sink.transactional-id-prefix", "mine"), ONE)))
                .isEqualTo("mine:");
    }

    @Test
    void noTwoSinksOfPipelinesWhoseNamesHoldDashesHaveOnePrefix() {
        String sinkOfLonger = prefix("a-b", "c");
        String sinkOfShorter = prefix("a", "b-c");
        assertThat(sinkOfLonger).startsWith("dbus-a-b-c").doesNotStartWith(sinkOfShorter);
        assertThat(sinkOfShorter).startsWith("dbus-a-b-c").doesNotStartWith(sinkOfLonger);
        assertThat(prefix("a-b", "c-d")).isNotEqualTo(prefix("a-b-c", "d"));
    }

    @Test
    void theSettingsAsTextHoldNoPassword() {
        PluginContext context = context(Map.of("properties.sasl.jaas.config", "user secret-1"), ONE);
        assertThat(SinkSettings.of(context).toString()).contains("topics").doesNotContain("secret-1");
    }

    private static String prefix(String pipeline, String sink) {
        return SinkSettings.transactionalIdPrefix(new PluginContext(pipeline, sink, new Configuration(), ONE));
    }

    private static List<Problem> problems(Map<String, String> options, List<Upstream> upstreams) {
        return PLUGIN.validate(context(options, upstreams));
    }

    private static PluginContext context(Map<String, String> options, List<Upstream> upstreams) {
        Map<String, String> all =
                new HashMap<>(Map.of("properties.bootstrap.servers", "localhost:9092", "topic", "shop.${db}.${table}"));
        all.putAll(options);
        return new PluginContext("shop", "topics", Configuration.fromMap(all), upstreams);
    }
}
