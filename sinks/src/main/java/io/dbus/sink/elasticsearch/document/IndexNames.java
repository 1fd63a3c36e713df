package io.dbus.sink.elasticsearch.document;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.dbus.event.TableId;
import io.dbus.reject.RejectReason;
import io.dbus.sink.template.NameClaims;
import io.dbus.sink.template.NameTemplate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The names of indices, by a template. What Elasticsearch does not take in a name (Elasticsearch reference, "Create index API": lower case only, none of {@code \ / * ? " < > | space , # :}, no
 * {@code - _ +} in front, not {@code .} or {@code ..}, at most 255 bytes) is made legal or refused; two tables that would get one index by that, or by where their names meet, are
 * refused.
 *
 * <p>Hot path: most rows have the values of the one before. Not thread-safe.
 */
final class IndexNames {
    static final int MAX_BYTES = 255;

    /** Tables times values; names by date without end must not fill the memory. */
    private static final int LIMIT = 100_000;

    private static final String ILLEGAL = "\\/*?\"<>| ,#:";
    private static final String ILLEGAL_START = "-_+";

    private final NameTemplate template;
    private final boolean adapt;
    private final boolean sharedKeys;
    private final NameClaims claims;
    private final Map<Place, String> names = new HashMap<>();
    private Place last;
    private String lastName;

    private record Place(TableId table, List<String> values) {}

    IndexNames(NameTemplate template, boolean adapt, boolean sharedKeys, NameClaims claims) {
        this.template = template;
        this.adapt = adapt;
        this.sharedKeys = sharedKeys;
        this.claims = claims;
    }

    NameTemplate template() {
        return template;
    }

    /** What is wrong with a template for indices, if something is: what its literal parts say alone. */
    static Optional<String> problem(NameTemplate template) {
        for (String literal : template.literals()) {
            for (int i = 0; i < literal.length(); i++) {
                if (ILLEGAL.indexOf(literal.charAt(i)) >= 0) {
                    return Optional.of("the character '" + literal.charAt(i) + "' cannot be in the name of an index");
                }
            }
            if (!literal.equals(literal.toLowerCase(Locale.ROOT))) {
                return Optional.of("the name of an index has no capitals, and '" + literal + "' has");
            }
        }
        String whole = template.toString();
        if (ILLEGAL_START.indexOf(whole.charAt(0)) >= 0) {
            return Optional.of("the name of an index cannot begin with '" + whole.charAt(0) + "'");
        }
        if (template.variables().isEmpty() && (whole.equals(".") || whole.equals(".."))) {
            return Optional.of("an index cannot be named '" + whole + "'");
        }
        int length = template.literals().stream()
                .mapToInt(literal -> literal.getBytes(UTF_8).length)
                .sum();
        return length > MAX_BYTES
                ? Optional.of("the name of an index has at most " + MAX_BYTES + " bytes")
                : Optional.empty();
    }

    /**
     * The index of the values of the template's variables, for a row of a table.
     *
     * @param table the table as sinks see it
     * @throws DocumentException when there is none
     * @throws SharedIndexException when it is the index of another table
     */
    String index(TableId table, List<String> values) {
        if (lastName == null || !values.equals(last.values()) || !table.equals(last.table())) {
            Place place = new Place(table, values);
            String name = names.get(place);
            if (name == null) {
                name = make(table, values);
                if (names.size() >= LIMIT) {
                    names.clear();
                }
                names.put(place, name);
            }
            last = place;
            lastName = name;
        }
        return lastName;
    }

    private String make(TableId table, List<String> values) {
        List<String> legal = new ArrayList<>(values.size());
        for (int i = 0; i < values.size(); i++) {
            legal.add(legal(template.variables().get(i), values.get(i)));
        }
        String name = template.join(legal);
        String why = whyIllegal(name);
        if (why != null) {
            throw new DocumentException(
                    RejectReason.ILLEGAL_NAME,
                    "the index would be named '" + name + "', which " + why,
                    "change 'index: " + template + "', or route the table");
        }
        claim(name, table, values);
        return name;
    }

    private String legal(NameTemplate.Variable variable, String value) {
        String lower = value.toLowerCase(Locale.ROOT);
        StringBuilder legal = new StringBuilder(lower.length());
        for (int i = 0; i < lower.length(); i++) {
            char c = lower.charAt(i);
            legal.append(ILLEGAL.indexOf(c) >= 0 ? '_' : c);
        }
        if (!adapt && !value.contentEquals(legal)) {
            throw new DocumentException(
                    RejectReason.ILLEGAL_NAME,
                    "the name of an index cannot hold '" + value + "', the value of " + variable,
                    "set " + DocumentOptions.ILLEGAL_NAMES.key() + " to adapt, route the table, or change 'index: "
                            + template + "'");
        }
        return legal.toString();
    }

    /** Null when it is legal. */
    private static String whyIllegal(String name) {
        if (name.isEmpty()) {
            return "is empty";
        }
        if (name.equals(".") || name.equals("..")) {
            return "no index can have";
        }
        if (ILLEGAL_START.indexOf(name.charAt(0)) >= 0) {
            return "begins with " + name.charAt(0);
        }
        int bytes = name.getBytes(UTF_8).length;
        return bytes > MAX_BYTES ? "has " + bytes + " bytes, more than " + MAX_BYTES : null;
    }

    /** Columns tell no rows apart: a row is one document at a time, wherever its columns lead it. */
    private void claim(String name, TableId table, List<String> values) {
        List<String> owner = new ArrayList<>();
        if (!sharedKeys) {
            owner.add(table.database());
            owner.add(table.table());
        }
        for (int i = 0; i < values.size(); i++) {
            if (template.variables().get(i).kind() != NameTemplate.Kind.COLUMN) {
                owner.add(values.get(i));
            }
        }
        if (owner.isEmpty()) {
            return;
        }
        List<String> first;
        try {
            first = claims.claim(name, owner);
        } catch (IOException e) {
            throw new UncheckedIOException("Whose index " + name + " is cannot be found out: " + e.getMessage(), e);
        }
        if (!first.equals(owner)) {
            throw new SharedIndexException("The index " + name + " is that of " + String.join("/", first)
                    + " and would also be that of " + String.join("/", owner)
                    + ": rename or route one of them, change 'index: " + template + "', or set "
                    + DocumentOptions.SHARED_KEYS.key() + " to true if no two of their rows have one key.");
        }
    }
}
