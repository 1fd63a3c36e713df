package io.dbus.job.conf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.dbus.embedded.FlinkInstallation;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.GlobalConfiguration;
import org.apache.flink.metrics.reporter.MetricReporterFactory;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.config.ConfigurationSource;
import org.apache.logging.log4j.core.config.properties.PropertiesConfiguration;
import org.apache.logging.log4j.core.config.properties.PropertiesConfigurationFactory;
import org.apache.logging.log4j.status.StatusConsoleListener;
import org.apache.logging.log4j.status.StatusData;
import org.apache.logging.log4j.status.StatusLogger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code flink-conf/} says is what the Flink of this version understands. */
class FlinkConfTest {
    private static final Path FOLDER = Path.of("../flink-conf").toAbsolutePath().normalize();

    /** A line that sets an option, or one that would without its "#". */
    private static final Pattern OPTION = Pattern.compile("(#?)([a-z0-9][A-Za-z0-9.-]*): (\\S.*)");

    private static FlinkOptionCatalog flink;

    @TempDir
    Path folder;

    @BeforeAll
    static void readTheOptionsOfFlink() throws Exception {
        flink = new FlinkOptionCatalog();
    }

    @ParameterizedTest
    @ValueSource(strings = {"standalone-ha", "session"})
    void eachOptionIsOneThatFlinkHasAndItsValueOneOfItsType(String cluster) throws Exception {
        for (Map<String, String> options : List.of(set(cluster), off(cluster))) {
            Configuration configuration = loaded(options);
            assertThat(configuration.keySet()).isEqualTo(options.keySet());
            options.forEach((key, value) -> {
                ConfigOption<?> option =
                        flink.find(key).orElseThrow(() -> new AssertionError(cluster + ": Flink has no option " + key));
                assertThatCode(() -> configuration.get(option)).as(key).doesNotThrowAnyException();
            });
        }
    }

