package io.dbus.sink.stream;

import static org.apache.flink.configuration.ConfigOptions.key;

import io.dbus.sink.format.EventFormats;
import java.util.List;
import org.apache.flink.configuration.ConfigOption;

/** The options of the sink {@code stream}. */
public final class StreamSinkOptions {
    public static final ConfigOption<String> PATH = key("path")
            .stringType()
            .noDefaultValue()
            .withDescription(
                    "A file at whose end lines are written; it and its folder are made if need be. Each line is there once: with a checkpoint lines are on the disk, and a restore cuts the file back to what the"
                            + " checkpoint had, so that a reader may see lines that are taken back and come again. A hidden file beside it, .NAME.dbus, notes where the job began. It must be the same file after a restore:"
                            + " on a cluster, one on a disk that all machines have.");

    public static final ConfigOption<List<String>> COMMAND = key("command")
            .stringType()
            .asList()
            .noDefaultValue()
            .withDescription(
                    "A program and its arguments, to whose standard input lines are written; without a shell, so write [sh, -c, '...'] for one. At the end of the stream its input is closed, and it must end with"
                            + " exit code 0 within 60 seconds. Lines since the last checkpoint come again after a failure of the job; what it has not read when it ends before the stream does is lost.");

    public static final ConfigOption<Boolean> STDOUT = key("stdout")
            .booleanType()
            .defaultValue(false)
            .withDescription(
                    "Write lines on the standard output of the process that runs the sink: of ./dbus run, or of a task manager. Lines since the last checkpoint come again after a failure.");

    public static final ConfigOption<Restart> RESTART = key("restart")
            .enumType(Restart.class)
            .defaultValue(Restart.NEVER)
            .withDescription(
                    "When a command that ends before the stream does is started again. never: the job fails, and says the exit code and the last of its error output. on-failure: when its exit code is not 0."
                            + " always. It starts again after a second, twice as long each time, up to a minute; after a run of more than a minute after a second once more."
                            + " What the command had not read by then, about 128 kb at most, is lost; it is logged and counted as restarts.");

    public static final ConfigOption<String> FORMAT = key("format")
            .stringType()
            .defaultValue("debezium-json")
            .withDescription(
                    "How row changes are written, one line each; the options of formats stand beside these. "
                            + EventFormats.described()
                            + " Only values are written; a tombstone, which is a key without a value, is left out after"
                            + " a line of its delete and rejected alone. Messages are written as they are, and rejected when they hold a line feed.");

    public static final ConfigOption<Boolean> SKIP_TRUNCATES = key("skip-truncates")
            .booleanType()
            .defaultValue(true)
            .withDescription(
                    "Whether a TRUNCATE is left out, counted as dropped, reason truncate. Else it is written where the format has a form for it, and rejected where not.");

    public static final ConfigOption<Boolean> SCHEMA_CHANGES = key("include.schema.changes")
            .booleanType()
            .defaultValue(false)
            .withDescription(
                    "Whether DDL on the tables of the sources is written, a line each, in the form that the format has for it: Debezium's record of schema changes in debezium-json and plain-json, dml Q in dbus-json. "
                            + "Else it is counted as dropped, reason schema-change.");

    private StreamSinkOptions() {}

    static List<ConfigOption<?>> optional() {
        return List.of(PATH, COMMAND, STDOUT, RESTART, FORMAT, SKIP_TRUNCATES, SCHEMA_CHANGES);
    }
}
