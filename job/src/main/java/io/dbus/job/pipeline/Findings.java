package io.dbus.job.pipeline;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What is wrong with a pipeline file, gathered while it is read, so that a user sees all of it at once. Not thread-safe. */
final class Findings {
    private final String file;
    private final Secrets secrets;
    private final List<Finding> all = new ArrayList<>();

    /** No findings yet in a file; what is found is stripped of secrets. */
    Findings(String file, Secrets secrets) {
        this.file = requireNonNull(file, "file");
        this.secrets = requireNonNull(secrets, "secrets");
    }

    void add(Mark mark, String message) {
        all.add(new Finding(file, mark, secrets.redact(message)));
    }

    int count() {
        return all.size();
    }

    /** In the order of the file, each once. */
    List<Finding> sorted() {
        return all.stream()
                .distinct()
                .sorted(Comparator.comparing(Finding::mark))
                .toList();
    }
}
