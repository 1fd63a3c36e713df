package io.dbus.source.mysql.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.event.SchemaChange;
import io.dbus.event.TableChange;
import io.dbus.event.TableDefinition;
import io.dbus.event.TableId;
import io.dbus.source.mysql.ddl.Redefinition;
import io.dbus.source.mysql.gtid.GtidSet;
import io.dbus.source.mysql.position.BinlogPosition;
import io.dbus.source.mysql.position.TransactionMark;
import io.dbus.source.mysql.split.BinlogSplit;
import io.dbus.source.mysql.split.BinlogSplitState;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What statements do to tables that are followed, to the position, and to what goes out. */
class DefinitionStatementsTest {
    private static final TableId ORDERS = AssemblerHarness.ORDERS.table();
    private static final TableId GHOST = new TableId("shop", "_orders_gho");

    private final AssemblerHarness harness = followed();

    @Test
    void aStatementOnASelectedTableGoesOutWithWhatTheTableWasAndIs() {
        ddl(harness, 1, "ALTER TABLE orders CHANGE v w TEXT COMMENT 'new'");

        SchemaChange change = harness.schemaChanges().get(0);
        assertThat(change.ddl()).isEqualTo("ALTER TABLE orders CHANGE v w TEXT COMMENT 'new'");
        assertThat(change.database()).isEqualTo("shop");
        TableChange table = change.tables().get(0);
        assertThat(table.kind()).isEqualTo(TableChange.Kind.ALTER);
        assertThat(table.before()).contains(AssemblerHarness.ORDERS);
        assertThat(columns(table.after().orElseThrow())).containsExactly("id int", "w text");
        assertThat(harness.emitted.schema(ORDERS)).isEqualTo(table.after());
    }

    @Test
    void itHasASequenceAmongTheRowsAndItsPlaceInTheTransaction() {
        unnamed(harness, 1, "orders");
        ddl(harness, 2, "ALTER TABLE orders MODIFY v VARCHAR(20) CHARACTER SET utf8mb4 COMMENT 'x'");
        unnamed(harness, 3, "orders");

        assertThat(harness.schemaChanges().get(0).origin().sequence())
                .isGreaterThan(harness.rows().get(0).origin().sequence())
                .isLessThan(harness.rows().get(1).origin().sequence());
        assertThat(harness.schemaChanges().get(0).origin().last()).isTrue();
    }

    @Test
    void aRestartBetweenTheStatementAndTheEndOfItsTransactionFollowsItOnce() {
        harness.accept(EventBytes.gtid(1, 100));
        harness.accept(EventBytes.query("shop", "ALTER TABLE orders ADD COLUMN x INT FIRST", 110));
        BinlogSplit between = null;
        BinlogSplit before = split(AssemblerHarness.ORDERS);
        BinlogSplitState state = new BinlogSplitState(before);
        for (BinlogElement element : harness.elements) {
            ElementStates.move(state, element);
            if (element instanceof BinlogElement.Defined) {
                between = state.toSplit();
            }
        }
        assertThat(columns(between.schemas().get(ORDERS))).containsExactly("x int", "id int", "v varchar(20)");

        AssemblerHarness restored = AssemblerHarness.from(between).withoutMetadata();
        ddl(restored, 1, "ALTER TABLE orders ADD COLUMN x INT FIRST");
        assertThat(restored.schemaChanges()).isEmpty();
        assertThat(columns(restored.emitted.schema(ORDERS).orElseThrow()))
                .containsExactly("x int", "id int", "v varchar(20)");
        assertThat(restored.emitted.position().gtids()).hasToString(EventBytes.SERVER + ":1");
    }

    @Test
    void aTableThatIsNotSelectedIsFollowedWithThePositionAndNotSent() {
        ddl(harness, 1, "CREATE TABLE _orders_gho LIKE orders");
        ddl(harness, 2, "ALTER TABLE _orders_gho ADD COLUMN x BIGINT AFTER id");
        assertThat(harness.schemaChanges()).isEmpty();
        assertThat(columns(harness.emitted.schema(GHOST).orElseThrow()))
                .containsExactly("id int", "x bigint", "v varchar(20)");

        ddl(harness, 3, "RENAME TABLE orders TO _orders_del, _orders_gho TO orders");
        SchemaChange swap = harness.schemaChanges().get(0);
        assertThat(swap.tables())
                .hasToString("[ALTER shop.orders to shop._orders_del, ALTER shop._orders_gho to shop.orders]");
        assertThat(swap.tables().get(1).after()).isEqualTo(harness.emitted.schema(ORDERS));
        assertThat(columns(harness.emitted.schema(ORDERS).orElseThrow()))
                .containsExactly("id int", "x bigint", "v varchar(20)");
        assertThat(harness.emitted.schema(GHOST)).isEmpty();
    }

