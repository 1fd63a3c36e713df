package io.dbus.source.mock;

import org.apache.flink.api.connector.source.SourceSplit;

/**
 * A part of the rows of a mock source, and how far it was read.
 *
 * @param number its number, from 0
 * @param of how many splits the source was divided into
 * @param next the index of the row that comes next
 */
record MockSplit(int number, int of, long next) implements SourceSplit {
    @Override
    public String splitId() {
        return "mock-" + number;
    }
}
