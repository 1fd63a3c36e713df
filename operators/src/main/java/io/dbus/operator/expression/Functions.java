package io.dbus.operator.expression;

import com.google.common.primitives.UnsignedLong;
import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelOverloadDecl;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.values.NullValue;
import dev.cel.parser.CelMacro;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelFunctionBinding;
import dev.cel.runtime.CelStandardFunctions;
import dev.cel.runtime.CelStandardFunctions.StandardFunction;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.Predicate;

/**
 * What expressions have beyond CEL's standard functions, and in place of some: relations by {@link Comparison}, columns by index,
 * decimals with + - *, and conversions of decimals and dates.
 */
final class Functions {
    /** The types only name what the checker must let through: columns are of no type until a row is there. */
    private static final CelType DECIMAL = OpaqueType.create("decimal");

    private static final CelType DATETIME = OpaqueType.create("datetime");

    /** What {@code changed('a', 'b')} is expanded to: with the change itself, and its names in a list. */
    private static final String CHANGED = "@changed";

    private Functions() {}

    /** Those of CEL, and {@code changed}. */
    static List<CelMacro> macros() {
        List<CelMacro> macros = new ArrayList<>(CelStandardMacro.STANDARD_MACROS.stream()
                .map(CelStandardMacro::getDefinition)
                .toList());
        macros.add(CelMacro.newGlobalVarArgMacro("changed", (factory, target, arguments) -> {
            boolean names = !arguments.isEmpty()
                    && arguments.stream()
                            .allMatch(argument -> argument.getKind() == CelExpr.ExprKind.Kind.CONSTANT
                                    && argument.constant().getKind() == CelConstant.Kind.STRING_VALUE);
            return Optional.of(
                    names
                            ? factory.newGlobalCall(
                                    CHANGED,
                                    factory.newIdentifier(Variable.CHANGES.label()),
                                    factory.newList(arguments))
                            : factory.reportError(
                                    "changed() takes the names of columns as strings, such as changed('price')"));
        }));
        return macros;
    }

    /** CEL's functions without those that {@link #bindings} replaces. */
    static CelStandardFunctions standard() {
        return CelStandardFunctions.newBuilder()
                .excludeFunctions(
                        StandardFunction.EQUALS,
                        StandardFunction.NOT_EQUALS,
                        StandardFunction.LESS,
                        StandardFunction.LESS_EQUALS,
                        StandardFunction.GREATER,
                        StandardFunction.GREATER_EQUALS,
                        StandardFunction.IN,
                        StandardFunction.INDEX)
                .build();
    }

    static List<CelFunctionDecl> declarations() {
        List<CelFunctionDecl> functions = new ArrayList<>();
        for (String operator : List.of("_+_", "_-_", "_*_")) {
            List<CelOverloadDecl> overloads = new ArrayList<>();
            overloads.add(overload(operator, DECIMAL, DECIMAL));
            for (CelType other : List.of(SimpleType.INT, SimpleType.UINT, SimpleType.DOUBLE)) {
                overloads.add(overload(operator, DECIMAL, other));
                overloads.add(overload(operator, other, DECIMAL));
            }
            functions.add(CelFunctionDecl.newFunctionDeclaration(operator, overloads));
        }
        functions.add(CelFunctionDecl.newFunctionDeclaration(
                "-_", CelOverloadDecl.newGlobalOverload("negate_decimal", DECIMAL, DECIMAL)));
        functions.add(CelFunctionDecl.newFunctionDeclaration(
                CHANGED,
                CelOverloadDecl.newGlobalOverload(
                        CHANGED, SimpleType.BOOL, SimpleType.DYN, ListType.create(SimpleType.STRING))));
        functions.add(converting("decimal", SimpleType.DYN, SimpleType.DYN));
        functions.add(converting("datetime", SimpleType.DYN, SimpleType.STRING));
        functions.add(converting("string", SimpleType.STRING, DECIMAL, DATETIME));
        functions.add(converting("double", SimpleType.DOUBLE, DECIMAL));
        functions.add(converting("int", SimpleType.INT, DECIMAL));
        functions.add(converting("timestamp", SimpleType.TIMESTAMP, DATETIME));
        return functions;
    }

    private static CelOverloadDecl overload(String operator, CelType left, CelType right) {
        return CelOverloadDecl.newGlobalOverload(
                operator + "_" + left.name() + "_" + right.name(), DECIMAL, left, right);
    }

    private static CelFunctionDecl converting(String function, CelType to, CelType... from) {
        List<CelOverloadDecl> overloads = new ArrayList<>();
        for (CelType type : from) {
            overloads.add(CelOverloadDecl.newGlobalOverload(type.name() + "_to_" + function, to, type));
        }
        return CelFunctionDecl.newFunctionDeclaration(function, overloads);
    }