    @Test
    void aNameThatATableHasOnlyInsideOfAStatementIsThatOfNoTable() {
        ddl(harness, 1, "CREATE TABLE other (a INT)");
        ddl(harness, 2, "RENAME TABLE orders TO x, other TO orders, x TO other");
        SchemaChange swap = harness.schemaChanges().get(harness.schemaChanges().size() - 1);
        assertThat(swap.tables()).hasToString("[ALTER shop.orders to shop.other, ALTER shop.other to shop.orders]");
        assertThat(swap.tables().get(1).after()).isEqualTo(harness.emitted.schema(ORDERS));
        assertThat(columns(harness.emitted.schema(ORDERS).orElseThrow())).containsExactly("a int");
    }

    @Test
    void whatIsFollowedAndNotSentTakesRoomInABatchToo() {
        BinlogBatch batch =
                new BinlogBatch(new BinlogSplitState(split(AssemblerHarness.ORDERS)), new ByteBudget(1 << 20), 100_000);
        Redefinition wide = new Redefinition(
                List.of(),
                List.of(new TableDefinition(
                        GHOST,
                        Collections.nCopies(
                                400, AssemblerHarness.ORDERS.columns().get(0)),
                        List.of())),
                List.of(),
                Map.of());
        batch.transactionPassed(TransactionMark.NONE, List.of(), "binlog.000001", 100, List.of(wide));
        assertThat(batch.isFull()).isFalse();
        batch.transactionPassed(TransactionMark.NONE, List.of(), "binlog.000001", 200, List.of(wide));
        assertThat(batch.isFull()).isTrue();
    }

    @Test
    void rowsAreReadByWhatIsFollowedAndNothingElse() {
        unnamed(harness, 1, "orders");
        ddl(harness, 2, "RENAME TABLE orders TO tmp, tmp TO orders");
        ddl(harness, 3, "ALTER TABLE orders RENAME COLUMN v TO w");
        unnamed(harness, 4, "orders");
        assertThat(harness.lines()).containsExactly("+I[10, v10]", "+I[10, v10]");
        assertThat(harness.rows().get(1).schema().columns().get(1).name()).isEqualTo("w");

        ddl(harness, 5, "ALTER TABLE orders ADD COLUMN x INT");
        assertThatThrownBy(() -> unnamed(harness, 6, "orders"))
                .hasMessageContaining("has 2 columns in the binlog but 3")
                .hasMessageContaining("binlog_row_metadata=FULL");
    }

    @Test
    void aTableMadeInATransactionIsKnownToTheRowsOfIt() {
        ddl(harness, 1, "DROP TABLE orders");
        long at = 2000;
        harness.accept(
                EventBytes.gtid(2, at),
                EventBytes.query("shop", "BEGIN", at + 10),
                EventBytes.query(
                        "shop",
                        "CREATE TABLE `orders` (`id` int NOT NULL, `z` varchar(20) CHARACTER SET utf8mb4 DEFAULT NULL,"
                                + " PRIMARY KEY (`id`)) START TRANSACTION",
                        at + 15),
                EventBytes.tableMap(2, "orders", false, at + 20),
                EventBytes.inserts(2, at + 30, 10),
                EventBytes.xid(2, at + 40));
        assertThat(harness.lines()).containsExactly("+I[10, v10]");
        assertThat(harness.rows().get(0).schema().columns().get(1).name()).isEqualTo("z");
        assertThat(harness.rows().get(0).origin().ordinal()).isEqualTo(1);
        assertThat(harness.schemaChanges().get(1).origin().ordinal()).isZero();
    }

