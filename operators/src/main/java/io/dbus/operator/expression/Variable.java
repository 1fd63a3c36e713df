package io.dbus.operator.expression;

import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import io.dbus.event.RowChange;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The variables of expressions: what each is of a row change. */
enum Variable {
    BEFORE("before", SimpleType.DYN, Row::before),
    AFTER("after", SimpleType.DYN, Row::after),
    OP("op", SimpleType.STRING, row -> row.operation().name().toLowerCase(Locale.ROOT)),
    DB("db", SimpleType.STRING, row -> row.table().database()),
    TABLE("table", SimpleType.STRING, row -> row.table().table()),
    TS(
            "ts",
            SimpleType.TIMESTAMP,
            row -> Instant.EPOCH.plus(row.origin().transaction().commitMicros(), ChronoUnit.MICROS));

    private static final Map<String, Variable> BY_NAME =
            Arrays.stream(values()).collect(Collectors.toMap(v -> v.label, Function.identity()));

    private final String label;
    private final CelType type;
    private final Function<RowChange, Object> value;

    Variable(String label, CelType type, Function<RowChange, Object> value) {
        this.label = label;
        this.type = type;
        this.value = value;
    }

    static Optional<Variable> named(String name) {
        return Optional.ofNullable(BY_NAME.get(name));
    }

    String label() {
        return label;
    }

    CelType type() {
        return type;
    }

    Object of(RowChange row) {
        return value.apply(row);
    }
}
