package io.dbus.source.mysql.cases;

import io.dbus.embedded.DatabaseServer;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a case needs of its server: {@code mysql>=8.3}, {@code MariaDB>=10.2 for ...}, {@code gtid_mode=ON}. */
record Requirement(String name, String operator, String value) {
    private static final Pattern FORM =
            Pattern.compile("(?:@@)?([A-Za-z_][A-Za-z_0-9]*)\\s*(>=|=|<)\\s*(\\S+)(?: .*)?");

    /**
     * The requirement of a text.
     *
     * @throws IllegalArgumentException when the runner does not know its form
     */
    static Requirement parse(String text) {
        Matcher form = FORM.matcher(text.strip());
        if (!form.matches()) {
            throw new IllegalArgumentException("The runner does not know the requirement '" + text + "'");
        }
        return new Requirement(form.group(1).toLowerCase(Locale.ROOT), form.group(2), form.group(3));
    }

    /** Whether a server can be started so. */
    boolean isOption() {
        return operator.equals("=") && !name.equals("mysql") && !name.equals("mariadb");
    }

    /** Why a server is not what is needed; empty when it is. */
    Optional<String> unmet(DatabaseServer server, boolean mariaDb) {
        boolean flavour = name.equals("mysql") || name.equals("mariadb");
        String actual = flavour ? server.binaryVersion() : server.queryString("SELECT @@" + name);
        boolean met =
                switch (operator) {
                    case ">=" -> compare(actual, value) >= 0;
                    case "<" -> compare(actual, value) < 0;
                    default -> actual.equalsIgnoreCase(value);
                };
        if (flavour && mariaDb != name.equals("mariadb") || !met) {
            return Optional.of("needs " + name + operator + value + ", the server is " + server + " with " + actual);
        }
        return Optional.empty();
    }

    private static int compare(String one, String other) {
        return Arrays.compare(numbers(one), numbers(other));
    }

    private static int[] numbers(String version) {
        return Arrays.stream(version.split("[^0-9]+"))
                .filter(part -> !part.isEmpty())
                .mapToInt(Integer::parseInt)
                .toArray();
    }
}
