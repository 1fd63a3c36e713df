package io.dbus.event;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;

/** An opaque record: what a Kafka mirror or a stream carries. Its arrays must not change. */
public final class Message implements Event {
    private final byte[] recordKey;
    private final byte[] value;
    private final List<Header> headers;
    private final long timestampMillis;
    private final Origin origin;
    private final EventKey key;

    /**
     * A header of a record.
     *
     * @param name not null
     * @param value may be null, as Kafka allows
     */
    public record Header(String name, byte[] value) {
        public Header {
            requireNonNull(name, "name");
        }
    }

    /**
     * A record.
     *
     * @param recordKey its key; null when it has none
     * @param value its value; null when it has none
     * @param headers its headers in order
     * @param timestampMillis its timestamp in milliseconds since the epoch; -1 when it has none
     * @param origin where it comes from
     * @param key the key of the exchange
     */
    public Message(
            byte[] recordKey, byte[] value, List<Header> headers, long timestampMillis, Origin origin, EventKey key) {
        this.recordKey = recordKey;
        this.value = value;
        this.headers = List.copyOf(headers);
        this.timestampMillis = timestampMillis;
        this.origin = requireNonNull(origin, "origin");
        this.key = requireNonNull(key, "key");
    }

    public Optional<byte[]> recordKey() {
        return Optional.ofNullable(recordKey);
    }

    public Optional<byte[]> value() {
        return Optional.ofNullable(value);
    }

    public List<Header> headers() {
        return headers;
    }

    /** In milliseconds since the epoch; -1 when there is none. */
    public long timestampMillis() {
        return timestampMillis;
    }

    @Override
    public Origin origin() {
        return origin;
    }

    @Override
    public EventKey key() {
        return key;
    }
}
