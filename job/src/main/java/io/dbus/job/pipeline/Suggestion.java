package io.dbus.job.pipeline;

import static java.util.Locale.ROOT;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** The nearest right word to a wrong one. */
public final class Suggestion {
    private Suggestion() {}

    /** The word nearest to a wrong one; empty when none is near enough for the user to have meant it. */
    public static Optional<String> nearest(String wrong, Collection<String> words) {
        int limit = Math.max(1, Math.min(4, wrong.length() / 3));
        return words.stream()
                .map(word -> new Candidate(word, distance(wrong.toLowerCase(ROOT), word.toLowerCase(ROOT))))
                .filter(candidate -> candidate.distance <= limit)
                .min(Comparator.comparingInt(Candidate::distance).thenComparing(Candidate::word))
                .map(Candidate::word);
    }

    /** "; did you mean 'x'?", or what is there when little is, or nothing. */
    static String hint(String wrong, Collection<String> words) {
        Optional<String> nearest = nearest(wrong, words);
        if (nearest.isPresent()) {
            return "; did you mean '" + nearest.get() + "'?";
        }
        return words.isEmpty() || words.size() > 12
                ? ""
                : "; there are: " + String.join(", ", words.stream().sorted().toList());
    }

    private record Candidate(String word, int distance) {}

    /** Levenshtein's distance, two neighbours swapped counted as one step (optimal string alignment). */
    static int distance(String a, String b) {
        int[] beforeLast = new int[b.length() + 1];
        int[] last = new int[b.length() + 1];
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            last[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int changed = last[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(changed, Math.min(last[j], row[j - 1]) + 1);
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
                }
            }
            int[] spare = beforeLast;
            beforeLast = last;
            last = row;
            row = spare;
        }
        return last[b.length()];
    }
}
