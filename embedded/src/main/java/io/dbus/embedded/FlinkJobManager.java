package io.dbus.embedded;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** One JobManager of a {@link FlinkCluster}: its ports, which it keeps when it is started again, and its process. */
final class FlinkJobManager implements FlinkEndpoint {
    private final FlinkProcess process;
    private final Map<String, String> options;
    private final int restPort = FreePort.pick();
    private final int rpcPort = FreePort.pick();

    /**
     * A JobManager that does not run yet.
     *
     * @param options the cluster's and those of this JobManager alone; the ports come here
     * @param highlyAvailable whether it is found by ZooKeeper, or by address and port
     */
    FlinkJobManager(String name, Map<String, String> options, boolean highlyAvailable) {
        this.process = new FlinkProcess(name);
        this.options = new TreeMap<>(options);
        this.options.put("rest.port", Integer.toString(restPort));
        this.options.put(
                highlyAvailable ? "high-availability.jobmanager.port" : "jobmanager.rpc.port",
                Integer.toString(rpcPort));
    }

    void launch(List<String> jvmOptions, ServerClassPath classPath) {
        process.launch(FlinkProcess.Role.JOB_MANAGER, options, jvmOptions, classPath);
    }

    @Override
    public URI restUri() {
        return URI.create("http://127.0.0.1:" + restPort);
    }

    int rpcPort() {
        return rpcPort;
    }

    FlinkProcess process() {
        return process;
    }

    @Override
    public ServerLog log() {
        return process.log();
    }

    @Override
    public String toString() {
        return process.toString();
    }
}
