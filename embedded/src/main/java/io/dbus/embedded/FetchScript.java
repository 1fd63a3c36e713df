package io.dbus.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs a script that fetches a server from Debian's packages into a cache, or finds it there. */
final class FetchScript {
    private static final Logger LOG = LoggerFactory.getLogger(FetchScript.class);

    private FetchScript() {}

    /**
     * Returns the launcher that the script prints last.
     *
     * @throws ServerUnavailableException with the script's last words
     */
    static Path run(String script, Path cache) {
        ServerLog log = new ServerLog(script);
        try {
            Path directory = Files.createTempDirectory("dbus-fetch-");
            try {
                if (!Files.exists(cache.resolve(".complete"))) {
                    LOG.info("fetching a server into {} with {}, log {}", cache, script, log.file());
                }
                Path file = RunDirectory.script(directory, script);
                CommandResult result = CommandResult.of(List.of("bash", file.toString(), cache.toString()));
                log.append(result.output());
                Path launcher = Path.of(result.lastLine());
                if (result.exitCode() != 0 || !Files.isExecutable(launcher)) {
                    throw new ServerUnavailableException(
                            script + " could not fetch one (" + result.lastLine() + "; log " + log.file() + ")");
                }
                return launcher;
            } finally {
                RunDirectory.deleteTree(directory);
            }
        } catch (IOException e) {
            throw new ServerUnavailableException(script + " could not be run: " + e.getMessage(), e);
        }
    }
}
