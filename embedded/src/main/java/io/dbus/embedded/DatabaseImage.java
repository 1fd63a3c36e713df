package io.dbus.embedded;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import org.testcontainers.DockerClientFactory;

/**
 * A server of Docker's official images.
 *
 * @param name of the image, with its tag
 */
record DatabaseImage(String name) implements DatabaseSource {
    DatabaseImage {
        requireNonNull(name, "name is null");
    }

    /** The image for a flavour where Docker answers on this machine, else nothing. */
    static Optional<DatabaseImage> ifDockerAnswers(boolean forMariaDb) {
        return DockerClientFactory.instance().isDockerAvailable()
                ? Optional.of(new DatabaseImage(forMariaDb ? "mariadb:11.4" : "mysql:8.4"))
                : Optional.empty();
    }
}
