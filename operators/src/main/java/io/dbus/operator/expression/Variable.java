package io.dbus.operator.expression;

import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The variables of expressions: what each is of a row change or of one of its images. */
enum Variable {
    BEFORE("before", SimpleType.DYN, Set.of(Scope.CHANGE), subject -> Row.before(subject.change())),
    AFTER("after", SimpleType.DYN, Set.of(Scope.CHANGE), subject -> Row.after(subject.change())),
    ROW("row", SimpleType.DYN, Set.of(Scope.IMAGE), subject -> Row.of(subject.change(), subject.image())),
    OP("op", SimpleType.STRING, EnumSet.allOf(Scope.class), subject -> subject.change()
            .operation()
            .name()
            .toLowerCase(Locale.ROOT)),
    DB("db", SimpleType.STRING, EnumSet.allOf(Scope.class), subject -> subject.change()
            .table()
            .database()),
    TABLE("table", SimpleType.STRING, EnumSet.allOf(Scope.class), subject -> subject.change()
            .table()
            .table()),
    TS(
            "ts",
            SimpleType.TIMESTAMP,
            EnumSet.allOf(Scope.class),
            subject ->
                    Instant.EPOCH.plus(subject.change().origin().transaction().commitMicros(), ChronoUnit.MICROS)),
    /** What {@code changed(...)} asks; no name that a user can write. */
    CHANGES("@changes", SimpleType.DYN, Set.of(Scope.CHANGE), subject -> new Changes(subject.change()));

    private static final Map<String, Variable> BY_NAME =
            Arrays.stream(values()).collect(Collectors.toMap(v -> v.label, Function.identity()));

    private final String label;
    private final CelType type;
    private final Set<Scope> scopes;
    private final Function<Scope.Subject, Object> value;

    Variable(String label, CelType type, Set<Scope> scopes, Function<Scope.Subject, Object> value) {
        this.label = label;
        this.type = type;
        this.scopes = scopes;
        this.value = value;
    }

    static Optional<Variable> named(String name) {
        return Optional.ofNullable(BY_NAME.get(name));
    }

    static List<Variable> in(Scope scope) {
        return Arrays.stream(values())
                .filter(variable -> variable.scopes.contains(scope))
                .toList();
    }

    /** The names that a user can write. */
    static List<String> labels(Scope scope) {
        return in(scope).stream()
                .filter(variable -> variable != CHANGES)
                .map(Variable::label)
                .toList();
    }

    String label() {
        return label;
    }

    CelType type() {
        return type;
    }

    Object of(Scope.Subject subject) {
        return value.apply(subject);
    }
}
