package io.dbus.embedded;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.zip.CRC32C;

/**
 * An initialized data directory, made once on this machine for each version and copied for each server, which takes a
 * fraction of a second instead of several. Several JVMs may ask at once: one makes it under a lock, and it appears at its
 * place whole, by a rename.
 */
final class DataTemplate {
    private DataTemplate() {}

    /** Copies the template into a directory that does not exist yet; makes the template first when it is not there. */
    static void copyTo(
            Path dataDirectory, DatabaseFlavour flavour, DatabaseBinary binary, ServerOptions options, ServerLog log) {
        ServerOptions lasting = options.only(flavour.lastingOptions());
        try {
            copyTree(template(flavour, binary, lasting, log), dataDirectory);
        } catch (IOException e) {
            throw log.failure("the data directory " + dataDirectory + " cannot be made", e);
        }
    }

    // synchronized: a file lock keeps other processes out, not other threads.
    private static synchronized Path template(
            DatabaseFlavour flavour, DatabaseBinary binary, ServerOptions lasting, ServerLog log) throws IOException {
        Path cache = Files.createDirectories(Cache.directory());
        CRC32C checksum = new CRC32C();
        String recipe = binary.path() + "\n" + flavour.recipe() + "\n" + lasting.toArguments();
        checksum.update(ByteBuffer.wrap(recipe.getBytes(StandardCharsets.UTF_8)));
        String name = "%s-%s-data-%08x".formatted(flavour.kind(), binary.version(), checksum.getValue());
        Path template = cache.resolve(name);
        if (Files.isDirectory(template)) {
            return template;
        }
        try (FileChannel lockFile =
                FileChannel.open(cache.resolve(name + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            // Held until the channel closes.
            lockFile.lock();
            if (Files.isDirectory(template)) {
                return template;
            }
            Path unfinished = cache.resolve(name + ".unfinished");
            // What a JVM left that died here; nobody else is here now.
            RunDirectory.deleteTree(unfinished);
            flavour.initialize(binary, unfinished, lasting, log);
            return Files.move(unfinished, template, StandardCopyOption.ATOMIC_MOVE);
        }
    }

    private static void copyTree(Path from, Path to) throws IOException {
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
                    throws IOException {
                Files.createDirectories(to.resolve(from.relativize(directory)));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.copy(file, to.resolve(from.relativize(file)), StandardCopyOption.COPY_ATTRIBUTES);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
