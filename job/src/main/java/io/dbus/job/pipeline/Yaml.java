package io.dbus.job.pipeline;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Map;

/** A value of a pipeline file, with its place. Scalars keep the text as written: {@code 007} and {@code 1.10} are not numbers yet. */
sealed interface Yaml {
    Mark mark();

    /** What a user would call it: "a list", "a map", "one value" or "no value". */
    String kind();

    /**
     * A single value.
     *
     * @param text as written, quotes and escapes resolved; not null
     * @param begin where it begins in the file, quotes included, in code points
     * @param end where it ends
     */
    record Scalar(Mark mark, String text, int begin, int end) implements Yaml {
        public Scalar {
            requireNonNull(text, "text");
        }

        @Override
        public String kind() {
            return "one value";
        }
    }

    /** A key without a value, or {@code null} or {@code ~}. */
    record Nothing(Mark mark) implements Yaml {
        @Override
        public String kind() {
            return "no value";
        }
    }

    /** A list. */
    record Sequence(Mark mark, List<Yaml> items) implements Yaml {
        public Sequence {
            items = List.copyOf(items);
        }

        @Override
        public String kind() {
            return "a list";
        }
    }

    /** A map, in the order of the file. */
    record Mapping(Mark mark, Map<String, Entry> entries) implements Yaml {
        @Override
        public String kind() {
            return "a map";
        }
    }

    /** An entry of a map; {@code mark} is that of the key. */
    record Entry(Mark mark, String key, Yaml value) {}
}
