package io.dbus.sink.kafka;

/** A topic, or a record for it, is not as the sink needs it; the message says what to do. */
final class TopicFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TopicFailure(String message) {
        super(message);
    }

    TopicFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
