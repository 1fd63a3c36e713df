package io.dbus.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs {@code get-mysql.sh}, which fetches a server from Debian's packages into a cache, or finds it there. */
final class FetchScript {
    private static final Logger LOG = LoggerFactory.getLogger(FetchScript.class);
    private static final String SCRIPT = "get-mysql.sh";

    private FetchScript() {}

    /**
     * Returns the launcher that the script prints last.
     *
     * @param server {@code mysql} or {@code mariadb}
     * @throws ServerUnavailableException with the script's last words
     */
    static Path run(String server) {
        ServerLog log = new ServerLog("get-" + server);
        try {
            Path directory = Files.createTempDirectory("dbus-fetch-");
            try {
                LOG.info("{} {} looks for a server in the cache or fetches one, log {}", SCRIPT, server, log.file());
                Path file = RunDirectory.script(directory, SCRIPT);
                CommandResult result = CommandResult.of(List.of("bash", file.toString(), server));
                log.append(result.output());
                if (result.exitCode() != 0) {
                    throw new ServerUnavailableException(
                            SCRIPT + " could not fetch one (" + result.lastLine() + "; log " + log.file() + ")");
                }
                return Path.of(result.lastLine());
            } finally {
                RunDirectory.deleteTree(directory);
            }
        } catch (IOException e) {
            throw new ServerUnavailableException(SCRIPT + " could not be run: " + e.getMessage(), e);
        }
    }
}
