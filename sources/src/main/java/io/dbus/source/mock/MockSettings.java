package io.dbus.source.mock;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * What a mock source is told. Lists are of types that Java serializes.
 *
 * @param source the component's name
 * @param servers the names of its servers
 * @param splits how many splits there are in all servers
 * @param rows how many rows there are in all; -1 without end
 * @param rowsPerSecond the rate of all splits together; 0 as fast as it goes
 * @param transactionRows rows of a transaction
 * @param keys how many rows are alive at most, of all splits and tables
 * @param skew exponent of Zipf's law
 * @param inserts share of inserts
 * @param updates share of updates
 * @param deletes share of deletes
 * @param nulls share of NULLs in columns that may be NULL, 0 to 1
 * @param tables the tables' shapes
 */
record MockSettings(
        String source,
        ArrayList<String> servers,
        long seed,
        int splits,
        long rows,
        double rowsPerSecond,
        int transactionRows,
        long keys,
        double skew,
        int inserts,
        int updates,
        int deletes,
        double nulls,
        RowImages images,
        CommitTime commitTime,
        ArrayList<TableShape> tables,
        ArrayList<Fault> faults)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The virtual clock begins at 2026-01-01T00:00:00Z; sequences too. */
    private static final long START_MICROS = 1_767_225_600_000_000L;

    /** What the virtual clock gains with each row where no rate says it. */
    private static final double MICROS_PER_ROW = 10;

    MockSettings {
        requireNonNull(source, "source");
        requireNonNull(images, "images");
        requireNonNull(commitTime, "commitTime");
    }

    /**
     * A table as the user wrote it; it is read where it is needed.
     *
     * @param weight its share of the rows in proportion to those of the others
     */
    record TableShape(String name, String columns, int weight) implements Serializable {
        private static final long serialVersionUID = 1L;
    }

    List<MockTable> parsedTables() {
        return tables.stream()
                .map(shape -> TableText.parse(shape.name(), shape.columns()))
                .toList();
    }

    boolean isBounded() {
        return rows >= 0;
    }

    /** How many rows a split has; Long.MAX_VALUE without end. */
    long rowsOf(int split) {
        return rows < 0 ? Long.MAX_VALUE : rows / splits + (split < rows % splits ? 1 : 0);
    }

    /** Rows alive of one split. */
    int keysPerSplit() {
        return (int) Math.max(1, (keys + splits - 1) / splits);
    }

    String serverOf(int split) {
        return servers.get(split % servers.size());
    }

    /** The number in the source of a split's row. */
    long number(int split, long index) {
        return index * splits + split;
    }

    /** The time at which the virtual clock is for a row of the source, in microseconds since the epoch. */
    long virtualMicros(long number) {
        double step = rowsPerSecond > 0 ? 1_000_000 / rowsPerSecond : MICROS_PER_ROW;
        return START_MICROS + (long) (number * step);
    }

    /** The sequence of a row of the source: one is left free after each. */
    long sequence(long number) {
        return START_MICROS * 1000 + number * 2;
    }
}
