package io.dbus.source.mock;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Which row each event of a split is about, so that the n-th event is worked out from n alone and nothing has to be remembered.
 *
 * <p>The rows fall into groups of 1, 2, 4, 8 ... rows, the most visited first. A period of {@link #PERIOD} events is dealt out to the groups once, by
 * the share that Zipf's law gives them, and in every period in the same way; within its group's turns the rows take turns. So the skew is Zipf's in steps of two.
 */
final class KeyVisits {
    static final int PERIOD = 4096;

    private final byte[] groupAt = new byte[PERIOD];
    private final short[] turnAt = new short[PERIOD];
    private final short[][] places;
    private final int[] first;
    private final int[] size;
    private final int[] factor;

    /** The row of the last call of {@link #at}, from 0. */
    private int row;
    /** How often the row was visited before. */
    private long visit;

    /**
     * Visits to so many rows.
     *
     * @param rows 1 to 2^30
     * @param exponent of Zipf's law; 0 visits all alike
     */
    KeyVisits(int rows, double exponent, long seed) {
        List<int[]> groups = exponent == 0 ? List.of(new int[] {0, rows}) : groups(rows, exponent);
        first = groups.stream().mapToInt(group -> group[0]).toArray();
        size = groups.stream().mapToInt(group -> group[1]).toArray();
        factor = new int[first.length];
        for (int g = 0; g < first.length; g++) {
            factor[g] = factor(size[g], Mix.of(seed, g));
        }
        int[] turns = turns(groups, exponent);
        places = new short[first.length][];
        List<Byte> deal = new ArrayList<>(PERIOD);
        for (int g = 0; g < turns.length; g++) {
            places[g] = new short[turns[g]];
            for (int i = 0; i < turns[g]; i++) {
                deal.add((byte) g);
            }
        }
        shuffle(deal, seed);
        int[] done = new int[first.length];
        for (int place = 0; place < PERIOD; place++) {
            int g = deal.get(place);
            groupAt[place] = (byte) g;
            turnAt[place] = (short) done[g];
            places[g][done[g]++] = (short) place;
        }
    }

    /** Works out the visit of an event. */
    void at(long event) {
        int place = (int) (event & PERIOD - 1);
        int group = groupAt[place];
        long turn = (event >>> 12) * places[group].length + turnAt[place];
        int rows = size[group];
        visit = turn / rows;
        row = first[group] + (int) ((turn - visit * rows) * factor[group] % rows);
    }

    int row() {
        return row;
    }

    long visit() {
        return visit;
    }

    /** The event before one that is about the same row; -1 when there is none. */
    long former(long event) {
        int place = (int) (event & PERIOD - 1);
        int group = groupAt[place];
        int turns = places[group].length;
        long turn = (event >>> 12) * turns + turnAt[place] - size[group];
        return turn < 0 ? -1 : turn / turns * PERIOD + places[group][(int) (turn % turns)];
    }

    /** Groups as first row and number of rows; one that would get less than a turn in a period is taken together with the next. */
    private static List<int[]> groups(int rows, double exponent) {
        double all = share(0, rows, exponent);
        List<int[]> groups = new ArrayList<>();
        int begin = 0;
        for (int width = 1; begin < rows; width *= 2) {
            int end = (int) Math.min(rows, (long) begin + width);
            double rest = share(end, rows - end, exponent);
            if (rest / all * PERIOD < 1) {
                end = rows;
            }
            if (share(begin, end - begin, exponent) / all * PERIOD >= 1 || end == rows) {
                groups.add(new int[] {begin, end - begin});
                begin = end;
            }
        }
        return groups;
    }

    private static int[] turns(List<int[]> groups, double exponent) {
        double[] shares = groups.stream()
                .mapToDouble(group -> share(group[0], group[1], exponent))
                .toArray();
        double all = 0;
        for (double share : shares) {
            all += share;
        }
        int[] turns = new int[shares.length];
        int left = PERIOD;
        for (int g = 0; g < turns.length; g++) {
            turns[g] = Math.max(1, (int) (shares[g] / all * PERIOD));
            left -= turns[g];
        }
        int largest = 0;
        for (int g = 1; g < turns.length; g++) {
            largest = turns[g] > turns[largest] ? g : largest;
        }
        turns[largest] += left;
        return turns;
    }

    /** The sum of k^-exponent over so many ranks; beyond the first thousand by the integral. */
    private static double share(long from, long count, double exponent) {
        double sum = 0;
        long rank = from + 1;
        long end = from + count;
        for (; rank <= end && rank <= 1000; rank++) {
            sum += Math.pow(rank, -exponent);
        }
        if (rank <= end) {
            double low = rank - 0.5;
            double high = end + 0.5;
            sum += exponent == 1
                    ? Math.log(high / low)
                    : (Math.pow(high, 1 - exponent) - Math.pow(low, 1 - exponent)) / (1 - exponent);
        }
        return sum;
    }

    /** A factor that has no divisor in common with the size, so that each row gets its turn. */
    private static int factor(int size, long random) {
        int factor = 1 + Mix.below(random, size);
        while (gcd(factor, size) != 1) {
            factor++;
        }
        return factor;
    }

    private static int gcd(int a, int b) {
        return b == 0 ? a : gcd(b, a % b);
    }

    private static void shuffle(List<Byte> deal, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = deal.size() - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            Byte held = deal.set(i, deal.get(other));
            deal.set(other, held);
        }
    }
}
