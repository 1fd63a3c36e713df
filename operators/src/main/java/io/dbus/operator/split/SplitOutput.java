package io.dbus.operator.split;

import static java.util.Objects.requireNonNull;

import io.dbus.operator.RowCondition;
import io.dbus.operator.expression.Expression;
import io.dbus.operator.expression.ExpressionSyntaxException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * One output and the condition of its rows.
 *
 * @param name the output's name
 * @param where the condition
 */
record SplitOutput(String name, RowCondition where) implements Serializable {
    static final String NAME = "name";
    static final String WHERE = "where";

    private static final long serialVersionUID = 1L;

    // As components are named, since both stand in one input.
    private static final Pattern LEGAL = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,63}");

    SplitOutput {
        requireNonNull(name, "name");
        requireNonNull(where, "where");
    }

    /**
     * The outputs as a pipeline file has them, in order.
     *
     * @param others the name of the output of the other rows
     * @throws IllegalArgumentException when one is not valid; its message says which and why
     */
    static List<SplitOutput> parse(List<Map<String, String>> outputs, Optional<String> others) {
        if (outputs.isEmpty()) {
            throw new IllegalArgumentException("no output is given");
        }
        List<SplitOutput> parsed = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (Map<String, String> output : outputs) {
            int number = parsed.size() + 1;
            try {
                SplitOutput next = parse(output);
                if (!names.add(next.name())) {
                    throw new IllegalArgumentException("there is another output named " + next.name());
                }
                parsed.add(next);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("output " + number + ": " + e.getMessage(), e);
            }
        }
        others.ifPresent(name -> {
            requireLegal(name);
            if (!names.add(name)) {
                throw new IllegalArgumentException("the default output has the name of another, " + name);
            }
        });
        return parsed;
    }

    private static SplitOutput parse(Map<String, String> output) {
        Set<String> unknown = new TreeSet<>(output.keySet());
        unknown.removeAll(Set.of(NAME, WHERE));
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException(
                    "an output has no key " + unknown + "; its keys are " + NAME + " and " + WHERE);
        }
        String name = output.get(NAME);
        String where = output.get(WHERE);
        if (name == null || where == null) {
            throw new IllegalArgumentException("the key " + (name == null ? NAME : WHERE) + " is missing");
        }
        requireLegal(name);
        try {
            return new SplitOutput(name, new RowCondition(Expression.condition(where), "outputs"));
        } catch (ExpressionSyntaxException e) {
            throw new IllegalArgumentException("the condition is not valid: " + e.getMessage(), e);
        }
    }

    private static void requireLegal(String name) {
        if (!LEGAL.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "'" + name + "' is no name of an output: letters, digits, - and _ make one");
        }
    }
}
