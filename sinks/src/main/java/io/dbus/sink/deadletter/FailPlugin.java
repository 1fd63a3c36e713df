package io.dbus.sink.deadletter;

import io.dbus.plugin.DeadLetterPlugin;
import io.dbus.plugin.PluginContext;
import io.dbus.reject.RejectedEventException;
import io.dbus.reject.Rejection;
import io.dbus.reject.Rejects;
import io.dbus.reject.RejectsContext;
import io.dbus.reject.RejectsFactory;
import java.util.List;
import java.util.function.Consumer;
import org.apache.flink.configuration.ConfigOption;

/** No place for dead letters: as without a section, the first event that is rejected fails the job. */
public final class FailPlugin implements DeadLetterPlugin {
    @Override
    public String type() {
        return "fail";
    }

    @Override
    public String description() {
        return "Sets nothing aside: the first event that is rejected fails the job for good. What holds without dead-letters.";
    }

    @Override
    public List<ConfigOption<?>> requiredOptions() {
        return List.of();
    }

    @Override
    public List<ConfigOption<?>> optionalOptions() {
        return List.of();
    }

    @Override
    public RejectsFactory rejects(PluginContext context) {
        String place = context.component();
        return opened -> new Refused(opened, place);
    }

    /** There are none. */
    @Override
    public void read(PluginContext context, Consumer<String> letters) {}

    /** Refuses every event. */
    private record Refused(RejectsContext context, String place) implements Rejects {
        @Override
        public void reject(Rejection rejection) {
            context.metrics().rejected(rejection.reason());
            throw new RejectedEventException(
                    rejection.describe(context.component()) + " Such events can also be set aside: the type of " + place
                            + " is fail, set it to kafka or files.",
                    rejection.cause().orElse(null));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
