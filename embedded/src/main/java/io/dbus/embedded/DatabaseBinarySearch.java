package io.dbus.embedded;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds a server's program on this machine, once for each JVM; that there is none is found out once too. The first that is
 * there: the one that an environment variable names, the one on the PATH, the one in the cache, the one that {@code
 * get-mysql.sh} fetches into the cache.
 */
final class DatabaseBinarySearch {
    static final DatabaseBinarySearch MYSQL =
            new DatabaseBinarySearch("MySQL", "DBUS_MYSQLD", "mysqld", "mysql", false);
    static final DatabaseBinarySearch MARIADB =
            new DatabaseBinarySearch("MariaDB", "DBUS_MARIADBD", "mariadbd", "mariadb", true);

    private final String product;
    private final String variable;
    private final String program;
    private final String fetched;
    private final boolean isMariaDb;
    private Optional<DatabaseBinary> found = Optional.empty();
    private Optional<ServerUnavailableException> missing = Optional.empty();

    private DatabaseBinarySearch(String product, String variable, String program, String fetched, boolean isMariaDb) {
        this.product = product;
        this.variable = variable;
        this.program = program;
        this.fetched = fetched;
        this.isMariaDb = isMariaDb;
    }

    /** @throws ServerUnavailableException saying what was tried, in one line */
    synchronized DatabaseBinary binary() {
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

    private DatabaseBinary search() {
        String configured = System.getenv(variable);
        if (configured != null && !configured.isBlank()) {
            return configured(Path.of(configured));
        }
        List<String> reasons = new ArrayList<>(List.of(variable + " is not set"));
        Optional<Path> onPath = DatabaseBinary.onPath(program);
        if (onPath.isEmpty()) {
            reasons.add("no " + program + " is on the PATH");
        } else {
            try {
                DatabaseBinary binary = DatabaseBinary.inspect(onPath.get());
                if (binary.isMariaDb() == isMariaDb) {
                    return binary;
                }
                reasons.add(binary.path() + " is " + binary.product() + " " + binary.version());
            } catch (ServerUnavailableException e) {
                reasons.add(e.getMessage());
            }
        }
        try {
            return DatabaseBinary.inspect(FetchScript.run(fetched));
        } catch (ServerUnavailableException e) {
            reasons.add(e.getMessage());
        }
        throw new ServerUnavailableException("no " + product + " server is to be had: " + String.join("; ", reasons));
    }

    /** What the user names must be right: to go on with another server would hide the mistake. */
    private DatabaseBinary configured(Path path) {
        try {
            DatabaseBinary binary = DatabaseBinary.inspect(path);
            if (binary.isMariaDb() != isMariaDb) {
                throw new ServerFailedException(
                        variable + " must name a server of " + product + ", but " + path + " is " + binary.product());
            }
            return binary;
        } catch (ServerUnavailableException e) {
            throw new ServerFailedException(variable + " is wrong: " + e.getMessage(), e);
        }
    }
}
