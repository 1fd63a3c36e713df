package io.dbus.source.stream;

import static org.apache.flink.configuration.ConfigOptions.key;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.MemorySize;

/** The options of the source {@code stream}. */
public final class StreamSourceOptions {
    /** Where a file is read from at first. */
    enum Startup {
        EARLIEST_OFFSET,
        LATEST_OFFSET;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** What becomes of a file that is gone. */
    enum LostFile {
        FAIL,
        CONTINUE;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public static final ConfigOption<String> PATH = key("path")
            .stringType()
            .noDefaultValue()
            .withDescription(
                    "A file whose lines are read as it grows, as tail -F does; it may come later. Each line comes once: the position, a byte offset with the file's inode and first bytes, is kept in"
                            + " checkpoints. When the path names another file, the old one is read to its end first, and then those that were there in between, by their time, under names that begin with the path's; they must stay"
                            + " uncompressed until they are read. A file that is shorter than what was read, or begins otherwise, was truncated and is read from its beginning; what was written before and not yet read then is"
                            + " lost, counted as truncations. On a cluster the file must be there on every machine, or the source has one place to run.");

    public static final ConfigOption<List<String>> COMMAND = key("command")
            .stringType()
            .asList()
            .noDefaultValue()
            .withDescription(
                    "A program and its arguments, whose standard output is read; without a shell, so write [sh, -c, '...'] for one. Lines come at most once: what was taken since the last checkpoint is"
                            + " lost when the job fails, and the command begins anew.");

    public static final ConfigOption<String> LISTEN = key("listen")
            .stringType()
            .noDefaultValue()
            .withDescription(
                    "A TCP address host:port at which clients send lines, such as 127.0.0.1:9514; only of this machine unless listen.any-address says otherwise. Lines come at most once: clients are told"
                            + " nothing, and what was taken since the last checkpoint is lost when the job fails. It is one reader that listens, on whatever machine it runs.");

    public static final ConfigOption<Boolean> ANY_ADDRESS = key("listen.any-address")
            .booleanType()
            .defaultValue(false)
            .withDescription(
                    "Whether 'listen' may be an address that other machines reach. There is no password and no encryption.");

    public static final ConfigOption<String> SOCKET = key("socket")
            .stringType()
            .noDefaultValue()
            .withDescription(
                    "The path of a UNIX socket at which clients send lines, at most once as with 'listen'. It is a stream socket: Java has no UNIX datagram sockets (JEP 380), so that clients that were made for Dory's datagrams must"
                            + " send lines on a stream instead. A file left by a process that was killed is taken over.");

    public static final ConfigOption<Integer> MAX_CLIENTS = key("max-clients")
            .intType()
            .defaultValue(64)
            .withDescription(
                    "How many clients of a socket may be there at once, 1 to 10000; others are refused and counted as refusedClients. Each may take max-line-bytes of memory.");

    public static final ConfigOption<MemorySize> MAX_LINE = key("max-line-bytes")
            .memoryType()
            .defaultValue(MemorySize.ofMebiBytes(1))
            .withDescription(
                    "How long a line may be, 1 byte to 64 mb. A longer one is rejected whole, reason record-too-large, with its first bytes; it is never split.");

    public static final ConfigOption<Unterminated> UNTERMINATED = key("unterminated-line")
            .enumType(Unterminated.class)
            .defaultValue(Unterminated.AUTO)
            .withDescription(
                    "What becomes of a last line without a line feed. auto: it is a line when a command ended with exit code 0 or a file was replaced, and is rejected, reason cut-short, when a client ended or a command failed, since nobody"
                            + " can tell whether more was to come. emit, reject: always; but a client whose connection broke is always rejected. In a file that grows a line waits for its end.");

    public static final ConfigOption<Restart> RESTART = key("restart")
            .enumType(Restart.class)
            .defaultValue(Restart.NEVER)
            .withDescription(
                    "When a command is started again. never: its end with exit code 0 is the end of the stream, any other fails the job with the last of its error output. on-failure: started again"
                            + " when it fails. always: whenever it ends.");

    public static final ConfigOption<Duration> RESTART_DELAY = key("restart.delay")
            .durationType()
            .defaultValue(Duration.ofSeconds(1))
            .withDescription(
                    "How long is waited before the command starts again; twice as long each time, up to restart.delay.max.");

    public static final ConfigOption<Duration> RESTART_DELAY_MAX = key("restart.delay.max")
            .durationType()
            .defaultValue(Duration.ofMinutes(1))
            .withDescription(
                    "The longest wait before the command starts again; a run that was longer than this begins with restart.delay once more.");

    public static final ConfigOption<Startup> STARTUP_MODE = key("scan.startup.mode")
            .enumType(Startup.class)
            .defaultValue(Startup.EARLIEST_OFFSET)
            .withDescription(
                    "Where a file that is there at the first start is read from: earliest-offset, its beginning, or latest-offset, the line that is being written then.");

    public static final ConfigOption<LostFile> LOST_FILE = key("lost-file")
            .enumType(LostFile.class)
            .defaultValue(LostFile.FAIL)
            .withDescription(
                    "What happens when the file that a saved position is of is gone, or is shorter than that, so that lines may be lost. fail: the job fails and names it. continue: it goes on with"
                            + " the file at the path, from its beginning.");

    public static final ConfigOption<String> KEY_PATTERN = key("key.pattern")
            .stringType()
            .noDefaultValue()
            .withDescription(
                    "A regular expression in RE2 syntax (no back-references, no look-around: its time grows with the line's length only) for the key of a line, its first group or else what it finds: lines of one key keep their order, and it is the key of Kafka's records. Lines in which it finds nothing, and all without the option, have"
                            + " the stream as their key. It is compared byte by byte, so a character class holds ASCII only. Example: 'user=(\\w+)'.");

    private StreamSourceOptions() {}

    static List<ConfigOption<?>> optional() {
        return List.of(
                PATH,
                COMMAND,
                LISTEN,
                ANY_ADDRESS,
                SOCKET,
                MAX_CLIENTS,
                MAX_LINE,
                UNTERMINATED,
                RESTART,
                RESTART_DELAY,
                RESTART_DELAY_MAX,
                STARTUP_MODE,
                LOST_FILE,
                KEY_PATTERN);
    }
}
