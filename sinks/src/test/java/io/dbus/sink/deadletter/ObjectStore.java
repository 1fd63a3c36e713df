package io.dbus.sink.deadletter;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import org.apache.flink.core.fs.FSDataOutputStream;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.FileSystemFactory;
import org.apache.flink.core.fs.Path;
import org.apache.flink.core.fs.local.LocalFileSystem;

/** A file system as S3's: a file is there when it was closed and not before, and its stream does not keep what is synced. */
public final class ObjectStore extends LocalFileSystem {
    static final String SCHEME = "test-store";

    @Override
    public URI getUri() {
        return URI.create(SCHEME + ":///");
    }

    @Override
    public boolean isDistributedFS() {
        return true;
    }

    @Override
    public FSDataOutputStream create(Path path, WriteMode mode) {
        ByteArrayOutputStream held = new ByteArrayOutputStream();
        return new FSDataOutputStream() {
            @Override
            public void write(int b) {
                held.write(b);
            }

            @Override
            public long getPos() {
                return held.size();
            }

            @Override
            public void flush() {}

            @Override
            public void sync() {}

            @Override
            public void close() throws IOException {
                try (FSDataOutputStream out = ObjectStore.super.create(path, mode)) {
                    held.writeTo(out);
                }
            }
        };
    }

    /** Found by {@link java.util.ServiceLoader}, as those of Flink's plugins. */
    public static final class Factory implements FileSystemFactory {
        @Override
        public String getScheme() {
            return SCHEME;
        }

        @Override
        public FileSystem create(URI uri) {
            return new ObjectStore();
        }
    }
}
