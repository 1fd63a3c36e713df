package io.dbus.job.pipeline;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The text of a pipeline file as it may be shown: references as they were written, and where a secret stands as a literal value, a mask in its place. A value is a secret when its key says so ({@link
 * Secrets#isKeyOfOne}). A literal secret of four characters or more is hidden wherever else it stands too, comments included.
 *
 * @param text the text
 * @param whole whether nothing was hidden, so that the text is the file
 */
public record FileText(String text, boolean whole) {
    private static final int SHORT = 4;
    private static final Pattern REFERENCES = Pattern.compile("(\\$\\{(env|file):[^}]*})+");

    public FileText {
        requireNonNull(text, "text");
    }

    /** The text of a file that was read. */
    static FileText of(String text, Yaml root) {
        Hiding hiding = new Hiding(text);
        hiding.sections(root);
        return hiding.done();
    }

    private static final class Hiding {
        private final String text;
        /** Where secrets begin and end, in chars of the text. */
        private final Map<Integer, Integer> spans = new TreeMap<>();

        private final Secrets literals = new Secrets();

        Hiding(String text) {
            this.text = text;
        }

        /** A key is looked at from its component on: one named {@code token-filter} has no secrets for that. */
        void sections(Yaml root) {
            if (root instanceof Yaml.Mapping sections) {
                for (Yaml.Entry section : sections.entries().values()) {
                    boolean named = Kind.COMPONENTS.stream()
                            .anyMatch(kind -> kind.plural().equals(section.key()));
                    if (named && section.value() instanceof Yaml.Mapping components) {
                        components.entries().values().forEach(component -> values("", component.value()));
                    } else {
                        values("", section.value());
                    }
                }
            }
        }

        private void values(String key, Yaml value) {
            if (value instanceof Yaml.Mapping mapping) {
                mapping.entries()
                        .values()
                        .forEach(entry -> values(key.isEmpty() ? entry.key() : key + "." + entry.key(), entry.value()));
            } else if (value instanceof Yaml.Sequence sequence) {
                sequence.items().forEach(item -> values(key, item));
            } else if (value instanceof Yaml.Scalar scalar
                    && Secrets.isKeyOfOne(key)
                    && !scalar.text().isEmpty()
                    && !REFERENCES.matcher(scalar.text()).matches()) {
                spans.put(text.offsetByCodePoints(0, scalar.begin()), text.offsetByCodePoints(0, scalar.end()));
                if (scalar.text().length() >= SHORT) {
                    literals.add(scalar.text());
                }
            }
        }

        FileText done() {
            StringBuilder shown = new StringBuilder();
            int from = 0;
            for (Map.Entry<Integer, Integer> span : spans.entrySet()) {
                // An alias stands for a value that was hidden already.
                if (span.getKey() >= from) {
                    shown.append(text, from, span.getKey())
                            .append('"')
                            .append(Secrets.MASK)
                            .append('"');
                    // A block's text ends behind its last line.
                    shown.append(text.charAt(span.getValue() - 1) == '\n' ? "\n" : "");
                    from = span.getValue();
                }
            }
            shown.append(text, from, text.length());
            return new FileText(literals.redact(shown.toString()), spans.isEmpty());
        }
    }
}
