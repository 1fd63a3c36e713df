package io.dbus.sink.kafka;

import java.time.Duration;
import java.util.Properties;
import org.apache.kafka.clients.admin.Admin;

/** An admin client that is made when first asked for. Not thread-safe. */
final class LazyAdmin implements AutoCloseable {
    private final Properties properties;
    private Admin admin;

    /** One with those of the producer's properties that it knows. */
    LazyAdmin(Properties producer) {
        this.properties = ProducerSettings.admin(producer);
    }

    Admin get() {
        if (admin == null) {
            admin = Admin.create(properties);
        }
        return admin;
    }

    @Override
    public void close() {
        if (admin != null) {
            admin.close(Duration.ZERO);
            admin = null;
        }
    }
}
