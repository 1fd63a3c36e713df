package io.dbus.sink.kafka;

import java.util.ArrayList;
import java.util.List;

/**
 * The {@linkplain CommitMarks marks} of the committed transactions of one transactional id, the last {@value #KEPT} of them.
 *
 * <p>The newest alone would not do: where two runs with the ids of one sink follow each other, such as a start anew beside a savepoint that is restored
 * later, or two pipelines told to use one prefix, an aborted transaction is followed by a committed one with a higher mark. Immutable.
 *
 * @param marks ascending
 */
record MarkHistory(List<Long> marks) {
    /** With 14 characters each at most it stays below the brokers' {@code offset.metadata.max.bytes}, 4096 by default. */
    static final int KEPT = 200;

    static final MarkHistory NONE = new MarkHistory(List.of());

    private static final int RADIX = 36;

    MarkHistory {
        marks = List.copyOf(marks);
    }

    /**
     * The history of its newest mark and the text of those {@link #earlier()}.
     *
     * @throws IllegalArgumentException when the text is none
     */
    static MarkHistory of(long newest, String earlier) {
        List<Long> marks = new ArrayList<>(List.of(newest));
        long mark = newest;
        for (String step : earlier.isEmpty() ? new String[0] : earlier.split(" ")) {
            mark -= Long.parseLong(step, RADIX);
            marks.add(0, mark);
        }
        return new MarkHistory(marks);
    }

    boolean isEmpty() {
        return marks.isEmpty();
    }

    /** The newest mark, if there is one. */
    long newest() {
        return marks.get(marks.size() - 1);
    }

    /** The marks before the newest as text: how much each is less than the one after it, the newest of them first. */
    String earlier() {
        StringBuilder text = new StringBuilder();
        for (int i = marks.size() - 1; i > 0; i--) {
            text.append(text.isEmpty() ? "" : " ").append(Long.toString(marks.get(i) - marks.get(i - 1), RADIX));
        }
        return text.toString();
    }

    /** The history with one mark more, which is this or, where that does not grow, one more than the newest. */
    MarkHistory next(long mark) {
        List<Long> next = new ArrayList<>(marks.subList(Math.max(0, marks.size() - KEPT + 1), marks.size()));
        next.add(isEmpty() ? mark : Math.max(mark, newest() + 1));
        return new MarkHistory(next);
    }

    /**
     * Whether the transaction with a mark was committed. One from before all that a full history holds is taken for committed: a restore from a state
     * that old cannot be told from one that lost its transactions.
     */
    boolean holds(long mark) {
        return marks.contains(mark) || marks.size() == KEPT && mark < marks.get(0);
    }
}
