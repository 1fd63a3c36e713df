package io.dbus.embedded;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * What a short command said.
 *
 * @param exitCode -1 when it could not be run
 * @param output both its outputs
 */
public record CommandResult(int exitCode, String output) {

    /** Runs it with an empty input and waits for its end. */
    static CommandResult of(List<String> command) {
        return of(command, new File("/dev/null"));
    }

    /** The same with environment variables beside those of this process. */
    static CommandResult of(List<String> command, Map<String, String> environment) {
        return of(command, environment, new File("/dev/null"));
    }

    /** Runs it with that file as its input and waits for its end. */
    static CommandResult of(List<String> command, File input) {
        return of(command, Map.of(), input);
    }

    private static CommandResult of(List<String> command, Map<String, String> environment, File input) {
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(input));
        builder.environment().putAll(environment);
        try {
            Process process = builder.start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new CommandResult(process.waitFor(), output);
        } catch (IOException e) {
            return new CommandResult(-1, String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            throw SupervisedProcess.interrupted(e);
        }
    }

    String lastLine() {
        String text = output.strip();
        return text.isEmpty() ? "(nothing)" : text.substring(text.lastIndexOf('\n') + 1);
    }
}
