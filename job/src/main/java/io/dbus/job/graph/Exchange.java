package io.dbus.job.graph;

import io.dbus.job.pipeline.ExchangeMode;
import io.dbus.job.pipeline.Pipeline;
import io.dbus.plugin.OperatorPlugin;

/**
 * Whether a pipeline spreads events by key over its lanes, and why.
 *
 * @param keyed whether it does
 * @param reason why, for a user
 */
public record Exchange(boolean keyed, String reason) {
    /** The word for one that does not. */
    public static final String NONE = "none";

    /**
     * What a pipeline does at a parallelism. A keyed exchange costs about as much as decoding and encoding a row, so it is
     * left out where it cannot pay: when no operator keeps state by key and there are servers enough to keep each lane busy.
     */
    public static Exchange of(Pipeline pipeline, int parallelism) {
        if (pipeline.settings().exchange() != ExchangeMode.AUTO) {
            boolean keyed = pipeline.settings().exchange() == ExchangeMode.KEYED;
            return new Exchange(keyed, "pipeline.exchange says so");
        }
        if (parallelism == 1) {
            return new Exchange(false, "there is one lane");
        }
        for (var operator : pipeline.operators()) {
            OperatorPlugin plugin = operator.plugin();
            if (plugin.keyed(operator.context())) {
                return new Exchange(true, "the operator " + operator.name() + " keeps state by key");
            }
        }
        int servers = pipeline.sources().stream()
                .mapToInt(source -> source.plugin().servers(source.context()).size())
                .sum();
        return servers < parallelism
                ? new Exchange(true, count(servers, "server") + " for " + parallelism + " lanes")
                : new Exchange(
                        false,
                        "no operator keeps state by key, and there are " + count(servers, "server") + " for "
                                + parallelism + " lanes");
    }

    private static String count(int number, String word) {
        return number + " " + word + (number == 1 ? "" : "s");
    }

    /** {@code keyed} or {@code none}. */
    public String word() {
        return keyed ? "keyed" : NONE;
    }
}
