package io.dbus.job.pipeline;

import static java.util.Locale.ROOT;

/** What {@code pipeline.exchange} says. */
public enum ExchangeMode {
    /** {@link #KEYED} where that can pay, else {@link #NONE}. */
    AUTO,
    /** Events are spread by key over all lanes, those of one key in order on one lane. */
    KEYED,
    /** Events stay on the lane of their source's reader, from there to the sink. */
    NONE;

    @Override
    public String toString() {
        return name().toLowerCase(ROOT);
    }
}
