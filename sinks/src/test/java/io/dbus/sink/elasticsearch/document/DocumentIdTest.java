package io.dbus.sink.elasticsearch.document;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.event.LogicalType;
import io.dbus.event.LogicalType.Kind;
import io.dbus.event.RowBuilder;
import io.dbus.event.RowChange;
import io.dbus.event.RowImage;
import io.dbus.event.TableSchema;
import io.dbus.reject.RejectReason;
import io.dbus.sink.format.Rows;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class DocumentIdTest {
    private static final LogicalType INT = LogicalType.of(Kind.INT);
    private static final LogicalType TEXT = LogicalType.of(Kind.VARCHAR, 2_000);

    @Test
    void theKeyIsReadAsItIs() {
        assertThat(id(row -> row.int64(-17), INT)).isEqualTo("-17");
        assertThat(id(row -> row.uint64(-1), LogicalType.unsigned(Kind.BIGINT))).isEqualTo("18446744073709551615");
        assertThat(id(row -> row.text("Größe 1"), TEXT)).isEqualTo("Größe 1");
        assertThat(id(
                        row -> {
                            row.int64(5);
                            row.text("abc");
                        },
                        INT,
                        TEXT))
                .isEqualTo("5|abc");
        assertThat(id(row -> row.binary(new byte[] {0, (byte) 0xAB}, 0, 2), LogicalType.of(Kind.BINARY, 2)))
                .isEqualTo("00ab");
        assertThat(id(row -> row.date(2024, 2, 29), LogicalType.of(Kind.DATE))).isEqualTo("2024-02-29");
        assertThat(id(row -> row.date(0, 0, 0), LogicalType.of(Kind.DATE))).isEqualTo("0000-00-00");
        assertThat(id(row -> row.time(-3_020_399_500_000L, 1), LogicalType.temporal(Kind.TIME, 1)))
                .isEqualTo("-838:59:59.500000");
        assertThat(id(row -> row.timestamp(1_529_501_823L, 0, 0), LogicalType.of(Kind.TIMESTAMP)))
                .isEqualTo("2018-06-20T13:37:03Z");
    }

    @Test
    void aColumnThatIsAlteredWithoutAnotherValueChangesNoId() {
        assertThat(id(row -> row.int64(7), INT))
                .isEqualTo(id(row -> row.int64(7), LogicalType.of(Kind.BIGINT)))
                .isEqualTo(id(row -> row.uint64(7), LogicalType.unsigned(Kind.BIGINT)))
                .isEqualTo(id(row -> row.decimal(new BigDecimal("7.00")), LogicalType.decimal(10, 2)))
                .isEqualTo(id(row -> row.decimal(new BigDecimal("7.0000")), LogicalType.decimal(12, 4)));
        assertThat(id(row -> row.decimal(new BigDecimal("700")), LogicalType.decimal(10, 0)))
                .isEqualTo("700");
        assertThat(id(row -> row.date(2024, 2, 29), LogicalType.of(Kind.DATE)))
                .isEqualTo(id(row -> row.datetime(2024, 2, 29, 0, 0, 0, 0, 0), LogicalType.of(Kind.DATETIME)));
        assertThat(id(row -> row.datetime(2024, 2, 29, 1, 2, 3, 0, 0), LogicalType.of(Kind.DATETIME)))
                .isEqualTo(id(row -> row.datetime(2024, 2, 29, 1, 2, 3, 0, 6), LogicalType.temporal(Kind.DATETIME, 6)));
        assertThat(id(row -> row.float64(-0.0), LogicalType.of(Kind.DOUBLE)))
                .isEqualTo(id(row -> row.float64(0.0), LogicalType.of(Kind.DOUBLE)));
    }

    @Test
    void noTwoKeysHaveOneId() {
        List<List<String>> keys = List.of(
                List.of("a", "b"),
                List.of("a|", "b"),
                List.of("a", "|b"),
                List.of("a%7C", "b"),
                List.of("a|b", ""),
                List.of("", "a|b"),
                List.of("%E", "%E"),
                List.of("", ""),
                List.of("%N", ""),
                List.of("%", "%"),
                List.of("%25", "%"));
        Set<String> ids = new HashSet<>();
        for (List<String> key : keys) {
            ids.add(id(
                    row -> {
                        row.text(key.get(0));
                        row.text(key.get(1));
                    },
                    TEXT,
                    TEXT));
        }
        ids.add(id(
                row -> {
                    row.nullValue();
                    row.text("");
                },
                TEXT,
                TEXT));
        assertThat(ids).hasSize(keys.size() + 1).noneMatch(String::isEmpty);
        assertThat(id(row -> row.text(""), TEXT)).isEqualTo("%E");
    }

    @Test
    void anotherDelimiterIsEscapedWhereverAPartHoldsIt() {
        Consumer<RowBuilder> row = values -> {
            values.int64(-5);
            values.date(2024, 1, 2);
            values.text("a-b");
        };
        assertThat(id('-', row, INT, LogicalType.of(Kind.DATE), TEXT)).isEqualTo("%2D5-2024%2D01%2D02-a%2Db");
        assertThat(id('_', row, INT, LogicalType.of(Kind.DATE), TEXT)).isEqualTo("-5_2024-01-02_a-b");
        assertThat(id('.', values -> values.decimal(new BigDecimal("1.5")), LogicalType.decimal(5, 1)))
                .isEqualTo("1%2E5");
    }

    @Test
    void whatIsLongerThanElasticsearchTakesIsHashedAndNoOtherIdLooksSo() {
        String longest = "é".repeat(256);
        assertThat(id(row -> row.text(longest), TEXT)).isEqualTo(longest);
        String hashed = id(row -> row.text(longest + "x"), TEXT);
        assertThat(hashed).matches("%sha256:[0-9a-f]{64}");
        assertThat(id(row -> row.text(longest + "y"), TEXT))
                .isNotEqualTo(hashed)
                .hasSameSizeAs(hashed);
        assertThat(id(row -> row.text(hashed), TEXT)).isNotEqualTo(hashed);
        // echo -n aaa...a | sha256sum
        assertThat(id(row -> row.text("a".repeat(513)), TEXT))
                .isEqualTo("%sha256:02425c0f5b0dabf3d2b9115f3f7723a02ad8bcfb1534a0d231614fd42b8188f6");
        assertThat(id(row -> row.text("a".repeat(512)), TEXT).getBytes(UTF_8)).hasSize(DocumentId.MAX_BYTES);
    }

    @Test
    void aTableWithoutAKeyAndAKeyThatIsNotThereAreRefused() {
        RowChange keyless = Rows.insert(Rows.schema(0, INT), row -> row.int64(1));
        assertThatThrownBy(() -> new DocumentId('|').of(keyless, keyless.image(), null))
                .isInstanceOfSatisfying(DocumentException.class, e -> {
                    assertThat(e.reason()).isEqualTo(RejectReason.NO_FORM);
                    assertThat(e.rejection(keyless).cure()).contains("message.key.columns");
                });
        TableSchema schema = Rows.schema(1, INT);
        RowImage absent = new RowBuilder(schema.layout()).absent().build();
        RowChange row = RowChange.insert(schema, absent, Rows.origin(0), Rows.key(1));
        assertThatThrownBy(() -> new DocumentId('|').of(row, absent, null))
                .isInstanceOfSatisfying(
                        DocumentException.class, e -> assertThat(e.reason()).isEqualTo(RejectReason.INCOMPLETE_ROW));
        RowImage present = Rows.image(schema.layout(), values -> values.int64(9));
        assertThat(new DocumentId('|').of(row, absent, present)).isEqualTo("9");
    }

    private static String id(Consumer<RowBuilder> values, LogicalType... key) {
        return id('|', values, key);
    }

    private static String id(char delimiter, Consumer<RowBuilder> values, LogicalType... key) {
        RowChange row = Rows.insert(Rows.schema(key.length, key), values);
        return new DocumentId(delimiter).of(row, row.image(), null);
    }
}
