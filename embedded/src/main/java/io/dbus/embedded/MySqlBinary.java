package io.dbus.embedded;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds a MySQL server for this machine, once for each JVM; also that there is none is found out once. */
final class MySqlBinary {
    private static DatabaseBinary found;
    private static ServerUnavailableException missing;

    private MySqlBinary() {}

    /**
     * The first that is there: {@code DBUS_MYSQLD}, {@code mysqld} on the PATH, the cached one, the one that get-mysql
     * fetches.
     */
    static synchronized DatabaseBinary locate() {
        if (missing != null) {
            throw missing;
        }
        if (found == null) {
            try {
                found = search();
            } catch (ServerUnavailableException e) {
                missing = e;
                throw e;
            }
        }
        return found;
    }

    private static DatabaseBinary search() {
        String configured = System.getenv("DBUS_MYSQLD");
        if (configured != null && !configured.isBlank()) {
            return configured(Path.of(configured));
        }
        List<String> reasons = new ArrayList<>(List.of("DBUS_MYSQLD is not set"));
        Optional<Path> onPath = DatabaseBinary.onPath("mysqld");
        if (onPath.isPresent()) {
            try {
                DatabaseBinary binary = DatabaseBinary.inspect(onPath.get());
                if (!binary.isMariaDb()) {
                    return binary;
                }
                reasons.add(binary.path() + " is MariaDB " + binary.version());
            } catch (ServerUnavailableException e) {
                reasons.add(e.getMessage());
            }
        } else {
            reasons.add("no mysqld is on the PATH");
        }
        try {
            return DatabaseBinary.inspect(
                    FetchScript.run("get-mysql.sh", Cache.home().resolve("mysql-sid")));
        } catch (ServerUnavailableException e) {
            reasons.add(e.getMessage());
        }
        throw new ServerUnavailableException("no MySQL server is to be had: " + String.join("; ", reasons));
    }

    /** What the user names must be right: to go on with another server would hide the mistake. */
    private static DatabaseBinary configured(Path path) {
        try {
            DatabaseBinary binary = DatabaseBinary.inspect(path);
            if (binary.isMariaDb()) {
                throw new ServerFailedException(
                        "DBUS_MYSQLD names " + path + ", which is MariaDB: set DBUS_MARIADBD for that one");
            }
            return binary;
        } catch (ServerUnavailableException e) {
            throw new ServerFailedException("DBUS_MYSQLD is wrong: " + e.getMessage(), e);
        }
    }
}
