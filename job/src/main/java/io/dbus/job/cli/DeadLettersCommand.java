package io.dbus.job.cli;

import io.dbus.job.pipeline.DeadLetters;
import io.dbus.job.pipeline.Pipeline;
import io.dbus.job.pipeline.PipelineReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code dbus dead-letters}. */
@Command(
        name = "dead-letters",
        description =
                "Read the dead letters of a pipeline from where its file says they are, and count them by component and reason."
                        + " Repeats, which a restart makes, are told by their id and left out. The secrets of its sources, operators"
                        + " and sinks are not needed.")
final class DeadLettersCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "FILE", description = "The pipeline file.")
    private Path file;

    @ArgGroup
    private Form form = new Form();

    /** At most one of them. */
    private static final class Form {
        @Option(
                names = "--list",
                description =
                        "Print a line for each, by time: when it was rejected, component, reason, table, key, error; tabs in between.")
        private boolean list;

        @Option(names = "--json", description = "Print each as it is stored, a JSON object on a line.")
        private boolean json;
    }

    @Spec
    private CommandSpec spec;

    private final Set<String> seen = new HashSet<>();
    private final LetterCounts counts = new LetterCounts();
    private final List<Letter> listed = new ArrayList<>();
    private long repeats;
    private long others;

    DeadLettersCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        PipelineFile.requireReadable(spec, file);
        Pipeline pipeline = PipelineReader.ofDeadLetters(console.plugins(), console.secrets(), console.environment())
                .read(file);
        if (pipeline.deadLetters().isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(),
                    file
                            + " has no dead-letters, so that the first event that is rejected fails the job: there are none to read");
        }
        for (DeadLetters place : pipeline.deadLetters().values()) {
            try {
                place.plugin().read(place.context(), text -> take(pipeline.name(), place.path(), text));
            } catch (UncheckedIOException e) {
                throw e.getCause();
            }
        }
        if (form.list) {
            listed.sort(Comparator.comparing(Letter::rejectedAt).thenComparing(Letter::id));
            listed.forEach(letter -> console.out().println(letter.line()));
        } else if (!form.json) {
            counts.print(console.out());
            note(repeats, "repeat of one of these is", "repeats of these are");
            note(
                    others,
                    "letter of another pipeline in the same place is",
                    "letters of other pipelines in the same place are");
        }
        return ExitCode.DONE;
    }

    private void take(String pipeline, String place, String text) {
        Letter letter;
        try {
            letter = Letter.parse(text);
        } catch (IOException e) {
            throw new UncheckedIOException(new IOException(
                    place + " holds something that is no dead letter of dbus (" + e.getMessage()
                            + "): nothing else may be written there",
                    e));
        }
        if (!letter.pipeline().equals(pipeline)) {
            others++;
        } else if (!seen.add(letter.id())) {
            repeats++;
        } else if (form.json) {
            console.out().println(text);
        } else if (form.list) {
            listed.add(letter);
        } else {
            counts.add(letter);
        }
    }

    private void note(long number, String one, String many) {
        if (number > 0) {
            console.out().println(number + " " + (number == 1 ? one : many) + " left out");
        }
    }
}
