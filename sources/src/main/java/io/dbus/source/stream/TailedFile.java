package io.dbus.source.stream;

import static java.nio.file.StandardOpenOption.READ;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;

/** An open file, known by its inode and its first bytes. */
final class TailedFile implements AutoCloseable {
    private final Path path;
    private final String id;
    private final FileChannel channel;
    private byte[] head = new byte[0];
    private long offset;

    private TailedFile(Path path, String id, FileChannel channel) {
        this.path = path;
        this.id = id;
        this.channel = channel;
    }

    /** Opens a file at its beginning. */
    static TailedFile open(Path path) throws IOException {
        FileChannel channel = FileChannel.open(path, READ);
        try {
            // The file may be renamed between these; then the next look finds another id under the path.
            return new TailedFile(path, id(path), channel);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /** What the file system knows a file by. */
    static String id(Path path) throws IOException {
        Object key = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
        return key == null ? path.toAbsolutePath().toString() : key.toString();
    }

    /** Whether it is the file of a place, and has what was read of it. */
    boolean is(FilePlace place) throws IOException {
        return id.equals(place.id())
                && channel.size() >= place.offset()
                && Arrays.equals(beginning(place.head().length), place.head());
    }

    /** Goes on behind a place. */
    TailedFile at(FilePlace place) {
        offset = place.offset();
        head = place.head();
        return this;
    }

    /** Goes on behind the last line end. */
    TailedFile atLastLine(int longestLine) throws IOException {
        long size = channel.size();
        long from = Math.max(0, size - longestLine - 1);
        ByteBuffer tail = ByteBuffer.allocate((int) (size - from));
        while (tail.hasRemaining() && channel.read(tail, from + tail.position()) >= 0) {
            // All of it.
        }
        int last = tail.position() - 1;
        while (last >= 0 && tail.get(last) != '\n') {
            last--;
        }
        offset = from + last + 1;
        noteHead();
        return this;
    }

    Path path() {
        return path;
    }

    String id() {
        return id;
    }

    /** How far it was read. */
    long offset() {
        return offset;
    }

    void moved(long bytes) {
        offset += bytes;
    }

    /** Reads behind the offset and so many bytes; the number of bytes, -1 when there are none. */
    int read(ByteBuffer into, long ahead) throws IOException {
        return channel.read(into, offset + ahead);
    }

    /**
     * Whether its beginning is no more what it was, or it is shorter than what was read of it: it was truncated and is written anew.
     *
     * @param ahead bytes that were read behind the offset
     */
    boolean isTruncated(long ahead) throws IOException {
        return channel.size() < offset + ahead || !Arrays.equals(beginning(head.length), head);
    }

    /** Begins again after it was truncated. */
    void restart() {
        offset = 0;
        head = new byte[0];
    }

    /** The place behind the offset. */
    FilePlace place() {
        return new FilePlace(path.toString(), id, head, offset);
    }

    /** Takes note of the first bytes, as far as they are read; to be called before a place behind them is made. */
    void noteHead() throws IOException {
        if (head.length < FilePlace.HEAD && head.length < offset) {
            head = beginning((int) Math.min(FilePlace.HEAD, offset));
        }
    }

    private byte[] beginning(int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        while (bytes.hasRemaining() && channel.read(bytes, bytes.position()) >= 0) {
            // All of it.
        }
        return Arrays.copyOf(bytes.array(), bytes.position());
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
