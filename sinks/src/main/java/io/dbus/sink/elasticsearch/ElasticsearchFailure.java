package io.dbus.sink.elasticsearch;

import java.io.IOException;

/** The sink cannot go on. The job fails, and may start again from its last checkpoint: writing the same once more changes nothing. */
final class ElasticsearchFailure extends IOException {
    private static final long serialVersionUID = 1L;

    ElasticsearchFailure(String message) {
        super(message);
    }

    ElasticsearchFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
