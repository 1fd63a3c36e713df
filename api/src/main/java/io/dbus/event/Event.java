package io.dbus.event;

/**
 * What travels through a pipeline. Events are immutable: an operator that changes one makes a new one, and the same
 * instance may be read by several consumers at once (pipelines run with Flink's object reuse on).
 *
 * <p>Between parallel lanes only {@link Origin#sequence()} orders events, and only those of one server.
 */
public sealed interface Event permits RowChange, SchemaChange, Truncate, Message {

    /** Where the event comes from; never null. */
    Origin origin();

    /** The key by which a keyed exchange keeps events in order; never null. */
    EventKey key();
}
