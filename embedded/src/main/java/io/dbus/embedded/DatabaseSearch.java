package io.dbus.embedded;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Finds what a server can be started from on this machine, once for each JVM; that there is none is found out once too. The first that is
 * there: the one that an environment variable names, the one on the PATH, the one in the cache, the one that {@code
 * get-mysql.sh} fetches into the cache, an image where Docker answers.
 */
final class DatabaseSearch {
    static final DatabaseSearch MYSQL = new DatabaseSearch(
            false, System.getenv(), () -> FetchScript.run("mysql"), () -> DatabaseImage.ifDockerAnswers(false));
    static final DatabaseSearch MARIADB = new DatabaseSearch(
            true, System.getenv(), () -> FetchScript.run("mariadb"), () -> DatabaseImage.ifDockerAnswers(true));

    private final boolean forMariaDb;
    private final Map<String, String> environment;
    private final Supplier<Path> fetched;
    private final Supplier<Optional<DatabaseImage>> image;
    private Optional<DatabaseSource> found = Optional.empty();
    private Optional<ServerUnavailableException> missing = Optional.empty();

    /**
     * @param fetched gives the launcher in the cache, or throws {@link ServerUnavailableException}
     * @param image gives the image where Docker answers
     */
    DatabaseSearch(
            boolean forMariaDb,
            Map<String, String> environment,
            Supplier<Path> fetched,
            Supplier<Optional<DatabaseImage>> image) {
        this.forMariaDb = forMariaDb;
        this.environment = environment;
        this.fetched = fetched;
        this.image = image;
    }

    /** @throws ServerUnavailableException saying what was tried, in one line */
    synchronized DatabaseSource source() {
        if (missing.isPresent()) {
            throw missing.get();
        }
        if (found.isEmpty()) {
            try {
                found = Optional.of(search());
            } catch (ServerUnavailableException e) {
                missing = Optional.of(e);
                throw e;
            }
        }
        return found.get();
    }

    private DatabaseSource search() {
        String variable = forMariaDb ? "DBUS_MARIADBD" : "DBUS_MYSQLD";
        String configured = environment.getOrDefault(variable, "");
        if (!configured.isBlank()) {
            return configured(variable, Path.of(configured));
        }
        List<String> reasons = new ArrayList<>(List.of(variable + " is not set"));
        String program = forMariaDb ? "mariadbd" : "mysqld";
        Optional<Path> onPath = DatabaseBinary.onPath(program, environment.getOrDefault("PATH", ""));
        if (onPath.isEmpty()) {
            reasons.add("no " + program + " is on the PATH");
        } else {
            try {
                DatabaseBinary binary = DatabaseBinary.inspect(onPath.get());
                if (binary.isMariaDb() == forMariaDb) {
                    return binary;
                }
                reasons.add(binary.path() + " is " + binary.product() + " " + binary.version());
            } catch (ServerUnavailableException e) {
                reasons.add(e.getMessage());
            }
        }
        try {
            return DatabaseBinary.inspect(fetched.get());
        } catch (ServerUnavailableException e) {
            reasons.add(e.getMessage());
        }
        Optional<DatabaseImage> container = image.get();
        if (container.isPresent()) {
            return container.get();
        }
        reasons.add("Docker does not answer");
        throw new ServerUnavailableException("no " + product() + " server is to be had: " + String.join("; ", reasons));
    }

    /** What the user names must be right: to go on with another server would hide the mistake. */
    private DatabaseBinary configured(String variable, Path path) {
        try {
            DatabaseBinary binary = DatabaseBinary.inspect(path);
            if (binary.isMariaDb() != forMariaDb) {
                throw new ServerFailedException(
                        variable + " must name a server of " + product() + ", but " + path + " is " + binary.product());
            }
            return binary;
        } catch (ServerUnavailableException e) {
            throw new ServerFailedException(variable + " is wrong: " + e.getMessage(), e);
        }
    }

    private String product() {
        return forMariaDb ? "MariaDB" : "MySQL";
    }
}
