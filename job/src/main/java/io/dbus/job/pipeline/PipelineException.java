package io.dbus.job.pipeline;

import static java.util.stream.Collectors.joining;

import java.util.List;

/** A pipeline file is wrong: all that is wrong with it, in the order of the file. */
public final class PipelineException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient List<Finding> findings;

    PipelineException(List<Finding> findings) {
        super(findings.stream().map(Finding::toString).collect(joining("\n")));
        this.findings = List.copyOf(findings);
    }

    /** In the order of the file; not empty. */
    public List<Finding> findings() {
        return findings;
    }
}