    static List<CelFunctionBinding> bindings() {
        List<CelFunctionBinding> bindings = new ArrayList<>();
        bindings.add(relation("_==_", Comparison::equal));
        bindings.add(relation("_!=_", (left, right) -> !Comparison.equal(left, right)));
        bindings.add(relation("_<_", ordered(order -> order == Order.BEFORE)));
        bindings.add(relation("_<=_", ordered(order -> order == Order.BEFORE || order == Order.SAME)));
        bindings.add(relation("_>_", ordered(order -> order == Order.AFTER)));
        bindings.add(relation("_>=_", ordered(order -> order == Order.AFTER || order == Order.SAME)));
        bindings.add(relation("@in", Comparison::in));
        bindings.add(CelFunctionBinding.from("_[_]", Object.class, Object.class, Functions::index));
        bindings.add(CelFunctionBinding.from(CHANGED, Changes.class, List.class, Changes::any));
        bindings.addAll(arithmetic("_+_", BigDecimal::add));
        bindings.addAll(arithmetic("_-_", BigDecimal::subtract));
        bindings.addAll(arithmetic("_*_", BigDecimal::multiply));
        bindings.addAll(
                conversion("-_", CelFunctionBinding.from("negate_decimal", BigDecimal.class, BigDecimal::negate)));
        bindings.addAll(
                conversion("decimal", CelFunctionBinding.from("dyn_to_decimal", Object.class, Functions::decimal)));
        bindings.addAll(conversion(
                "datetime", CelFunctionBinding.from("string_to_datetime", String.class, Functions::datetime)));
        bindings.addAll(conversion(
                "string",
                CelFunctionBinding.from("decimal_to_string", BigDecimal.class, BigDecimal::toPlainString),
                CelFunctionBinding.from("datetime_to_string", CivilTime.class, CivilTime::toString)));
        bindings.addAll(conversion(
                "double", CelFunctionBinding.from("decimal_to_double", BigDecimal.class, BigDecimal::doubleValue)));
        bindings.addAll(
                conversion("int", CelFunctionBinding.from("decimal_to_int", BigDecimal.class, Functions::integer)));
        bindings.addAll(conversion(
                "timestamp", CelFunctionBinding.from("datetime_to_timestamp", CivilTime.class, Functions::inUtc)));
        return bindings;
    }

    private interface Relation {
        boolean holds(Object left, Object right);
    }

    private static Relation ordered(Predicate<Order> wanted) {
        return (left, right) -> wanted.test(Comparison.order(left, right));
    }

    private static CelFunctionBinding relation(String operator, Relation relation) {
        return CelFunctionBinding.from(operator, Object.class, Object.class, relation::holds);
    }

    private static Collection<CelFunctionBinding> conversion(String function, CelFunctionBinding... overloads) {
        List<CelFunctionBinding> bindings = new ArrayList<>(List.of(overloads));
        // CEL calls by the function's name alone where it cannot tell the overload before the row is there. A function
        // with one overload of ours
        // joins CEL's own under that name only as one of several.
        if (overloads.length == 1) {
            bindings.add(CelFunctionBinding.from(
                    function + "_never",
                    List.of(Never.class, Never.class, Never.class),
                    arguments -> NullValue.NULL_VALUE));
        }
        return CelFunctionBinding.fromOverloads(function, bindings);
    }

    /** No value is one. */
    private static final class Never {
        private Never() {}
    }

    private static Collection<CelFunctionBinding> arithmetic(String operator, BinaryOperator<BigDecimal> operation) {
        List<CelFunctionBinding> bindings = new ArrayList<>();
        bindings.add(arithmetic(operator, "decimal", BigDecimal.class, "decimal", BigDecimal.class, operation));
        Map<String, Class<?>> others = Map.of("int", Long.class, "uint", UnsignedLong.class, "double", Double.class);
        others.forEach((name, type) -> {
            bindings.add(arithmetic(operator, "decimal", BigDecimal.class, name, type, operation));
            bindings.add(arithmetic(operator, name, type, "decimal", BigDecimal.class, operation));
        });
        return CelFunctionBinding.fromOverloads(operator, bindings);
    }

    private static <A, B> CelFunctionBinding arithmetic(
            String operator,
            String leftName,
            Class<A> left,
            String rightName,
            Class<B> right,
            BinaryOperator<BigDecimal> operation) {
        return CelFunctionBinding.from(
                operator + "_" + leftName + "_" + rightName,
                left,
                right,
                (a, b) -> operation.apply(Numbers.decimal(a), Numbers.decimal(b)));
    }

    private static Object index(Object container, Object index) {
        if (container instanceof Row row && index instanceof String name) {
            return row.select(name);
        }
        if (container instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .filter(entry -> Comparison.equal(entry.getKey(), index))
                    .findFirst()
                    .<Object>map(Map.Entry::getValue)
                    .orElseThrow(() -> new Mistake("a map has no key " + Comparison.describe(index)));
        }
        if (container instanceof List<?> list && Numbers.isNumber(index)) {
            BigDecimal place = Numbers.decimal(index);
            if (place.signum() < 0 || place.compareTo(BigDecimal.valueOf(list.size())) >= 0 || !isWhole(place)) {
                throw new Mistake("a list of " + list.size() + " has no element " + index);
            }
            return list.get(place.intValue());
        }
        throw new Mistake(Comparison.describe(container) + " has no element " + Comparison.describe(index));
    }

    private static boolean isWhole(BigDecimal number) {
        return number.signum() == 0 || number.stripTrailingZeros().scale() <= 0;
    }

    private static Object decimal(Object value) {
        if (value instanceof String text) {
            return Literals.decimal(text);
        }
        if (Numbers.isNumber(value)) {
            return Numbers.decimal(value);
        }
        throw new Mistake(Comparison.describe(value) + " is no decimal");
    }

    private static Object datetime(String text) {
        return Literals.civil(text);
    }

    private static Object integer(BigDecimal value) {
        try {
            return value.setScale(0, RoundingMode.DOWN).longValueExact();
        } catch (ArithmeticException e) {
            throw new Mistake("the decimal " + value.toPlainString() + " does not fit an int");
        }
    }

    private static Object inUtc(CivilTime time) {
        try {
            return time.inUtc();
        } catch (DateTimeException e) {
            throw new Mistake("the date or datetime " + time + " is on no calendar, so it is no timestamp");
        }
    }
}