    @Test
    void anUnknownOptionAnOlderNameAndADeprecatedOneAreFound() {
        assertThat(flink.find("execution.checkpointing.intervall")).isEmpty();
        assertThat(flink.find("state.checkpoints.dir")).as("the older name").isEmpty();
        assertThat(flink.find("jobmanager.adaptive-scheduler.resource-wait-timeout"))
                .as("deprecated")
                .isEmpty();
        assertThat(flink.find("metrics.reporter.prom.prt")).isEmpty();
        assertThat(flink.find("s3.end-point")).isEmpty();
        assertThat(flink.find("execution.checkpointing.dir")).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"standalone-ha", "session"})
    void noOptionIsThereTwiceNorBothAValueAndAGroup(String cluster) throws Exception {
        List<String> keys = new ArrayList<>();
        for (String line : lines(cluster)) {
            Matcher matcher = OPTION.matcher(line);
            if (matcher.matches() && matcher.group(1).isEmpty()) {
                keys.add(matcher.group(2));
            }
        }
        assertThat(keys).doesNotHaveDuplicates();
        keys.addAll(off(cluster).keySet());
        // Flink's scripts write the file anew as nested maps, which cannot hold both.
        for (String key : keys) {
            assertThat(keys).noneMatch(other -> other.startsWith(key + "."));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"standalone-ha", "session"})
    void eachLineIsACommentAnOptionOrEmptyAndEachGroupOfOptionsIsExplained(String cluster) throws Exception {
        boolean explained = false;
        for (String line : lines(cluster)) {
            if (line.isEmpty()) {
                explained = false;
            } else if (line.startsWith("# ") || line.equals("#")) {
                explained = true;
            } else {
                assertThat(line).as(cluster).matches(OPTION);
                assertThat(explained)
                        .as(cluster + ": an explanation above " + line)
                        .isTrue();
            }
        }
    }

    @Test
    void bothClustersAgreeButInWhereTheirJobManagerIs() throws Exception {
        Map<String, String> session = set("session");
        Map<String, String> common = new LinkedHashMap<>(set("standalone-ha"));
        common.keySet().removeIf(key -> key.startsWith("high-availability."));

        assertThat(session).containsAllEntriesOf(common);
        session.keySet().removeAll(common.keySet());
        assertThat(session).containsOnlyKeys("jobmanager.rpc.port", "rest.address");
    }

    @ParameterizedTest
    @ValueSource(strings = {"standalone-ha", "session"})
    void theJvmOpensWhatFlinkNeedsOfJava17(String cluster) throws Exception {
        try (InputStream in = FlinkInstallation.class.getResourceAsStream("flink-jvm-options.txt")) {
            assertThat(set(cluster))
                    .containsEntry("env.java.opts.all", new String(in.readAllBytes(), StandardCharsets.UTF_8).strip());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"standalone-ha", "session"})
    void eachReporterThatIsNamedHasAFactory(String cluster) throws Exception {
        Map<String, String> options = set(cluster);
        for (String reporter : options.get("metrics.reporters").split(",")) {
            String factory = options.get("metrics.reporter." + reporter + ".factory.class");
            assertThat(flink.load(factory)).isAssignableTo(MetricReporterFactory.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"log4j.properties", "log4j-console.properties", "log4j-cli.properties"})
    void log4jUnderstandsEachLineOfTheLogFiles(String file) throws Exception {
        assertThat(complaints(Files.readString(FOLDER.resolve(file)))).isEmpty();
    }

    @Test
    void aMistakeInALogFileIsFound() throws Exception {
        String text = Files.readString(FOLDER.resolve("log4j.properties"));

        assertThat(complaints(text.replace("SizeBasedTriggeringPolicy", "SizeBasedTrigeringPolicy")))
                .isNotEmpty();
        assertThat(complaints(text.replace("policies.size.size", "policies.size.sise")))
                .isNotEmpty();
        assertThat(complaints(text.replace("appenderRef.file.ref = File", "appenderRef.file.ref = Fil")))
                .isNotEmpty();
    }

    /** What log4j has to say about a configuration, from WARN on. */
    private List<String> complaints(String properties) throws Exception {
        List<String> complaints = new ArrayList<>();
        StatusConsoleListener listener = new StatusConsoleListener(Level.WARN) {
            @Override
            public void log(StatusData data) {
                complaints.add(data.getFormattedStatus());
            }
        };
        System.setProperty("log.file", folder.resolve("flink.log").toString());
        StatusLogger.getLogger().registerListener(listener);
        try (LoggerContext context = new LoggerContext("flink-conf")) {
            // Without "status", which would turn down what log4j says.
            String text = properties.replaceAll("(?m)^(status|monitorInterval).*", "");
            ConfigurationSource source =
                    new ConfigurationSource(new java.io.ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
            PropertiesConfiguration configuration =
                    new PropertiesConfigurationFactory().getConfiguration(context, source);
            context.start(configuration);
            return complaints;
        } finally {
            StatusLogger.getLogger().removeListener(listener);
            System.clearProperty("log.file");
        }
    }

    private static Map<String, String> set(String cluster) throws Exception {
        return options(cluster, "");
    }

    private static Map<String, String> off(String cluster) throws Exception {
        return options(cluster, "#");
    }

    private static Map<String, String> options(String cluster, String mark) throws Exception {
        Map<String, String> options = new LinkedHashMap<>();
        for (String line : lines(cluster)) {
            Matcher matcher = OPTION.matcher(line);
            if (matcher.matches() && matcher.group(1).equals(mark)) {
                options.put(matcher.group(2), matcher.group(3));
            }
        }
        assertThat(options).isNotEmpty();
        return options;
    }

    private static List<String> lines(String cluster) throws Exception {
        return Files.readAllLines(FOLDER.resolve(cluster).resolve("config.yaml"));
    }

    /** As Flink reads them. */
    private Configuration loaded(Map<String, String> options) throws Exception {
        StringBuilder text = new StringBuilder();
        options.forEach(
                (key, value) -> text.append(key).append(": ").append(value).append('\n'));
        Path conf = Files.createDirectories(folder.resolve("conf"));
        Files.writeString(conf.resolve("config.yaml"), text);
        return GlobalConfiguration.loadConfiguration(conf.toString());
    }
}