    @Test
    void whatATransactionThatIsRolledBackDefinedNeverWas() {
        harness.accept(
                EventBytes.gtid(1, 100),
                EventBytes.query("shop", "BEGIN", 110),
                EventBytes.query("shop", "ALTER TABLE orders DROP COLUMN v", 120),
                EventBytes.query("shop", "ROLLBACK", 130));
        assertThat(harness.schemaChanges()).isEmpty();
        unnamed(harness, 2, "orders");
        assertThat(harness.lines()).containsExactly("+I[10, v10]");
    }

    @Test
    void aTableThatWasNotFollowedAndGetsASelectedNameFailsAtItsFirstRow() {
        ddl(harness, 1, "RENAME TABLE orders TO old");
        ddl(harness, 2, "RENAME TABLE elsewhere.t TO orders");
        assertThat(harness.schemaChanges().get(1).tables().get(0).after()).isEmpty();
        assertThatThrownBy(() -> unnamed(harness, 3, "orders"))
                .hasMessageContaining("shop.orders")
                .hasMessageContaining("was given its name")
                .hasMessageContaining("binlog_row_metadata=FULL");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ALTER TABLE orders DROP COLUMN nope",
                "ALTER TABLE orders ADD COLUMN x",
                "CREATE TABLE orders (id"
            })
    void aStatementOnASelectedTableThatCannotBeFollowedFailsWithItsTextAndTheCure(String sql) {
        assertThatThrownBy(() -> ddl(harness, 1, sql))
                .hasMessageContaining(sql)
                .hasMessageContaining("binlog_row_metadata=FULL")
                .hasMessageContaining(EventBytes.SERVER + ":1");
    }

    @Test
    void oneOnAnotherTableMakesThatUnknownAndIsCounted() {
        ddl(harness, 1, "CREATE TABLE other (a INT)");
        ddl(harness, 2, "ALTER TABLE other DROP COLUMN nope");
        assertThat(harness.figures.gauge("ddlUnfollowed")).isEqualTo(1L);
        ddl(harness, 3, "RENAME TABLE orders TO old, other TO orders");
        assertThatThrownBy(() -> unnamed(harness, 4, "orders")).hasMessageContaining("not known");
    }

    @Test
    void withFullMetadataNoStatementIsInTheWayOfRows() {
        AssemblerHarness full = AssemblerHarness.from(split(AssemblerHarness.ORDERS));
        ddl(full, 1, "ALTER TABLE orders DROP COLUMN nope");
        full.transaction(2, 10);
        assertThat(full.lines()).containsExactly("+I[10, v10]");
        assertThat(full.schemaChanges().get(0).tables().get(0).before()).contains(AssemblerHarness.ORDERS);
        assertThat(full.schemaChanges().get(0).tables().get(0).after()).isEmpty();
        assertThat(full.figures.gauge("ddlUnfollowed")).isEqualTo(1L);
    }

    @Test
    void aStatementOnATemporaryTableIsNone() {
        harness.accept(
                EventBytes.gtid(1, 100),
                EventBytes.query("shop", "ALTER TABLE orders DROP COLUMN v", 110, 0, 4),
                EventBytes.gtid(2, 200),
                EventBytes.query("shop", "CREATE TEMPORARY TABLE orders (a INT)", 210),
                EventBytes.gtid(3, 300),
                EventBytes.query("shop", "DROP TEMPORARY TABLE IF EXISTS orders", 310));
        assertThat(harness.schemaChanges()).isEmpty();
        assertThat(harness.emitted.schema(ORDERS)).contains(AssemblerHarness.ORDERS);
    }

    @Test
    void namesFoldWhereTheServerFoldsThem() {
        harness.foldingNames();
        ddl(harness, 1, "ALTER TABLE Orders RENAME COLUMN V TO w");
        assertThat(columns(harness.emitted.schema(ORDERS).orElseThrow())).containsExactly("id int", "w varchar(20)");
        ddl(harness, 2, "CREATE TABLE Other (a INT)");
        assertThat(harness.emitted.schema(new TableId("shop", "other"))).isPresent();
    }

    @Test
    void databasesOfSelectedTablesGoOutAndLeaveTheirCharsetToNewTables() {
        ddl(harness, 1, "ALTER DATABASE shop CHARACTER SET latin1");
        ddl(harness, 2, "CREATE DATABASE elsewhere");
        assertThat(harness.schemaChanges()).hasSize(1);
        ddl(harness, 3, "CREATE TABLE t (s VARCHAR(3))");
        assertThat(harness.emitted
                        .schema(new TableId("shop", "t"))
                        .orElseThrow()
                        .columns()
                        .get(0)
                        .charset())
                .isEqualTo("latin1");
        ddl(harness, 4, "DROP DATABASE shop");
        assertThat(harness.schemaChanges().get(1).tables()).hasToString("[DROP shop.orders]");
        assertThat(harness.emitted.toSplit().schemas()).isEmpty();
        assertThat(harness.emitted.toSplit().charsets()).isEmpty();
    }

    @Test
    void rowsOfAnotherKeyWaitForACheckpoint() {
        unnamed(harness, 1, "orders");
        ddl(harness, 2, "ALTER TABLE orders DROP PRIMARY KEY");
        assertThat(holds()).isZero();
        int before = harness.elements.size();
        unnamed(harness, 3, "orders");
        assertThat(harness.elements.subList(before, harness.elements.size()))
                .extracting(element -> element.getClass().getSimpleName())
                .containsExactly("KeyRedefined", "Row", "Passed");
        assertThat(harness.batchesHeld).isEqualTo(1);
        unnamed(harness, 4, "orders");
        assertThat(holds()).isEqualTo(1);
    }

    @Test
    void rowsOfAnotherKeyInACompressedTransactionWaitToo() {
        unnamed(harness, 1, "orders");
        ddl(harness, 2, "ALTER TABLE orders DROP PRIMARY KEY");
        harness.accept(
                EventBytes.gtid(3, 3000),
                EventBytes.payload(
                        3100,
                        EventBytes.query("shop", "BEGIN", 0),
                        EventBytes.tableMap(3, "orders", false, 0),
                        EventBytes.inserts(3, 0, 20),
                        EventBytes.xid(3, 0)));
        assertThat(harness.lines()).containsExactly("+I[10, v10]", "+I[20, v20]");
        assertThat(harness.batchesHeld).isEqualTo(1);
        assertThat(harness.rowsHeld).isZero();
    }

    @Test
    void helperTablesOfOnlineSchemaChangesAreToldByTheirNames() {
        assertThat(List.of(
                        "_t_gho",
                        "_t_ghc",
                        "_t_del",
                        "_t_20240131120000_del",
                        "_t_new",
                        "__t_new",
                        "__________t_old",
                        "_T_OLD"))
                .allMatch(name -> HelperTables.isHelper(new TableId("d", name)));
        assertThat(List.of("t_gho", "_gho", "_t_news", "t_new", "_new", "__old", "_t", "orders_del"))
                .noneMatch(name -> HelperTables.isHelper(new TableId("d", name)));
    }

    @Test
    void rowsOfTheSameKeyDoNotWait() {
        unnamed(harness, 1, "orders");
        ddl(harness, 2, "ALTER TABLE orders RENAME COLUMN v TO w, COMMENT 'x'");
        unnamed(harness, 3, "orders");
        assertThat(holds()).isZero();
    }

    private long holds() {
        return harness.elements.stream()
                .filter(BinlogElement.KeyRedefined.class::isInstance)
                .count();
    }

    private static AssemblerHarness followed() {
        return AssemblerHarness.from(split(AssemblerHarness.ORDERS)).withoutMetadata();
    }

    private static BinlogSplit split(TableDefinition table) {
        return BinlogSplit.startingAt(
                "db", BinlogPosition.ofGtids(GtidSet.empty()), Map.of(table.table(), table), Map.of("shop", "utf8mb4"));
    }

    private static void ddl(AssemblerHarness harness, long number, String sql) {
        harness.accept(EventBytes.gtid(number, number * 1000), EventBytes.query("shop", sql, number * 1000 + 10));
    }

    private static void unnamed(AssemblerHarness harness, long number, String table) {
        long at = number * 1000;
        harness.accept(
                EventBytes.gtid(number, at),
                EventBytes.query("shop", "BEGIN", at + 10),
                EventBytes.tableMap((int) number, table, false, at + 20),
                EventBytes.inserts((int) number, at + 30, 10),
                EventBytes.xid(number, at + 40));
    }

    private static List<String> columns(TableDefinition table) {
        return table.columns().stream()
                .map(column -> column.name() + " " + column.type())
                .toList();
    }
}
