package io.dbus.job.pipeline;

/**
 * A place in a pipeline file.
 *
 * @param line from 1
 * @param column from 1, in characters
 */
public record Mark(int line, int column) implements Comparable<Mark> {
    /** Where a file begins. */
    public static final Mark START = new Mark(1, 1);

    @Override
    public int compareTo(Mark that) {
        return line != that.line ? Integer.compare(line, that.line) : Integer.compare(column, that.column);
    }

    @Override
    public String toString() {
        return line + ":" + column;
    }
}
