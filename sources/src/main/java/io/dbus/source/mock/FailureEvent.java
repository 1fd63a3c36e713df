package io.dbus.source.mock;

import org.apache.flink.api.connector.source.SourceEvent;

/**
 * Between reader and enumerator: a reader has come to a row at which it is to fail; the answer says whether it shall, which it shall once.
 *
 * @param number the row's number in the source
 * @param fail in the answer, whether to fail
 */
record FailureEvent(long number, boolean fail) implements SourceEvent {
    private static final long serialVersionUID = 1L;
}
