package io.dbus.operator.mask;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.dbus.event.Column;
import io.dbus.event.LogicalType;
import io.dbus.event.LogicalType.Kind;
import io.dbus.event.RowBuilder;
import io.dbus.event.TableId;
import io.dbus.event.TableSchema;
import io.dbus.operator.UnfitEventException;
import io.dbus.operator.column.Cast;
import io.dbus.operator.column.ConversionException;
import io.dbus.operator.column.PlainText;
import io.dbus.operator.column.RowRewrite;
import io.dbus.reject.RejectReason;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** Works out how the rows of a schema are masked. */
final class Masking {
    private final List<MaskRule> rules;
    private final Optional<Hmac> hmac;

    /**
     * @param hmac what hashes; there when a rule is for it
     */
    Masking(List<MaskRule> rules, Optional<Hmac> hmac) {
        this.rules = List.copyOf(rules);
        this.hmac = hmac;
    }

    /**
     * How rows of a schema are made anew; empty when none of their columns is masked.
     *
     * @param table the table's name at this place of the pipeline
     * @throws UnfitEventException when a mask is for the key that would make rows alike, or names a column that is not there
     */
    Optional<RowRewrite> of(TableId table, TableSchema schema) {
        rules.forEach(rule -> requireThere(rule, table, schema));
        RowRewrite.Builder builder = new RowRewrite.Builder(schema);
        boolean masked = false;
        for (Column column : schema.columns()) {
            Optional<MaskRule> rule = rule(table, column);
            if (rule.isPresent()) {
                requireNoKey(table, schema, column, rule.get());
                LogicalType type = type(rule.get(), schema.type(column));
                builder.replace(column.name(), column, type, mask(table, column, rule.get(), type))
                        .erase(column);
                masked = true;
            } else {
                builder.keep(column.name(), column);
            }
        }
        for (Column column : schema.key()) {
            Optional<MaskRule> rule = rule(table, column);
            if (rule.isPresent() && !isSeen(schema, column)) {
                requireNoKey(table, schema, column, rule.get());
                LogicalType type = type(rule.get(), schema.type(column));
                builder.replaceInKey(column, type, mask(table, column, rule.get(), type))
                        .erase(column);
                masked = true;
            }
        }
        return masked ? Optional.of(builder.build(name -> name)) : Optional.empty();
    }

    private static void requireThere(MaskRule rule, TableId table, TableSchema schema) {
        boolean there = Stream.concat(schema.columns().stream(), schema.key().stream())
                .anyMatch(column -> rule.columns().matches(table, column.name()));
        if (rule.columns().isExact() && rule.columns().matches(table) && !there) {
            throw new UnfitEventException(
                    RejectReason.ILLEGAL_NAME,
                    "table " + table + " has no column " + rule.columns().columns() + " to be masked; its columns are "
                            + String.join(
                                    ", ",
                                    schema.columns().stream().map(Column::name).toList()),
                    "correct 'masks'");
        }
    }

    private Optional<MaskRule> rule(TableId table, Column column) {
        return rules.stream()
                .filter(rule -> rule.columns().matches(table, column.name()))
                .findFirst();
    }

    /** Whether the column of a key is among the columns of the row, under the same name. */
    private static boolean isSeen(TableSchema schema, Column key) {
        OptionalInt index = schema.indexOf(key.name());
        return index.isPresent() && schema.columns().get(index.getAsInt()).position() == key.position();
    }

    private static void requireNoKey(TableId table, TableSchema schema, Column column, MaskRule rule) {
        boolean key = schema.key().stream().anyMatch(part -> part.position() == column.position());
        if (key && rule.kind() != MaskRule.Kind.HMAC) {
            throw new UnfitEventException(
                    RejectReason.AMBIGUOUS_KEY,
                    "column " + column.name() + " is of the key of table " + table
                            + ", whose rows could not be told apart under the mask "
                            + rule.kind().name().toLowerCase(Locale.ROOT),
                    "mask it with hmac, or narrow 'columns' or 'tables' of the mask");
        }
    }

    private LogicalType type(MaskRule rule, LogicalType type) {
        return switch (rule.kind()) {
            case NULLIFY -> type;
            case HMAC -> LogicalType.of(Kind.VARCHAR, hmac.orElseThrow().characters());
            case TRUNCATE ->
                type.kind() == Kind.CHAR || type.kind() == Kind.VARCHAR || type.kind() == Kind.TEXT
                        ? type
                        : LogicalType.of(Kind.VARCHAR, rule.length());
            case FIXED -> {
                int characters = rule.value().codePointCount(0, rule.value().length());
                yield switch (type.kind()) {
                    case ENUM, SET -> LogicalType.of(Kind.VARCHAR, characters);
                    case CHAR, VARCHAR ->
                        LogicalType.of(type.kind(), type.length() == 0 ? 0 : Math.max(type.length(), characters));
                    default -> type;
                };
            }
        };
    }

    private RowRewrite.NewValue mask(TableId table, Column column, MaskRule rule, LogicalType type) {
        int position = column.position();
        byte[] fixed = rule.value().getBytes(UTF_8);
        boolean castable = Cast.isPossible(type);
        return (change, image, to) -> {
            if (!image.isPresent(position)) {
                to.absent();
                return;
            }
            if (rule.kind() == MaskRule.Kind.NULLIFY || image.isNull(position)) {
                to.nullValue();
                return;
            }
            try {
                switch (rule.kind()) {
                    case NULLIFY -> to.nullValue();
                    case HMAC ->
                        image.read(position, new PlainText(hmac.orElseThrow().into(to)));
                    case TRUNCATE -> image.read(position, new PlainText(new Beginning(rule.length(), to)));
                    case FIXED -> {
                        if (!castable) {
                            throw new UnfitEventException(
                                    RejectReason.CONVERSION,
                                    "a column of type " + type + " has no fixed value",
                                    "mask column " + column.name() + " with nullify");
                        }
                        Cast.to(type, to).text(fixed, 0, fixed.length);
                    }
                }
            } catch (ConversionException e) {
                // Neither its message nor the failure itself: they may hold the value.
                throw new UnfitEventException(
                        RejectReason.CONVERSION,
                        "column " + column.name() + " of type "
                                + change.schema().type(column) + " of table " + table
                                + " cannot be masked with "
                                + rule.kind().name().toLowerCase(Locale.ROOT),
                        "give the mask a value that the type has, or mask the column with nullify");
            }
        };
    }

    /** Keeps the first characters of a text. */
    private record Beginning(int characters, RowBuilder to) implements PlainText.Target {
        @Override
        public void nullValue() {
            to.nullValue();
        }

        @Override
        public void text(byte[] utf8, int offset, int length) {
            int end = offset;
            for (int left = characters; end < offset + length; end++) {
                // Each byte but those that go on with a character begins one.
                if ((utf8[end] & 0xC0) != 0x80 && left-- == 0) {
                    break;
                }
            }
            to.text(utf8, offset, end - offset);
        }

        @Override
        public void bytes(byte[] bytes, int offset, int length) {
            throw new UnfitEventException(
                    RejectReason.CONVERSION,
                    "a binary value has no characters to keep",
                    "mask the column with hmac, fixed or nullify");
        }
    }
}
