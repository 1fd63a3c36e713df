package io.dbus.source.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;
import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.event.Event;
import io.dbus.event.Message;
import io.dbus.metrics.ComponentMetrics;
import io.dbus.reject.Rejection;
import io.dbus.reject.Rejects;
import io.dbus.reject.RejectsFactory;
import io.dbus.source.EventJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;

/** Jobs of the stream source, and what they reject. */
final class StreamJobs {
    /** What was rejected since a test began: the reason and the bytes. */
    static final Queue<String> REJECTED = new ConcurrentLinkedQueue<>();

    private static final RejectsFactory KEEPING = context -> new Rejects() {
        @Override
        public void reject(Rejection rejection) {
            REJECTED.add(rejection.reason().label() + ": "
                    + new String(((Message) rejection.event()).value().orElseThrow(), UTF_8));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    private StreamJobs() {}

    static StreamSettings settings(String... options) {
        StreamSourceConfiguration configuration = StreamSourceConfiguration.of(
                StreamSourcePluginTest.context(options).withRejects(KEEPING));
        assertThat(configuration.problems()).isEmpty();
        return configuration.settings();
    }

    static StreamSource source(String... options) {
        return new StreamSource(settings(options));
    }

    static EventJob job(Path directory, String... options) {
        return new EventJob(directory, () -> source(options));
    }

    static StreamFigures figures() {
        return new StreamFigures(ComponentMetrics.of(new UnregisteredMetricsGroup(), "lines"));
    }

    static String lines(int from, int to) {
        StringBuilder text = new StringBuilder();
        IntStream.range(from, to).forEach(i -> text.append("line ").append(i).append('\n'));
        return text.toString();
    }

    static void append(Path file, String text) throws IOException {
        Files.writeString(file, text, CREATE, APPEND);
    }

    static List<String> texts(EventJob job) {
        return job.out().stream().map(StreamJobs::text).toList();
    }

    static String text(Event event) {
        return new String(((Message) event).value().orElseThrow(), UTF_8);
    }
}
