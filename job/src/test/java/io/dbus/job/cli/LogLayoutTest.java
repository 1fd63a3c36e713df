package io.dbus.job.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.util.Properties;
import org.apache.flink.runtime.rest.RestClient;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.config.properties.PropertiesConfiguration;
import org.apache.logging.log4j.core.config.properties.PropertiesConfigurationBuilder;
import org.apache.logging.log4j.core.impl.Log4jLogEvent;
import org.apache.logging.log4j.message.SimpleMessage;
import org.junit.jupiter.api.Test;

class LogLayoutTest {
    @Test
    void an_exception_is_a_part_of_the_one_line_of_its_event() throws Exception {
        PropertiesConfiguration configuration = configuration();
        Log4jLogEvent event = Log4jLogEvent.newBuilder()
                .setLevel(Level.ERROR)
                .setLoggerName("a.b.Fetcher")
                .setMessage(new SimpleMessage("it ended"))
                .setThrown(new IllegalStateException("no place left"))
                .build();

        byte[] line = configuration.getAppender("console").getLayout().toByteArray(event);

        assertThat(new String(line, UTF_8))
                .contains("ERROR Fetcher - it ended: ", "no place left")
                .hasLineCount(1);
    }

    @Test
    void flink_s_client_does_not_print_what_is_no_answer_of_flink_s() throws Exception {
        assertThat(configuration().getLoggerConfig(RestClient.class.getName()).getLevel())
                .isEqualTo(Level.OFF);
    }

    private static PropertiesConfiguration configuration() throws Exception {
        Properties properties = new Properties();
        try (InputStream file = LogLayoutTest.class.getResourceAsStream("/dbus-log4j2.properties")) {
            properties.load(file);
        }
        PropertiesConfiguration configuration = new PropertiesConfigurationBuilder()
                .setRootProperties(properties)
                .build();
        configuration.initialize();
        return configuration;
    }
}
