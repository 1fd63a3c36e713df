package io.dbus.embedded;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What a short command said.
 *
 * @param exitCode -1 when it could not be run
 * @param output both its outputs
 */
record CommandResult(int exitCode, String output) {

    /** Runs it with an empty input and waits for its end. */
    static CommandResult of(List<String> command) {
        return of(command, new File("/dev/null"));
    }

    /** Runs it with that file as its input and waits for its end. */
    static CommandResult of(List<String> command, File input) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectInput(ProcessBuilder.Redirect.from(input))
                    .start();
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
