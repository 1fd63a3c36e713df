package io.dbus.reject;

import java.io.IOException;

/**
 * Where one instance of a component puts events that it cannot take, so that it can go on. Not thread-safe: called by the task's thread.
 *
 * <p>A rejected event is not lost once {@link #flush} has returned: a component calls it before it lets a checkpoint's barrier pass (a sink in its writer's {@code
 * flush}, an operator in {@code snapshotState}). Delivery is at least once; each dead letter has an id, made from the event's origin and the component, by which
 * the repeats of a replay are told.
 */
public interface Rejects extends AutoCloseable {
    /**
     * Takes an event out of the flow, counts it as {@code rejected} by its reason, and returns when it is on its way to the dead letters.
     *
     * @throws RejectedEventException when the pipeline has no dead letters, or takes no more of them: the job fails for good
     * @throws IOException when the dead letters cannot be written; the job fails and may start again
     */
    void reject(Rejection rejection) throws IOException, InterruptedException;

    /**
     * Returns when every event rejected so far is stored.
     *
     * @throws IOException when one cannot be
     */
    void flush() throws IOException, InterruptedException;

    @Override
    void close() throws IOException;
}
