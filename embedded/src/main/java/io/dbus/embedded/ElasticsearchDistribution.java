package io.dbus.embedded;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * Elasticsearch's integ-test distribution, a zip that the build has fetched into the local Maven repository. It has no
 * Java of its own: its servers run on that of this JVM.
 */
final class ElasticsearchDistribution {
    /**
     * Who runs the server where this JVM runs as root, which Elasticsearch refuses: a number that no account has, so that
     * it owns nothing but what it is given.
     */
    private static final int OTHER_USER = 45_123;

    private final Path zip;
    private final boolean root;

    private ElasticsearchDistribution(Path zip, boolean root) {
        this.zip = zip;
        this.root = root;
    }

    /**
     * @throws ServerUnavailableException when the zip is not there, or this JVM runs as root on a machine on which it
     *     cannot start a process as somebody else
     */
    static ElasticsearchDistribution find() {
        Path zip = ServerClassPath.of("elasticsearch").files().get(0);
        boolean root = isRoot();
        if (root) {
            requireOtherUser();
        }
        return new ElasticsearchDistribution(zip, root);
    }

    private static boolean isRoot() {
        try {
            Path self = Path.of("/proc/self");
            return Files.exists(self)
                    ? Files.getAttribute(self, "unix:uid").equals(0)
                    : System.getProperty("user.name").equals("root");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot find out whether this JVM runs as root", e);
        }
    }

    private static void requireOtherUser() {
        String why = "no elasticsearch server is to be had: it refuses to run as root, which this JVM runs as, and ";
        if (DatabaseBinary.onPath("setpriv", System.getenv().getOrDefault("PATH", ""))
                .isEmpty()) {
            throw new ServerUnavailableException(why + "there is no setpriv (package util-linux) to run it as another");
        }
        String java = Path.of(javaHome(), "bin", "java").toString();
        CommandResult result = CommandResult.of(
                Stream.concat(asOtherUser(), Stream.of("test", "-x", java)).toList());
        if (result.exitCode() != 0) {
            throw new ServerUnavailableException(
                    why + "another user cannot run " + java + " (" + result.lastLine() + ")");
        }
    }

    private static Stream<String> asOtherUser() {
        String id = Integer.toString(OTHER_USER);
        return Stream.of("setpriv", "--reuid=" + id, "--regid=" + id, "--clear-groups", "--");
    }

    /** What {@code ES_JAVA_HOME} must be. */
    static String javaHome() {
        return System.getProperty("java.home");
    }

    /** The command that runs a program of the distribution, as a user that it accepts. */
    List<String> command(Path program) {
        return Stream.concat(root ? asOtherUser() : Stream.empty(), Stream.of(program.toString()))
                .toList();
    }

    /** Gives a directory, and all in it, to the user that runs the server. */
    void handOver(Path directory) throws IOException {
        if (!root) {
            return;
        }
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.toList()) {
                Files.setAttribute(file, "unix:uid", OTHER_USER);
                Files.setAttribute(file, "unix:gid", OTHER_USER);
            }
        }
    }

    /** Lets the user that runs the server pass through a directory. */
    void openTo(Path directory) throws IOException {
        if (root) {
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx--x--x"));
        }
    }

    /** Unpacks the distribution below a directory and returns its home; less than two seconds and 120 MB. */
    Path unpack(Path directory) throws IOException {
        MessageDigest digest = sha256();
        try (InputStream file = new DigestInputStream(Files.newInputStream(zip), digest);
                ZipInputStream in = new ZipInputStream(file)) {
            Path target = directory.toRealPath();
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                write(in, entry, target);
            }
            // The central directory behind the last entry counts for the digest.
            file.transferTo(java.io.OutputStream.nullOutputStream());
        }
        String found = HexFormat.of().formatHex(digest.digest());
        String expected = expectedSha256();
        if (!found.equals(expected)) {
            throw new ServerUnavailableException("no elasticsearch server is to be had: " + zip + " has the SHA-256 "
                    + found + " and not " + expected + "; remove it and build again");
        }
        try (Stream<Path> homes = Files.list(directory)) {
            return homes.filter(home -> home.getFileName().toString().startsWith("elasticsearch-"))
                    .findFirst()
                    .orElseThrow(() -> new IOException(zip + " holds no directory elasticsearch-*"));
        }
    }

    private static void write(ZipInputStream in, ZipEntry entry, Path target) throws IOException {
        Path file = target.resolve(entry.getName()).normalize();
        if (!file.startsWith(target)) {
            throw new IOException("the entry " + entry.getName() + " leads out of the zip");
        }
        if (entry.isDirectory()) {
            Files.createDirectories(file);
        } else {
            Files.createDirectories(file.getParent());
            Files.copy(in, file);
            if (file.getParent().endsWith("bin")) {
                Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
            }
        }
    }

    private static String expectedSha256() throws IOException {
        try (InputStream in = ElasticsearchDistribution.class.getResourceAsStream("elasticsearch.sha256")) {
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII).strip();
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** The file's name says the version: {@code elasticsearch-8.19.21.zip}. */
    String version() {
        return zip.getFileName().toString().replaceFirst("^elasticsearch-(.*)\\.zip$", "$1");
    }

    @Override
    public String toString() {
        return zip.toString().replace(File.separatorChar, '/');
    }
}
