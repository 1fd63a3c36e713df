package io.dbus.sink.kafka;

import io.dbus.event.Event;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.state.CheckpointListener;

/** Fails once in this JVM, some events after a checkpoint was completed. */
public final class FailOnce implements MapFunction<Event, Event>, CheckpointListener {
    private static final long serialVersionUID = 1L;
    private static final AtomicBoolean FAILED = new AtomicBoolean();

    private transient int sinceCheckpoint;
    private transient boolean checkpointed;

    /** Makes it ready to fail. */
    public static FailOnce armed() {
        FAILED.set(false);
        return new FailOnce();
    }

    public static boolean hasFailed() {
        return FAILED.get();
    }

    @Override
    public Event map(Event event) {
        if (checkpointed && ++sinceCheckpoint == 100 && FAILED.compareAndSet(false, true)) {
            throw new IllegalStateException("The failure that the test wants");
        }
        return event;
    }

    @Override
    public void notifyCheckpointComplete(long checkpointId) {
        checkpointed = true;
    }
}
