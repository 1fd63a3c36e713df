package io.dbus.operator.expression;

import dev.cel.bundle.CelFactory;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelIssue;
import dev.cel.common.CelOptions;
import dev.cel.common.CelValidationException;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.navigation.CelNavigableAst;
import dev.cel.common.types.SimpleType;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerBuilder;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import dev.cel.validator.CelValidator;
import dev.cel.validator.CelValidatorFactory;
import dev.cel.validator.validators.DurationLiteralValidator;
import dev.cel.validator.validators.RegexLiteralValidator;
import dev.cel.validator.validators.TimestampLiteralValidator;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** CEL with our variables and functions: compiler and runtime, once for each kind of result. */
final class Language {
    private static final CelOptions OPTIONS =
            CelOptions.current().enableHeterogeneousNumericComparisons(true).build();
    private static final CelCompiler FOR_VALUES = compiler(Scope.CHANGE, false);
    private static final CelCompiler FOR_CONDITIONS = compiler(Scope.CHANGE, true);
    private static final CelCompiler FOR_IMAGES = compiler(Scope.IMAGE, false);
    private static final CelRuntime RUNTIME = CelRuntimeFactory.plannerRuntimeBuilder()
            .setOptions(OPTIONS)
            .setStandardFunctions(Functions.standard())
            .addFunctionBindings(Functions.bindings())
            .build();
    private static final CelValidator LITERALS = CelValidatorFactory.standardCelValidatorBuilder(
                    CelFactory.combine(FOR_VALUES, RUNTIME))
            .addAstValidators(
                    TimestampLiteralValidator.INSTANCE,
                    DurationLiteralValidator.INSTANCE,
                    RegexLiteralValidator.INSTANCE)
            .build();
    private static final Pattern DOUBLE = Pattern.compile("-?\\s*((\\d*\\.)?\\d+([eE][+-]?\\d+)?)");

    private Language() {}

    private static CelCompiler compiler(Scope scope, boolean condition) {
        CelCompilerBuilder builder = CelCompilerFactory.standardCelCompilerBuilder()
                .setOptions(OPTIONS)
                .addMacros(Functions.macros())
                .addFunctionDeclarations(Functions.declarations());
        for (Variable variable : Variable.in(scope)) {
            builder.addVar(variable.label(), variable.type());
        }
        if (condition) {
            builder.setResultType(SimpleType.BOOL);
        }
        return builder.build();
    }

    static CelAbstractSyntaxTree check(String text, Scope scope, boolean condition) {
        if (text.isBlank()) {
            throw new ExpressionSyntaxException("the expression is empty; " + available(scope));
        }
        try {
            CelCompiler compiler = scope == Scope.IMAGE ? FOR_IMAGES : condition ? FOR_CONDITIONS : FOR_VALUES;
            CelAbstractSyntaxTree tree = compiler.compile(text).getAst();
            refuseInexactLiterals(text, tree);
            LITERALS.validate(tree).getAst();
            return tree;
        } catch (CelValidationException e) {
            throw new ExpressionSyntaxException(describe(scope, e.getErrors()), e);
        }
    }

    static CelRuntime.Program program(CelAbstractSyntaxTree tree) {
        try {
            return RUNTIME.createProgram(tree);
        } catch (CelEvaluationException e) {
            throw new ExpressionSyntaxException(e.getMessage(), e);
        }
    }

    /** Where the character at an offset (in code points) of a text is, as people count. */
    static String place(String text, int offset) {
        int[] points = text.codePoints().limit(offset).toArray();
        long line = 1 + Arrays.stream(points).filter(point -> point == '\n').count();
        int column = 1;
        for (int i = points.length - 1; i >= 0 && points[i] != '\n'; i--) {
            column++;
        }
        return "line " + line + ", column " + column;
    }

    /**
     * A literal with a point is a double, so one with more digits than a double holds would mean another number than is written. A
     * decimal amount of so many digits must not be compared with that.
     */
    private static void refuseInexactLiterals(String text, CelAbstractSyntaxTree tree) {
        List<CelExpr> literals = CelNavigableAst.fromAst(tree)
                .getRoot()
                .allNodes()
                .map(node -> node.expr())
                .filter(expression -> expression.getKind() == CelExpr.ExprKind.Kind.CONSTANT
                        && expression.constant().getKind() == CelConstant.Kind.DOUBLE_VALUE)
                .toList();
        for (CelExpr literal : literals) {
            Integer offset = tree.getSource().getPositionsMap().get(literal.id());
            if (offset == null) {
                continue;
            }
            Matcher written = DOUBLE.matcher(text);
            double value = Math.abs(literal.constant().doubleValue());
            boolean found = written.find(text.offsetByCodePoints(0, offset));
            if (found && !isExactly(new BigDecimal(written.group(1)), value)) {
                throw new ExpressionSyntaxException(place(text, offset) + ": the number " + written.group(1)
                        + " has more digits than a double holds: write decimal('" + written.group(1) + "')");
            }
        }
    }

    private static boolean isExactly(BigDecimal written, double value) {
        return Double.isFinite(value) && BigDecimal.valueOf(value).compareTo(written) == 0;
    }

    private static String describe(Scope scope, List<CelIssue> issues) {
        String errors = issues.stream()
                .map(issue -> "line " + issue.getSourceLocation().getLine() + ", column "
                        + (issue.getSourceLocation().getColumn() + 1) + ": " + plain(issue.getMessage()))
                .collect(Collectors.joining("; "));
        return errors.contains("undeclared reference") ? errors + "; " + available(scope) : errors;
    }

    /** CEL's messages name the container of names, which we have none of, and the ways a caller can set it. */
    private static String plain(String message) {
        return message.replace(" (in container '')", "").strip();
    }

    private static String available(Scope scope) {
        return "there are the variables " + String.join(", ", Variable.labels(scope)) + ", the columns as "
                + (scope == Scope.IMAGE ? "row.name" : "before.name and after.name") + ", and the functions of CEL";
    }

    /** The columns that an expression over an image names. */
    static Set<String> columns(CelAbstractSyntaxTree tree) {
        Set<String> columns = new TreeSet<>();
        CelNavigableAst.fromAst(tree)
                .getRoot()
                .allNodes()
                .map(node -> node.expr())
                .forEach(expression -> {
                    if (expression.getKind() == CelExpr.ExprKind.Kind.SELECT
                            && isRow(expression.select().operand())) {
                        columns.add(expression.select().field());
                    } else if (expression.getKind() == CelExpr.ExprKind.Kind.CALL
                            && expression.call().function().equals("_[_]")
                            && isRow(expression.call().args().get(0))
                            && expression.call().args().get(1).getKind() == CelExpr.ExprKind.Kind.CONSTANT
                            && expression.call().args().get(1).constant().getKind() == CelConstant.Kind.STRING_VALUE) {
                        columns.add(expression.call().args().get(1).constant().stringValue());
                    }
                });
        return columns;
    }

    private static boolean isRow(CelExpr expression) {
        return expression.getKind() == CelExpr.ExprKind.Kind.IDENT
                && expression.ident().name().equals(Variable.ROW.label());
    }
}
