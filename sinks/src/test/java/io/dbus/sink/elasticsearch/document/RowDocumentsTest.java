package io.dbus.sink.elasticsearch.document;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.event.LogicalType;
import io.dbus.event.LogicalType.Kind;
import io.dbus.event.RowBuilder;
import io.dbus.event.RowChange;
import io.dbus.event.RowImage;
import io.dbus.event.TableId;
import io.dbus.event.TableSchema;
import io.dbus.event.Truncate;
import io.dbus.reject.RejectReason;
import io.dbus.sink.format.Rows;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class RowDocumentsTest {
    /** c0 the key, c1 a date, c2 a tenant, c3 text. */
    private static final TableSchema SCHEMA = Rows.schema(
            1,
            LogicalType.of(Kind.INT),
            LogicalType.of(Kind.DATE),
            LogicalType.of(Kind.VARCHAR, 9),
            LogicalType.of(Kind.TEXT));

    private static final long SEQUENCE = Rows.origin(0).sequence();
    private static final String BY_MONTH = "${table}-${column:c1|yyyy-MM}";

    @Test
    void anInsertAndAnUpdateAreTheDocumentUnderTheSequence() {
        String document = "{\"c0\":7,\"c1\":\"2024-02-03\",\"c2\":\"eu\",\"c3\":\"x\"}";
        assertThat(operations(Options.settings(), insert(row(7, 2, "eu", "x"))))
                .containsExactly("INDEX shop-t/7 version " + SEQUENCE + " " + document);
        assertThat(operations(Options.settings(), update(row(7, 1, "us", "y"), row(7, 2, "eu", "x"))))
                .containsExactly("INDEX shop-t/7 version " + SEQUENCE + " " + document);
    }

    @Test
    void aDeleteGoesWhereTheRowWasAndSo() {
        DocumentSettings settings = Options.settings("index", BY_MONTH, "routing", "c2");
        assertThat(operations(settings, delete(row(7, 2, "eu", "x"))))
                .containsExactly("DELETE t-2024-02/7 version " + SEQUENCE + " routing eu");
    }

    @Test
    void aRowWhoseMonthChangesLeavesTheIndexOfTheOld() {
        DocumentSettings settings = Options.settings("index", BY_MONTH);
        assertThat(operations(settings, update(row(7, 1, "eu", "x"), row(7, 2, "eu", "y"))))
                .containsExactly(
                        "LEAVE t-2024-01/7 version " + (SEQUENCE - 1),
                        "INDEX t-2024-02/7 version " + SEQUENCE
                                + " {\"c0\":7,\"c1\":\"2024-02-03\",\"c2\":\"eu\",\"c3\":\"y\"}");
        assertThat(operations(settings, update(row(7, 2, "eu", "x"), row(7, 2, "us", "y"))))
                .hasSize(1);
    }

    @Test
    void aRowWhoseRoutingChangesLeavesTheShardOfTheOld() {
        DocumentSettings settings = Options.settings("routing", "c2");
        assertThat(operations(settings, update(row(7, 1, "eu", "x"), row(7, 1, "us", "x"))))
                .containsExactly(
                        "LEAVE shop-t/7 version " + (SEQUENCE - 1) + " routing eu",
                        "INDEX shop-t/7 version " + SEQUENCE + " routing us"
                                + " {\"c0\":7,\"c1\":\"2024-01-03\",\"c2\":\"us\",\"c3\":\"x\"}");
        assertThat(operations(Options.settings("routing", "${db}/${column:c2}"), insert(row(7, 1, "eu", "x"))))
                .first()
                .asString()
                .contains(" routing shop/eu ");
    }

    @Test
    void aDateThatIsNoneIsRefusedOrGoesWhereTheUserSays() {
        DocumentSettings strict = Options.settings("index", BY_MONTH);
        for (Consumer<RowBuilder> none : List.<Consumer<RowBuilder>>of(
                row -> row.nullValue(),
                row -> row.date(0, 0, 0),
                row -> row.date(2023, 2, 0),
                row -> row.date(2023, 2, 30),
                row -> row.date(0, 1, 1))) {
            RowChange row = insert(image(values -> {
                values.int64(7);
                none.accept(values);
                values.text("eu");
                values.text("x");
            }));
            refused(strict, row, RejectReason.ILLEGAL_NAME);
            assertThat(operations(Options.settings("index", "${table}-${column:c1|yyyy-MM|None}"), row))
                    .first()
                    .asString()
                    .startsWith("INDEX t-none/7 ");
        }
    }

    @Test
    void aRowThatHadNoPlaceBeforeIsNotSoughtThere() {
        DocumentSettings settings = Options.settings("index", BY_MONTH);
        RowImage nowhere = image(values -> {
            values.int64(7);
            values.nullValue();
            values.text("eu");
            values.text("x");
        });
        assertThat(operations(settings, update(nowhere, row(7, 2, "eu", "x")))).hasSize(1);
        refused(settings, update(row(7, 2, "eu", "x"), nowhere), RejectReason.ILLEGAL_NAME);
        refused(settings, delete(nowhere), RejectReason.ILLEGAL_NAME);
    }

    @Test
    void aPlaceThatThePartialImageBeforeDoesNotTellIsRefused() {
        RowImage keyAlone = image(values -> values.int64(7), 1);
        DocumentSettings byMonth = Options.settings("index", BY_MONTH);
        refused(byMonth, update(keyAlone, row(7, 2, "eu", "x")), RejectReason.INCOMPLETE_ROW);
        refused(byMonth, delete(keyAlone), RejectReason.INCOMPLETE_ROW);
        refused(Options.settings("routing", "c2"), delete(keyAlone), RejectReason.INCOMPLETE_ROW);
        assertThat(operations(Options.settings(), delete(keyAlone)))
                .containsExactly("DELETE shop-t/7 version " + SEQUENCE);
        assertThat(operations(Options.settings(), update(keyAlone, row(7, 2, "eu", "x"))))
                .hasSize(1);
    }

    @Test
    void aPartialRowIsRefusedOrMergedButNeverAsAnInsertOrOnTheMove() {
        RowBuilder builder = new RowBuilder(SCHEMA.layout());
        RowImage changed = builder.absent().absent().absent().text("new").build();
        RowImage keyAlone = image(values -> values.int64(7), 1);
        DocumentSettings merge = Options.settings("partial-rows", "merge");
        refused(Options.settings(), update(keyAlone, changed), RejectReason.INCOMPLETE_ROW);
        assertThat(operations(merge, update(keyAlone, changed)))
                .containsExactly("MERGE shop-t/7 version " + SEQUENCE + " {\"c3\":\"new\"}");
        refused(merge, insert(keyAlone), RejectReason.INCOMPLETE_ROW);
        RowImage moved = image(
                values -> {
                    values.int64(7);
                    values.date(2024, 2, 3);
                },
                2);
        refused(
                Options.settings("partial-rows", "merge", "index", BY_MONTH),
                update(row(7, 1, "eu", "x"), moved),
                RejectReason.INCOMPLETE_ROW);
    }

    @Test
    void aColumnThatIsNotToBeWrittenNeedNotBeThere() {
        TableSchema narrow = new TableSchema(
                SCHEMA.table(), SCHEMA.layout(), SCHEMA.columns().subList(0, 2), SCHEMA.key());
        RowImage image = image(
                values -> {
                    values.int64(7);
                    values.date(2024, 1, 3);
                },
                2);
        RowChange row = RowChange.insert(narrow, image, Rows.origin(0), Rows.key(7));
        assertThat(operations(Options.settings(), row)).first().asString().endsWith("{\"c0\":7,\"c1\":\"2024-01-03\"}");
    }

    @Test
    void aPartialKeyChangeIsRefused() {
        RowChange change = RowChange.partialKeyChange(
                SCHEMA, row(7, 1, "a", "b"), row(8, 1, "a", "b"), Rows.origin(0), Rows.key(7), Rows.key(8));
        refused(Options.settings(), change, RejectReason.PARTIAL_KEY_CHANGE);
    }

    @Test
    void aColumnThatCannotBeAFieldIsRefused() {
        for (String name : List.of("_id", "_source", "_dbus", " ", "a..b", ".a", "a.", "c0.x")) {
            TableSchema schema = SCHEMA.renamed(old -> old.equals("c3") ? name : old);
            RowChange row = RowChange.insert(schema, row(7, 1, "a", "b"), Rows.origin(0), Rows.key(7));
            refused(Options.settings("include.provenance", "true"), row, RejectReason.NO_FORM);
        }
    }

    @Test
    void provenanceTellsWhereTheChangeCameFrom() {
        RowChange row = insert(row(7, 1, "eu", "x")).withTable(new TableId("sales", "orders"));
        assertThat(operations(Options.settings("include.provenance", "true"), row))
                .first()
                .asString()
                .startsWith("INDEX sales-orders/7 ")
                .endsWith(
                        "\"_dbus\":{\"source\":\"shop-db\",\"server\":\"eu1\",\"server_id\":223344,\"db\":\"shop\",\"table\":\"t\","
                                + "\"gtid\":\"24bc7850-2c16-11e6-a073-0242ac110002:23\",\"file\":\"mysql-bin.000003\",\"position\":484,"
                                + "\"row\":0,\"sequence\":" + SEQUENCE
                                + ",\"commit_time\":\"2016-06-10T17:50:29.000123Z\",\"op\":\"insert\"}}");
    }

    @Test
    void theRowAfterOneThatIsRefusedInTheMiddleIsWhole() {
        TableSchema schema = Rows.schema(1, LogicalType.of(Kind.INT), LogicalType.of(Kind.DATE));
        Documents documents = Options.settings("zero-date", "reject").documents();
        RowChange bad = Rows.insert(schema, row -> {
            row.int64(1);
            row.date(0, 0, 0);
        });
        assertThatThrownBy(() -> documents.operations(bad, operation -> {}))
                .isInstanceOfSatisfying(DocumentException.class, e -> {
                    assertThat(e.reason()).isEqualTo(RejectReason.CONVERSION);
                    assertThat(e).hasMessage("column c1: the date 0000-00-00 is in no calendar");
                });
        RowChange good = Rows.insert(schema, row -> {
            row.int64(2);
            row.date(2024, 1, 1);
        });
        List<String> written = new ArrayList<>();
        documents.operations(good, operation -> written.add(new String(operation.source(), UTF_8)));
        assertThat(written).containsExactly("{\"c0\":2,\"c1\":\"2024-01-01\"}");
    }

    @Test
    void aTruncatedTablesIndexIsItsOwnUnlessItWasRouted() {
        TableId table = new TableId("shop", "t");
        Truncate truncate = new Truncate(table, table, Rows.origin(0), Rows.key());
        assertThat(Options.settings().documents().index(truncate)).isEqualTo("shop-t");
        assertThatThrownBy(
                        () -> Options.settings().documents().index(truncate.withTable(new TableId("sales", "orders"))))
                .isInstanceOfSatisfying(
                        DocumentException.class, e -> assertThat(e.reason()).isEqualTo(RejectReason.TRUNCATE));
        assertThatThrownBy(() -> Options.settings("index", BY_MONTH).documents().index(truncate))
                .isInstanceOf(DocumentException.class);
    }

    private static void refused(DocumentSettings settings, RowChange row, RejectReason reason) {
        List<DocumentOperation> handedOut = new ArrayList<>();
        assertThatThrownBy(() -> settings.documents().operations(row, handedOut::add))
                .isInstanceOfSatisfying(
                        DocumentException.class, e -> assertThat(e.reason()).isEqualTo(reason));
        assertThat(handedOut).isEmpty();
    }

    private static List<String> operations(DocumentSettings settings, RowChange row) {
        List<String> operations = new ArrayList<>();
        settings.documents()
                .operations(
                        row,
                        operation -> operations.add((operation
                                        + operation
                                                .routing()
                                                .map(routing -> " routing " + routing)
                                                .orElse("") + " "
                                        + new String(operation.source(), UTF_8))
                                .strip()));
        return operations;
    }

    private static RowImage row(int id, int month, String tenant, String text) {
        return image(values -> {
            values.int64(id);
            values.date(2024, month, 3);
            values.text(tenant);
            values.text(text);
        });
    }

    private static RowImage image(Consumer<RowBuilder> values) {
        return Rows.image(SCHEMA.layout(), values);
    }

    /** An image of the first so many columns. */
    private static RowImage image(Consumer<RowBuilder> values, int present) {
        return image(builder -> {
            values.accept(builder);
            for (int i = present; i < SCHEMA.layout().size(); i++) {
                builder.absent();
            }
        });
    }

    private static RowChange insert(RowImage after) {
        return RowChange.insert(SCHEMA, after, Rows.origin(0), Rows.key(7));
    }

    private static RowChange update(RowImage before, RowImage after) {
        return RowChange.update(SCHEMA, before, after, Rows.origin(0), Rows.key(7));
    }

    private static RowChange delete(RowImage before) {
        return RowChange.delete(SCHEMA, before, Rows.origin(0), Rows.key(7));
    }
}
