package io.dbus.job;

import io.dbus.job.pipeline.Pipeline;
import io.dbus.job.pipeline.PipelineException;
import io.dbus.job.pipeline.PipelineReader;
import io.dbus.job.pipeline.PluginCatalog;
import io.dbus.job.pipeline.Secrets;
import java.util.Map;

/** Reads pipelines for tests. */
public final class Pipelines {
    private Pipelines() {}

    /** A pipeline of the test plugins. */
    public static Pipeline read(String text) throws PipelineException {
        return read(text, Map.of(), new Secrets());
    }

    /** A pipeline with secrets in its environment. */
    public static Pipeline read(String text, Map<String, String> environment, Secrets secrets)
            throws PipelineException {
        return new PipelineReader(PluginCatalog.load(Pipelines.class.getClassLoader()), secrets, environment, true)
                .read("test.yaml", text);
    }
}
