package io.dbus.process;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** A process and those that it has started. */
public final class ProcessTree {
    private static final long PATIENCE_SECONDS = 2;

    private ProcessTree() {}

    /**
     * Ends a process and all that it has started: asks them to, and kills those that have not ended within two seconds. Those are known before the first is
     * asked, since what a process that is gone has started is not known any more.
     */
    public static void end(Process process) {
        List<ProcessHandle> all = Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                .toList();
        all.forEach(ProcessHandle::destroy);
        try {
            CompletableFuture.allOf(all.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new))
                    .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException | ExecutionException e) {
            kill(all);
        } catch (InterruptedException e) {
            kill(all);
            Thread.currentThread().interrupt();
        }
    }

    private static void kill(List<ProcessHandle> all) {
        all.stream().filter(ProcessHandle::isAlive).forEach(ProcessHandle::destroyForcibly);
    }
}
