package io.dbus.job.cli;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** Rows of text in columns as wide as they need to be. Not thread-safe. */
final class TextTable {
    private final List<List<String>> rows = new ArrayList<>();
    private List<Integer> right = List.of();
    private boolean headless;

    /** A table with its heads. */
    TextTable(String... heads) {
        rows.add(List.of(heads));
    }

    /** Columns, from 0, whose cells end in line instead of beginning so: those of numbers. */
    TextTable right(Integer... columns) {
        right = List.of(columns);
        return this;
    }

    /** Its heads are not printed. */
    TextTable headless() {
        headless = true;
        return this;
    }

    /** Adds a row with as many cells as there are heads. */
    void row(String... cells) {
        if (cells.length != rows.get(0).size()) {
            throw new IllegalArgumentException(
                    cells.length + " cells for " + rows.get(0).size() + " columns");
        }
        rows.add(List.of(cells));
    }

    boolean isEmpty() {
        return rows.size() == 1;
    }

    void print(PrintStream out, String indent) {
        int[] widths = new int[rows.get(0).size()];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        for (List<String> row : headless ? rows.subList(1, rows.size()) : rows) {
            StringBuilder line = new StringBuilder(indent);
            for (int i = 0; i < widths.length; i++) {
                String cell = row.get(i);
                String space = " ".repeat(widths[i] - cell.length());
                line.append(i == 0 ? "" : "  ").append(right.contains(i) ? space + cell : cell + space);
            }
            out.println(line.toString().stripTrailing());
        }
    }
}
