package io.dbus.job.cluster;

import static java.util.Objects.requireNonNull;

import io.dbus.job.pipeline.Pipeline;
import java.nio.file.Path;
import java.util.List;

/**
 * A pipeline that is to run on a cluster.
 *
 * @param pipeline what is to run, its secrets resolved
 * @param jars what its classes are in; sent along
 */
public record Submission(Pipeline pipeline, List<Path> jars) {
    public Submission {
        requireNonNull(pipeline, "pipeline");
        jars = List.copyOf(jars);
    }
}
