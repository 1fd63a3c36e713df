package io.dbus.job.plugin;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.dbus.event.Event;
import io.dbus.event.Message;
import io.dbus.plugin.PluginContext;
import io.dbus.plugin.Problem;
import io.dbus.plugin.SinkPlugin;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.api.connector.sink2.CommitterInitContext;
import org.apache.flink.api.connector.sink2.CommittingSinkWriter;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SupportsCommitter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/** {@code test-sink}: keeps what was committed where a test can see it. */
public final class TestSinkPlugin implements SinkPlugin {
    private static final Map<String, Queue<String>> COMMITTED = new ConcurrentHashMap<>();
    private static final Set<String> DONE = ConcurrentHashMap.newKeySet();
    private static final ConfigOption<String> INTO =
            ConfigOptions.key("into").stringType().noDefaultValue().withDescription("Where a test looks.");
    private static final ConfigOption<String> TOPIC =
            ConfigOptions.key("topic").stringType().noDefaultValue().withDescription("A template.");

    /** What was committed into a place, in the order of commits. */
    public static Queue<String> committed(String into) {
        return COMMITTED.computeIfAbsent(into, name -> new ConcurrentLinkedQueue<>());
    }

    @Override
    public String type() {
        return "test-sink";
    }

    @Override
    public String description() {
        return "Keeps what it gets, for tests.";
    }

    @Override
    public List<ConfigOption<?>> requiredOptions() {
        return List.of(INTO);
    }

    @Override
    public List<ConfigOption<?>> optionalOptions() {
        return List.of(TOPIC);
    }

    @Override
    public Map<String, String> optionPrefixes() {
        return Map.of("properties.", "Options of the client.");
    }

    @Override
    public List<Problem> validate(PluginContext context) {
        // Tells a test which sources it was told of.
        return context.options().get(INTO).equals("upstreams?")
                ? List.of(Problem.of(context.upstreams().toString(), "none needed"))
                : List.of();
    }

    @Override
    public Sink<Event> sink(PluginContext context) {
        return new Keep(context.options().get(INTO));
    }

    private record Keep(String into) implements Sink<Event>, SupportsCommitter<String> {
        private static final long serialVersionUID = 1L;

        @Override
        public CommittingSinkWriter<Event, String> createWriter(WriterInitContext context) {
            return new Writer();
        }

        @Override
        public Committer<String> createCommitter(CommitterInitContext context) {
            return new Commit(into);
        }

        @Override
        public SimpleVersionedSerializer<String> getCommittableSerializer() {
            return new Text();
        }
    }

    private static final class Writer implements CommittingSinkWriter<Event, String> {
        private final List<String> held = new ArrayList<>();

        @Override
        public void write(Event event, Context context) {
            // A name of its own, by which the committer knows what Flink asks it to commit a second time.
            held.add(UUID.randomUUID() + " "
                    + new String(((Message) event).value().orElseThrow(), UTF_8));
        }

        @Override
        public Collection<String> prepareCommit() {
            List<String> ready = List.copyOf(held);
            held.clear();
            return ready;
        }

        @Override
        public void flush(boolean endOfInput) {}

        @Override
        public void close() {}
    }

    private record Commit(String into) implements Committer<String> {
        @Override
        public void commit(Collection<CommitRequest<String>> requests) {
            for (CommitRequest<String> request : requests) {
                if (DONE.add(request.getCommittable())) {
                    committed(into).add(request.getCommittable().split(" ", 2)[1]);
                }
            }
        }

        @Override
        public void close() {}
    }

    private static final class Text implements SimpleVersionedSerializer<String> {
        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(String text) {
            return text.getBytes(UTF_8);
        }

        @Override
        public String deserialize(int version, byte[] bytes) {
            return new String(bytes, UTF_8);
        }
    }
}
