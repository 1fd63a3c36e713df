package io.dbus.source.mock;

import static org.apache.flink.configuration.ConfigOptions.key;

import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.ConfigOption;

/** The options of the source {@code mock}. */
public final class MockSourceOptions {
    public static final ConfigOption<Map<String, String>> TABLES = key("tables")
            .mapType()
            .noDefaultValue()
            .withDescription(
                    "The tables: database.table and its columns as in CREATE TABLE, such as 'shop.orders: id BIGINT, amount DECIMAL(10,2) NOT NULL,"
                            + " note VARCHAR(40), PRIMARY KEY (id)'. All types of MySQL are known. The size of a row follows from its columns: texts and bytes are from half"
                            + " to all of their length long, where TEXT(n), BLOB(n) and JSON(n) have one too. The last column of a key numbers the rows and is INT, BIGINT, DECIMAL(19),"
                            + " VARCHAR(20), BINARY(8) or wider; a table may have no key.");

    public static final ConfigOption<Map<String, String>> WEIGHTS = key("table.weights")
            .mapType()
            .noDefaultValue()
            .withDescription(
                    "What share of the rows a table has, in proportion to the others; 1 unless given. Example: {shop.orders: 10}.");

    public static final ConfigOption<List<String>> SERVERS = key("servers")
            .stringType()
            .asList()
            .noDefaultValue()
            .withDescription(
                    "The names of the servers from which the rows are said to come, each with rows of its own; one, named as the component, unless given.");

    public static final ConfigOption<Long> ROWS = key("number-of-rows")
            .longType()
            .noDefaultValue()
            .withDescription(
                    "How many row changes there are in all; the job ends then. Without it they go on for ever.");

    public static final ConfigOption<Double> RATE = key("rows-per-second")
            .doubleType()
            .noDefaultValue()
            .withDescription(
                    "How many row changes come in a second, from all readers together and whatever their number. It holds in the mean: what a slow pipeline held up comes after, as fast as"
                            + " it goes. Without it they come as fast as the pipeline takes them.");

    public static final ConfigOption<Long> SEED = key("seed")
            .longType()
            .defaultValue(1L)
            .withDescription(
                    "What all rows follow from: with the same options and seed the same changes come, in the same order for each key, at any parallelism and over restarts.");

    public static final ConfigOption<Integer> SPLITS = key("splits")
            .intType()
            .defaultValue(16)
            .withDescription(
                    "Into how many parts the rows are divided, from 1 to 4096, at least one for each server; so many readers can work at once. Another number makes"
                            + " other rows and cannot go on from a saved position.");

    public static final ConfigOption<Long> KEYS = key("keys")
            .longType()
            .defaultValue(10_000L)
            .withDescription(
                    "How many rows are being changed at a time, of all tables together. The first change of each is its insert, so that the share of 'operations' is reached once all are there.");

    public static final ConfigOption<Double> SKEW = key("key.skew")
            .doubleType()
            .defaultValue(0d)
            .withDescription(
                    "How unevenly changes fall on rows: the exponent of Zipf's law, 0 (all alike) to 3. It holds within each split and in steps of two: the first row, the next two, the"
                            + " next four and so on share one frequency.");

    public static final ConfigOption<Map<String, String>> OPERATIONS = key("operations")
            .mapType()
            .noDefaultValue()
            .withDescription(
                    "How many of the changes are insert, update and delete, in proportion; {insert: 1, update: 8, delete: 1} unless given. There cannot be more deletes than inserts. An update has"
                            + " the row's true image before, a delete takes a row that is there, and a deleted key may be inserted again.");

    public static final ConfigOption<Double> NULLS = key("null-ratio")
            .doubleType()
            .defaultValue(0.05)
            .withDescription(
                    "How many of the values are NULL, 0 to 1, in columns that are neither NOT NULL nor in the key.");

    public static final ConfigOption<RowImages> ROW_IMAGE = key("row-image")
            .enumType(RowImages.class)
            .defaultValue(RowImages.FULL)
            .withDescription("Which columns images hold, as binlog_row_image of MySQL: full, minimal, noblob.");

    public static final ConfigOption<Integer> TRANSACTION_ROWS = key("transaction.rows")
            .intType()
            .defaultValue(1)
            .withDescription("How many row changes a transaction has; those of one split that follow each other.");

    public static final ConfigOption<CommitTime> COMMIT_TIME = key("commit-time")
            .enumType(CommitTime.class)
            .defaultValue(CommitTime.VIRTUAL)
            .withDescription(
                    "When changes are said to be committed. virtual: by a clock that begins on 2026-01-01 and goes with the rows, at the pace of rows-per-second, so that the same rows have the"
                            + " same times. now: when they are made, so that a sink's latencyMs means something.");

    public static final ConfigOption<List<Map<String, String>>> FAULTS = key("faults")
            .mapType()
            .asList()
            .noDefaultValue()
            .withDescription(
                    "What goes wrong, each with a kind and 'at', a row's number from 0, or 'every', a number of rows. undecodable: a value of the row is damaged. too-large: a text of the row has"
                            + " so many 'bytes'. burst: so many 'rows' of a split come at once. pause: a split stands still 'for' a time. repeat: the row comes twice. out-of-order: after the row its change before"
                            + " comes once more. truncate: a TRUNCATE of the row's table comes before it, after which rows go on as if there had been none. fail: the source fails, once while the job runs. They are"
                            + " counted as faults, by kind. Example: [{kind: pause, at: 10000, for: 5 s}, {kind: undecodable, every: 5000}].");

    private MockSourceOptions() {}

    static List<ConfigOption<?>> optional() {
        return List.of(
                WEIGHTS,
                SERVERS,
                ROWS,
                RATE,
                SEED,
                SPLITS,
                KEYS,
                SKEW,
                OPERATIONS,
                NULLS,
                ROW_IMAGE,
                TRANSACTION_ROWS,
                COMMIT_TIME,
                FAULTS);
    }
}
