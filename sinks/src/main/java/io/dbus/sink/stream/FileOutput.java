package io.dbus.sink.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lines at the end of a file, on the disk when a checkpoint has them. A restore cuts the file back to what its checkpoint had, so that each line is there once. The file's length at the job's very start, which no
 * checkpoint has, is kept beside it, in a hidden file.
 */
final class FileOutput implements LineOutput {
    private static final Logger LOG = LoggerFactory.getLogger(FileOutput.class);

    private final Path path;
    private final FileChannel channel;
    private final OutputStream out;
    private long length;

    private FileOutput(Path path, FileChannel channel, long length) throws IOException {
        this.path = path;
        this.channel = channel;
        this.length = length;
        channel.truncate(length);
        channel.position(length);
        this.out = new BufferedOutputStream(Channels.newOutputStream(channel), 1 << 16);
    }

    /**
     * Opens a file.
     *
     * @param component the component's name, for messages
     * @param job the job's id
     * @param restored what the checkpoint knows; empty when there is none
     * @throws IOException when it cannot be written, or lacks what the checkpoint knows of it
     */
    static FileOutput open(String component, Path path, String job, Collection<WrittenFile> restored)
            throws IOException {
        if (path.toAbsolutePath().getParent() != null) {
            Files.createDirectories(path.toAbsolutePath().getParent());
        }
        FileChannel channel = FileChannel.open(path, CREATE, WRITE);
        try {
            long size = channel.size();
            long length = size;
            boolean known = false;
            for (WrittenFile file : restored) {
                if (file.path().equals(path.toString())) {
                    length = file.length();
                    known = true;
                } else {
                    LOG.info(
                            "Sink {}: wrote to {} before, which stays as it is, and goes on in {}",
                            component,
                            file.path(),
                            path);
                }
            }
            if (!known) {
                length = begin(path, job, size);
            }
            if (length > size) {
                throw new IOException("Sink " + component + ": the file " + path + " has " + size
                        + " bytes, but the checkpoint knows of " + length
                        + ": lines are missing; bring the file back, or name another path.");
            }
            if (length < size) {
                LOG.info(
                        "Sink {}: {} is cut back from {} to {} bytes, the rest comes again",
                        component,
                        path,
                        size,
                        length);
            }
            return new FileOutput(path, channel, length);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /** How long the file was when the job began: now, or, when it begins once more, as was noted. */
    private static long begin(Path path, String job, long size) throws IOException {
        Path note = path.toAbsolutePath().resolveSibling("." + path.getFileName() + ".dbus");
        if (Files.exists(note)) {
            String[] noted = Files.readString(note, UTF_8).trim().split(" ");
            if (noted.length == 2 && noted[0].equals(job)) {
                return Long.parseLong(noted[1]);
            }
        }
        Files.writeString(note, job + " " + size + "\n", UTF_8);
        return size;
    }

    @Override
    public void write(byte[] line) throws IOException {
        out.write(line);
        out.write('\n');
        length += line.length + 1;
    }

    @Override
    public void flush(boolean end) throws IOException {
        out.flush();
        channel.force(false);
    }

    @Override
    public List<WrittenFile> state() {
        return List.of(new WrittenFile(path.toString(), length));
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
