package io.dbus.sink.kafka;

import io.dbus.event.Event;
import java.util.OptionalInt;

/** A topic as a writer knows it, and the largest record that it handed over to it since its last flush. Not thread-safe. */
final class Topic {
    private final String name;
    private final int partitions;
    private final OptionalInt maxMessageBytes;
    private Event largest;
    private byte[] largestKey;
    private int largestSize;

    /**
     * A topic.
     *
     * @param maxMessageBytes its {@code max.message.bytes}; empty where the sink may not ask for it
     */
    Topic(String name, int partitions, OptionalInt maxMessageBytes) {
        this.name = name;
        this.partitions = partitions;
        this.maxMessageBytes = maxMessageBytes;
    }

    String name() {
        return name;
    }

    int partitions() {
        return partitions;
    }

    OptionalInt maxMessageBytes() {
        return maxMessageBytes;
    }

    /**
     * The partition of a record without a key: that of the exchange's key, so that the rows of a table without a key keep their
     * order. Stays as it is when partitions are added while the job runs.
     */
    int partitionOf(Event event) {
        int hash = event.key().hashCode();
        hash ^= hash >>> 16;
        hash *= 0x85EB_CA6B;
        hash ^= hash >>> 13;
        return (hash & Integer.MAX_VALUE) % partitions;
    }

    /** Remembers a record if it is the largest. */
    void handedOver(Event event, byte[] key, int size) {
        if (size > largestSize) {
            largest = event;
            largestKey = key;
            largestSize = size;
        }
    }

    /** All records so far are acknowledged. */
    void flushed() {
        largest = null;
        largestKey = null;
        largestSize = 0;
    }

    /** The size in bytes of the largest record since the last flush; 0 when there was none. */
    int largestSize() {
        return largestSize;
    }

    /** What the largest record since the last flush was, for an error message. */
    String describeLargest() {
        return RecordSize.describe(largest, largestKey) + ", has " + largestSize + " bytes";
    }
}
