package io.dbus.embedded;

import static java.util.Objects.requireNonNull;

import com.github.dockerjava.api.DockerClient;
import java.time.Duration;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;

/** A server that is the first process of a container. */
final class ContainerProcess implements RunningServer {
    private final GenericContainer<?> container;
    private final String id;

    /** @param container a started one */
    ContainerProcess(GenericContainer<?> container) {
        this.container = container;
        this.id = requireNonNull(container.getContainerId(), "the container has no id");
    }

    GenericContainer<?> container() {
        return container;
    }

    /** As the machine that runs Docker counts it, which may be a virtual one. */
    @Override
    public long pid() {
        Long pid = client().inspectContainerCmd(id).exec().getState().getPidLong();
        return requireNonNull(pid, "the container has no process");
    }

    @Override
    public boolean isAlive() {
        return container.isRunning();
    }

    @Override
    public void terminate(Duration limit) {
        if (isAlive()) {
            client().stopContainerCmd(id).withTimeout((int) limit.toSeconds()).exec();
        }
        container.stop();
    }

    @Override
    public void kill() {
        container.stop();
    }

    @Override
    public void pause() {
        client().pauseContainerCmd(id).exec();
    }

    @Override
    public void resume() {
        client().unpauseContainerCmd(id).exec();
    }

    private static DockerClient client() {
        return DockerClientFactory.instance().client();
    }
}
