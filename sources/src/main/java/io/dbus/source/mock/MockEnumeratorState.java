package io.dbus.source.mock;

import java.util.List;

/**
 * What the enumerator knows.
 *
 * @param waiting the splits that no reader has
 */
record MockEnumeratorState(List<MockSplit> waiting) {
    MockEnumeratorState {
        waiting = List.copyOf(waiting);
    }
}
