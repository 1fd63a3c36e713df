package io.dbus.operator.mask;

import static io.dbus.operator.mask.MaskOptions.HMAC_ENCODING;
import static io.dbus.operator.mask.MaskOptions.HMAC_SECRET;
import static io.dbus.operator.mask.MaskOptions.MASKS;

import io.dbus.event.Event;
import io.dbus.operator.EventOperator;
import io.dbus.plugin.OperatorPlugin;
import io.dbus.plugin.PluginContext;
import io.dbus.plugin.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.streaming.api.datastream.DataStream;

/** {@code mask}: hides what columns hold. */
public final class MaskPlugin implements OperatorPlugin {
    private static final int SHORTEST_SECRET = 16;

    @Override
    public String type() {
        return "mask";
    }

    @Override
    public String description() {
        return "Hides what columns of row changes hold: a fixed value, a keyed hash, the first characters or NULL; messages are rejected (reason wrong-kind); TRUNCATEs and schema changes pass, whose text may show values of its own.";
    }

    @Override
    public List<ConfigOption<?>> requiredOptions() {
        return List.of(MASKS);
    }

    @Override
    public List<ConfigOption<?>> optionalOptions() {
        return List.of(HMAC_SECRET, HMAC_ENCODING);
    }

    @Override
    public List<Problem> validate(PluginContext context) {
        ReadableConfig options = context.options();
        List<Problem> problems = new ArrayList<>();
        List<Map<String, String>> masks = options.getOptional(MASKS).orElse(List.of());
        Optional<String> secret = options.getOptional(HMAC_SECRET);
        try {
            boolean hashes = MaskRule.parse(masks).stream().anyMatch(rule -> rule.kind() == MaskRule.Kind.HMAC);
            if (hashes && secret.isEmpty()) {
                problems.add(Problem.ofOption(
                        MASKS.key(),
                        "a mask is hmac, and there is no secret for it",
                        "give hmac.secret, such as ${env:MASK_SECRET}"));
            }
            if (!hashes && secret.isPresent()) {
                problems.add(Problem.ofOption(
                        HMAC_SECRET.key(),
                        "there is a secret, and no mask is hmac",
                        "take it out, or give a mask with: hmac"));
            }
        } catch (IllegalArgumentException e) {
            problems.add(Problem.ofOption(
                    MASKS.key(),
                    e.getMessage(),
                    "write masks like {columns: email, with: hmac} or {columns: '*_name', with: truncate, length: 1}"));
        }
        // A reference that is not resolved yet says nothing of what it will be.
        secret.filter(text -> !text.contains("${") && text.length() < SHORTEST_SECRET)
                .ifPresent(text -> problems.add(Problem.ofOption(
                        HMAC_SECRET.key(),
                        "the secret has fewer than " + SHORTEST_SECRET
                                + " characters, so that it could be found by trying",
                        "take a random one, such as the output of: openssl rand -hex 32")));
        return problems;
    }

    @Override
    public Outputs apply(DataStream<Event> input, PluginContext context) {
        ReadableConfig options = context.options();
        return EventOperator.on(
                input,
                context,
                new EventMasker(options.get(MASKS), options.getOptional(HMAC_SECRET), options.get(HMAC_ENCODING)));
    }
}
