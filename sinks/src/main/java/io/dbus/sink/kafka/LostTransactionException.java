package io.dbus.sink.kafka;

import java.io.IOException;

/** Records of a completed checkpoint are not in Kafka and cannot come there any more: their transaction was aborted. */
final class LostTransactionException extends IOException {
    private static final long serialVersionUID = 1L;

    LostTransactionException(String message, Throwable cause) {
        super(message, cause);
    }
}
