package io.dbus.job.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A state folder is in use: a second run in it would be another job with the same transactional ids, and each would remove the
 * checkpoints that the other was to go on from. The system lets go of the lock when the process ends, however it ends; the file
 * stays.
 */
final class StateLock implements AutoCloseable {
    private static final String FILE = "in-use";

    private final FileChannel channel;

    private StateLock(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Takes the lock of a folder, which is made if need be.
     *
     * @throws IOException when another run has it, or the folder cannot be written to
     */
    static StateLock take(Path folder) throws IOException {
        Files.createDirectories(folder);
        FileChannel channel = FileChannel.open(
                folder.resolve(FILE), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            if (!isFree(channel)) {
                throw new IOException("another run, process " + holder(channel) + ", uses the state in " + folder
                        + ": stop that one first; a pipeline of another name, or --state, has a folder of its own");
            }
            channel.truncate(0)
                    .write(ByteBuffer.wrap(
                            Long.toString(ProcessHandle.current().pid()).getBytes(UTF_8)));
            return new StateLock(channel);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static boolean isFree(FileChannel channel) throws IOException {
        try {
            FileLock lock = channel.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }

    private static String holder(FileChannel channel) throws IOException {
        ByteBuffer pid = ByteBuffer.allocate(20);
        channel.read(pid, 0);
        return new String(pid.array(), 0, pid.position(), UTF_8);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
