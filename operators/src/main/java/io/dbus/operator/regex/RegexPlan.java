package io.dbus.operator.regex;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.dbus.event.Column;
import io.dbus.event.LogicalType;
import io.dbus.event.LogicalType.Kind;
import io.dbus.event.RowBuilder;
import io.dbus.event.RowChange;
import io.dbus.event.RowImage;
import io.dbus.event.TableId;
import io.dbus.event.TableSchema;
import io.dbus.operator.UnfitEventException;
import io.dbus.operator.column.ColumnRule;
import io.dbus.operator.column.RowRewrite;
import io.dbus.reject.RejectReason;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the rules are for one schema. */
final class RegexPlan {
    private final List<Judgement> judgements;
    private final Optional<RowRewrite> rewrite;

    private record Judgement(RegexRule rule, List<Column> columns) {}

    private RegexPlan(List<Judgement> judgements, Optional<RowRewrite> rewrite) {
        this.judgements = judgements;
        this.rewrite = rewrite;
    }

    /**
     * The plan for a schema.
     *
     * @param table the table's name at this place of the pipeline
     * @throws UnfitEventException when a column that a rule names is not there or is no text
     */
    static RegexPlan of(List<RegexRule> rules, TableId table, TableSchema schema) {
        Map<Integer, Column> columns = new LinkedHashMap<>();
        schema.columns().forEach(column -> columns.put(column.position(), column));
        schema.key().forEach(column -> columns.putIfAbsent(column.position(), column));
        List<Judgement> judgements = new ArrayList<>();
        Map<Integer, List<RegexRule>> replacing = new LinkedHashMap<>();
        for (RegexRule rule : rules) {
            if (!rule.columns().matches(table)) {
                continue;
            }
            List<Column> chosen = chosen(
                    rule.columns(), table, schema, columns.values().stream().toList());
            if (rule.action() != RegexRule.Action.REPLACE) {
                judgements.add(new Judgement(rule, chosen));
            } else {
                chosen.forEach(column -> replacing
                        .computeIfAbsent(column.position(), position -> new ArrayList<>())
                        .add(rule));
            }
        }
        return new RegexPlan(judgements, rewrite(schema, columns, replacing));
    }

    private static List<Column> chosen(ColumnRule rule, TableId table, TableSchema schema, List<Column> columns) {
        List<Column> chosen = new ArrayList<>();
        for (Column column : columns) {
            if (!rule.columns().matches(column.name())) {
                continue;
            }
            if (TextOf.is(schema.type(column))) {
                chosen.add(column);
            } else if (rule.columns().isExact()) {
                throw new UnfitEventException(
                        RejectReason.CONVERSION,
                        "column " + column.name() + " of table " + table + " is of type " + schema.type(column)
                                + ", which is no text",
                        "cast it to varchar with a 'project' operator before, or name another column");
            }
        }
        if (chosen.isEmpty() && rule.isExact()) {
            throw new UnfitEventException(
                    RejectReason.ILLEGAL_NAME,
                    "table " + table + " has no column " + rule.columns() + "; its columns are "
                            + String.join(
                                    ", ",
                                    schema.columns().stream().map(Column::name).toList()),
                    "correct 'rules'");
        }
        return chosen;
    }

    private static Optional<RowRewrite> rewrite(
            TableSchema schema, Map<Integer, Column> columns, Map<Integer, List<RegexRule>> replacing) {
        if (replacing.isEmpty()) {
            return Optional.empty();
        }
        RowRewrite.Builder builder = new RowRewrite.Builder(schema);
        schema.columns().forEach(column -> {
            List<RegexRule> rules = replacing.remove(column.position());
            if (rules == null) {
                builder.keep(column.name(), column);
            } else {
                builder.replace(column.name(), column, type(schema.type(column)), replacement(column, rules));
            }
        });
        // What is left is in the key only.
        replacing.forEach((position, rules) -> {
            Column column = columns.get(position);
            builder.replaceInKey(column, type(schema.type(column)), replacement(column, rules));
        });
        return Optional.of(builder.build(name -> name));
    }

    private static LogicalType type(LogicalType type) {
        return type.kind() == Kind.TEXT ? type : LogicalType.of(Kind.VARCHAR);
    }

    private static RowRewrite.NewValue replacement(Column column, List<RegexRule> rules) {
        int position = column.position();
        return (change, image, to) -> {
            if (!image.isPresent(position)) {
                to.absent();
            } else if (image.isNull(position)) {
                to.nullValue();
            } else {
                replace(rules, TextOf.of(image, position), to);
            }
        };
    }

    private static void replace(List<RegexRule> rules, String text, RowBuilder to) {
        String replaced = text;
        for (RegexRule rule : rules) {
            replaced = rule.pattern().matcher(replaced).replaceAll(rule.replacement());
        }
        byte[] utf8 = replaced.getBytes(UTF_8);
        to.text(utf8, 0, utf8.length);
    }

    /** Whether no rule drops the row. */
    boolean keeps(RowChange row) {
        for (Judgement judgement : judgements) {
            boolean fits = fits(judgement, row);
            if (fits != (judgement.rule().action() == RegexRule.Action.KEEP)) {
                return false;
            }
        }
        return true;
    }

    private static boolean fits(Judgement judgement, RowChange row) {
        Column unknown = null;
        for (Column column : judgement.columns()) {
            int position = column.position();
            RowImage image = row.image();
            if (!image.isPresent(position)) {
                image = row.before()
                        .filter(before -> before.isPresent(position))
                        .orElse(null);
            }
            if (image == null) {
                unknown = column;
            } else if (!image.isNull(position)
                    && judgement
                            .rule()
                            .pattern()
                            .matcher(TextOf.of(image, position))
                            .find()) {
                return true;
            }
        }
        if (unknown != null) {
            throw new UnfitEventException(
                    RejectReason.INCOMPLETE_ROW,
                    "whether column " + unknown.name() + " fits "
                            + judgement.rule().pattern() + " is not known, because the row does not hold it",
                    "put a 'complete' operator before this one, or set binlog_row_image=FULL on the server");
        }
        return false;
    }

    /** The row with all that is replaced. */
    RowChange replaced(RowChange row) {
        return rewrite.isPresent() ? rewrite.get().apply(row) : row;
    }
}
