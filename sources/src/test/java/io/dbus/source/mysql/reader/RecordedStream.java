package io.dbus.source.mysql.reader;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.dbus.embedded.DatabaseServer;
import io.dbus.embedded.MariaDbServer;
import io.dbus.embedded.MySqlServer;
import io.dbus.source.mysql.event.EventHeader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A binlog file that a real server wrote: resource {@code streams/NAME.binlog}, made of the statements in {@code streams/NAME.sql}, one a
 * line, by {@link #main}.
 *
 * @param name the resource's name
 * @param events its events, whole, with header and checksum
 */
record RecordedStream(String name, List<byte[]> events) {
    private static final int MAGIC = 4;

    static final List<String> NAMES = List.of(
            "mysql-full",
            "mysql-images",
            "mysql-compressed",
            "mysql-partial-json",
            "mysql-xa",
            "mysql-minimal-metadata",
            "mysql-no-checksum",
            "mariadb");

    static RecordedStream load(String name) {
        try (InputStream in = RecordedStream.class.getResourceAsStream("streams/" + name + ".binlog")) {
            byte[] bytes = in.readAllBytes();
            List<byte[]> events = new ArrayList<>();
            int at = MAGIC;
            while (at < bytes.length) {
                int size = (int) EventHeader.parse(bytes, at).eventSize();
                events.add(Arrays.copyOfRange(bytes, at, at + size));
                at += size;
            }
            return new RecordedStream(name, events);
        } catch (IOException e) {
            throw new IllegalStateException("The recorded stream " + name + " cannot be read", e);
        }
    }

    boolean isMariaDb() {
        return name.startsWith("mariadb");
    }

    /** Records the streams anew. Arguments: the folder of the resources, then names; all when there are none. */
    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        List<String> names = args.length > 1 ? List.of(args).subList(1, args.length) : NAMES;
        for (String name : names) {
            boolean mariaDb = name.startsWith("mariadb");
            try (DatabaseServer server = mariaDb
                    ? MariaDbServer.builder().start()
                    : MySqlServer.builder().start()) {
                server.execute(mariaDb ? "RESET MASTER" : "RESET BINARY LOGS AND GTIDS");
                List<String> statements = Files.readString(folder.resolve(name + ".sql"), UTF_8)
                        .lines()
                        .filter(line -> !line.isBlank())
                        .toList();
                server.execute(statements.toArray(String[]::new));
                String file = server.binlogPosition().file();
                byte[] bytes = Files.readAllBytes(server.dataDirectory().resolve(file));
                Files.write(folder.resolve(name + ".binlog"), bytes);
            }
        }
    }
}
