package io.dbus.source.stream;

import java.util.List;

/**
 * What the enumerator knows.
 *
 * @param waiting the split while no reader has it
 */
record StreamEnumeratorState(List<StreamSplit> waiting) {
    StreamEnumeratorState {
        waiting = List.copyOf(waiting);
    }
}
