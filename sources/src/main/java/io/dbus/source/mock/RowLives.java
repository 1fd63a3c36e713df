package io.dbus.source.mock;

import io.dbus.event.Operation;
import java.util.SplittableRandom;

/**
 * What happens to a row at each of its visits: it is inserted, updated a number of times, and deleted, or left as it is while the visits go on with another key. The lives
 * of a pattern have in all the proportion of operations that was asked for; every row goes through the pattern, each from another life on. So the
 * n-th visit is worked out from n alone, and each change fits the one before.
 */
final class RowLives {
    private static final int AT_LEAST = 1024;

    private final Operation[] operations;
    private final int[] life;
    private final int[] version;
    private final int[] leftBefore;
    private final int[] start;
    private final int left;

    private Operation operation;
    private long lifeNumber;
    private int changes;
    private long keys;

    /**
     * Lives in which the operations have a proportion.
     *
     * @param inserts at least 1 and at least as many as deletes
     */
    RowLives(int inserts, int updates, int deletes, long seed) {
        if (inserts < 1 || updates < 0 || deletes < 0 || deletes > inserts) {
            throw new IllegalArgumentException("operations " + inserts + ", " + updates + ", " + deletes);
        }
        int times = Math.max(1, (AT_LEAST + inserts - 1) / inserts);
        int lives = inserts * times;
        SplittableRandom random = new SplittableRandom(seed);
        int[] updatesOf = new int[lives];
        for (long i = (long) updates * times; i > 0; i--) {
            updatesOf[random.nextInt(lives)]++;
        }
        boolean[] deleted = new boolean[lives];
        int deletesLeft = deletes * times;
        for (int i = 0; i < lives; i++) {
            // Each choice of as many lives is as likely as another (Knuth, volume 2, 3.4.2, algorithm S).
            if (random.nextInt(lives - i) < deletesLeft) {
                deleted[i] = true;
                deletesLeft--;
            }
        }
        int visits = (inserts + updates + deletes) * times;
        operations = new Operation[visits];
        life = new int[visits];
        version = new int[visits];
        leftBefore = new int[visits];
        start = new int[lives];
        int at = 0;
        int leftSoFar = 0;
        for (int i = 0; i < lives; i++) {
            start[i] = at;
            int length = 1 + updatesOf[i] + (deleted[i] ? 1 : 0);
            for (int v = 0; v < length; v++, at++) {
                boolean last = v == length - 1;
                operations[at] = v == 0 ? Operation.INSERT : last && deleted[i] ? Operation.DELETE : Operation.UPDATE;
                life[at] = i;
                version[at] = Math.min(v, updatesOf[i]);
                leftBefore[at] = leftSoFar;
            }
            leftSoFar += deleted[i] ? 0 : 1;
        }
        left = leftSoFar;
    }

    /**
     * Works out a visit of a row.
     *
     * @param random of the row, the same at all its visits
     */
    void at(long random, long visit) {
        int from = start[Mix.below(random, start.length)];
        long place = visit + from;
        long round = place / operations.length;
        int in = (int) (place - round * operations.length);
        operation = operations[in];
        lifeNumber = round * start.length + life[in] - life[from];
        changes = version[in];
        keys = round * left + leftBefore[in] - leftBefore[from];
    }

    Operation operation() {
        return operation;
    }

    /** The number of the life, from 0. */
    long life() {
        return lifeNumber;
    }

    /** How many updates the row has had in this life, this one counted; those before a delete. */
    int version() {
        return changes;
    }

    /** How many keys were left behind, so that this is the row's so-many-th key. */
    long keys() {
        return keys;
    }
}
