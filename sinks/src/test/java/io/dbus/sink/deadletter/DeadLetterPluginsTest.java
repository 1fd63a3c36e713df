package io.dbus.sink.deadletter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.plugin.DeadLetterPlugin;
import io.dbus.plugin.PluginContext;
import io.dbus.plugin.Problem;
import io.dbus.reject.RejectedEventException;
import io.dbus.reject.Rejects;
import io.dbus.sink.kafka.TopicProducer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeadLetterPluginsTest {
    @TempDir
    Path folder;

    @Test
    void theKindsAreFoundByTheirNames() {
        assertThat(ServiceLoader.load(DeadLetterPlugin.class))
                .extracting(DeadLetterPlugin::type)
                .contains("kafka", "files", "fail");
    }

    @ParameterizedTest
    @CsvSource({
        "max-per-minute, 0, the limit cannot be switched off",
        "max-per-minute, -1, the limit cannot be switched off",
        "max-bytes, 513 mb, more than a dead letter can hold",
        "path, letters/here, another folder on every machine",
        "path, '', another folder on every machine",
        "path, 's3://[x', is no path",
        "sink.rolling-policy.file-size, 1 b, a file of every letter",
        "sink.rolling-policy.rollover-interval, 999 ms, a file of every letter",
    })
    void filesRefuse(String key, String value, String why) {
        assertThat(problems(new FilesDeadLetterPlugin(), Map.of("path", "/letters"), key, value))
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.option()).isEqualTo(key);
                    assertThat(problem.what()).contains(why);
                });
    }

    @ParameterizedTest
    @CsvSource({
        "max-per-minute, 0, the limit cannot be switched off",
        "topic, 'shop.${table}', holds a variable",
        "topic, 'a b', cannot be in the name of a topic",
        "topic, '', without a name",
        "topic, .., cannot be named",
        "properties.acks, 1, records are lost when a broker fails",
        "properties.enable.idempotence, false, changes the order",
        "properties.transactional.id, x, is set by the sink itself",
        "topic.creation.partitions, 0, there cannot be 0",
    })
    void kafkaRefuses(String key, String value, String why) {
        assertThat(problems(new KafkaDeadLetterPlugin(), Map.of(), key, value))
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.option()).isEqualTo(key);
                    assertThat(problem.what()).contains(why);
                });
    }

    @Test
    void bothTakeWhatIsRight() {
        assertThat(problems(new KafkaDeadLetterPlugin(), Map.of())).isEmpty();
        assertThat(problems(new FilesDeadLetterPlugin(), Map.of("path", "/letters")))
                .isEmpty();
        assertThat(problems(new FilesDeadLetterPlugin(), Map.of("path", "s3://bucket/letters")))
                .isEmpty();
        assertThat(problems(
                        new FilesDeadLetterPlugin(),
                        Map.of(
                                "path",
                                "/letters",
                                "max-per-minute",
                                "1",
                                "max-bytes",
                                "0",
                                "sink.rolling-policy.file-size",
                                "1 kb")))
                .isEmpty();
    }

    @Test
    void filesWritesNothingThatStaysToSeeWhetherItCouldRun() throws Exception {
        Path file = Files.createFile(folder.resolve("file"));

        assertThat(new FilesDeadLetterPlugin()
                        .preflight(context(Map.of("path", folder.resolve("a/b").toString()))))
                .isEmpty();
        assertThat(folder.resolve("a/b")).isEmptyDirectory();
        assertThat(new FilesDeadLetterPlugin().preflight(context(Map.of("path", file + "/b"))))
                .extracting(Problem::option)
                .containsExactly("path");
        assertThat(new FilesDeadLetterPlugin().preflight(context(Map.of("path", "no-such-scheme://x/b"))))
                .extracting(Problem::option)
                .containsExactly("path");
    }

    @Test
    void failRefusesTheFirstEventAndSaysThatItWasAskedTo() throws Exception {
        try (Rejects rejects = new FailPlugin().rejects(context(Map.of())).open(Rejected.context(0, 0))) {
            assertThatThrownBy(() -> rejects.reject(Rejected.rejection(Rejected.message(1))))
                    .isInstanceOf(RejectedEventException.class)
                    .hasMessageContaining("Component topics: it has 9 bytes")
                    .hasMessageContaining("the type of dead-letters is fail");
        }
    }

    @Test
    void noPasswordIsInWhatSettingsPrint() {
        assertThat(TopicProducer.Settings.of(kafka(Map.of("properties.sasl.jaas.config", "secret-1")))
                        .toString())
                .doesNotContain("secret-1");
    }

    private static List<Problem> problems(DeadLetterPlugin plugin, Map<String, String> options, String... more) {
        Map<String, String> all = new HashMap<>(options);
        if (more.length == 2) {
            all.put(more[0], more[1]);
        }
        return plugin.validate(plugin instanceof KafkaDeadLetterPlugin ? kafka(all) : context(all));
    }

    private static PluginContext kafka(Map<String, String> options) {
        Map<String, String> all = new HashMap<>(Map.of("properties.bootstrap.servers", "k:9092", "topic", "letters"));
        all.putAll(options);
        return context(all);
    }

    private static PluginContext context(Map<String, String> options) {
        return new PluginContext("shop", "dead-letters", Configuration.fromMap(options), List.of());
    }
}
