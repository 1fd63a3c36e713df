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
 * @param from the savepoint or checkpoint to start from, a path that the cluster can read; empty to start anew
 * @param dropState whether state of components that the pipeline does not have may be dropped
 */
public record Submission(Pipeline pipeline, List<Path> jars, String from, boolean dropState) {
    public Submission {
        requireNonNull(pipeline, "pipeline");
        requireNonNull(from, "from");
        jars = List.copyOf(jars);
    }
}
