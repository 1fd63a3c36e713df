package io.dbus.source.mysql.reader;

import io.dbus.event.ColumnDefinition;
import io.dbus.event.RowChange;
import io.dbus.event.SchemaChange;
import io.dbus.event.TableDefinition;
import io.dbus.event.TableId;
import io.dbus.event.Truncate;
import io.dbus.event.ValueText;
import io.dbus.source.mysql.connection.ConnectionSettings;
import io.dbus.source.mysql.connection.ServerAddress;
import io.dbus.source.mysql.connection.ServerFlavor;
import io.dbus.source.mysql.connection.ServerInfo;
import io.dbus.source.mysql.event.Checksum;
import io.dbus.source.mysql.gtid.GtidSet;
import io.dbus.source.mysql.position.BinlogPosition;
import io.dbus.source.mysql.split.BinlogSplit;
import io.dbus.source.mysql.split.BinlogSplitState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Puts events into an assembler and keeps what comes out; the emitter's state beside it, moved as the emitter moves it. */
final class AssemblerHarness {
    static final TableDefinition ORDERS = new TableDefinition(
            new TableId("shop", "orders"),
            List.of(
                    new ColumnDefinition("id", "int", "", false),
                    new ColumnDefinition("v", "varchar(20)", "utf8mb4", true)),
            List.of("id"));

    private static final ServerAddress HOST = new ServerAddress("localhost", 3306);

    private final ReaderSettings settings;
    final BinlogSplitState read;
    private final TransactionAssembler assembler;
    private final long batchBytes;
    private int lowerCaseTableNames;
    private boolean fullMetadata = true;
    private boolean keeps = true;
    long rowsSeen;

    final List<BinlogElement> elements = new ArrayList<>();
    final BinlogSplitState emitted;
    final CountedFigures figures = new CountedFigures();
    int batches;
    int batchesHeld;
    int rowsHeld;
    BinlogElement.Connected lastConnected;

    private AssemblerHarness(BinlogSplit split, long hold, long batchBytes, boolean assumeCurrent) {
        this(split, hold, batchBytes, assumeCurrent, StatementHandling.FAIL, KeyColumns.NONE, HOST);
    }

    private AssemblerHarness(
            BinlogSplit split,
            long hold,
            long batchBytes,
            boolean assumeCurrent,
            StatementHandling statements,
            KeyColumns keyColumns,
            ServerAddress... hosts) {
        this(split, hold, batchBytes, assumeCurrent, statements, keyColumns, LostXa.FAIL, hosts);
    }

    private AssemblerHarness(
            BinlogSplit split,
            long hold,
            long batchBytes,
            boolean assumeCurrent,
            StatementHandling statements,
            KeyColumns keyColumns,
            LostXa lostXa,
            ServerAddress... hosts) {
        this.settings = new ReaderSettings(
                "pipeline",
                "src",
                Map.of("db", List.of(hosts)),
                ConnectionSettings.of("u", ""),
                List.of("shop.orders"),
                keyColumns,
                false,
                false,
                assumeCurrent,
                statements,
                lostXa,
                hold,
                1 << 20,
                Duration.ofMillis(1),
                Duration.ofMillis(1),
                0);
        this.read = new BinlogSplitState(split);
        this.emitted = new BinlogSplitState(split);
        this.batchBytes = batchBytes;
        this.assembler = new TransactionAssembler(
                settings,
                read,
                new CapturedTables(settings, read, table -> Optional.of(ORDERS)),
                new ServerFigures(figures));
    }

    static AssemblerHarness fresh() {
        return from(BinlogSplit.startingAt("db", BinlogPosition.ofGtids(GtidSet.empty()), Map.of()));
    }

    static AssemblerHarness from(BinlogSplit split) {
        return new AssemblerHarness(split, 1 << 20, 1 << 20, false).connected(EventBytes.SERVER.toString());
    }

    static AssemblerHarness assumingCurrentTables() {
        return new AssemblerHarness(
                        BinlogSplit.startingAt("db", BinlogPosition.ofGtids(GtidSet.empty()), Map.of()),
                        1 << 20,
                        1 << 20,
                        true)
                .connected(EventBytes.SERVER.toString());
    }

    /** One whose server has another host to go to. */
    static AssemblerHarness withReplica(BinlogSplit split) {
        return new AssemblerHarness(
                        split,
                        1 << 20,
                        1 << 20,
                        false,
                        StatementHandling.FAIL,
                        KeyColumns.NONE,
                        HOST,
                        new ServerAddress("replica", 3306))
                .connected(EventBytes.SERVER.toString());
    }

    /** One whose rows have the key that the user names. */
    static AssemblerHarness keyedBy(String column) {
        return new AssemblerHarness(
                        BinlogSplit.startingAt("db", BinlogPosition.ofGtids(GtidSet.empty()), Map.of()),
                        1 << 20,
                        1 << 20,
                        false,
                        StatementHandling.FAIL,
                        KeyColumns.parse("shop.orders:" + column),
                        HOST)
                .connected(EventBytes.SERVER.toString());
    }

    /** One that holds nothing, and hands over each row by itself. */
    static AssemblerHarness streaming(BinlogSplit split) {
        return new AssemblerHarness(split, 0, 1, false).connected(EventBytes.SERVER.toString());
    }

    /** One that goes on at changes that are logged as text. */
    static AssemblerHarness countingStatements() {
        return new AssemblerHarness(
                        BinlogSplit.startingAt("db", BinlogPosition.ofGtids(GtidSet.empty()), Map.of()),
                        1 << 20,
                        1 << 20,
                        false,
                        StatementHandling.COUNT,
                        KeyColumns.NONE,
                        HOST)
                .connected(EventBytes.SERVER.toString());
    }

    /** One that holds so much of a transaction, and forgets each row as soon as it is counted. */
    static AssemblerHarness forgetting(long holdBytes) {
        AssemblerHarness harness = new AssemblerHarness(
                BinlogSplit.startingAt("db", BinlogPosition.ofGtids(GtidSet.empty()), Map.of()),
                holdBytes,
                512 * 1024,
                false);
        harness.keeps = false;
        return harness.connected(EventBytes.SERVER.toString());
    }

    /** One that holds so many bytes, and hands over each row by itself. */
    static AssemblerHarness holding(BinlogSplit split, long hold) {
        return new AssemblerHarness(split, hold, 1, false).connected(EventBytes.SERVER.toString());
    }

    /** One that goes on without XA transactions whose rows can be read no more. */
    static AssemblerHarness countingLostXa(BinlogSplit split) {
        return new AssemblerHarness(
                        split, 1 << 20, 1 << 20, false, StatementHandling.FAIL, KeyColumns.NONE, LostXa.COUNT, HOST)
                .connected(EventBytes.SERVER.toString());
    }

    /** As behind a server that takes names of tables for the same whatever their case. */
    AssemblerHarness foldingNames() {
        lowerCaseTableNames = 1;
        return connected(EventBytes.SERVER.toString());
    }

    /** As behind a server whose binlog does not name columns. */
    AssemblerHarness withoutMetadata() {
        fullMetadata = false;
        return connected(EventBytes.SERVER.toString());
    }

    AssemblerHarness connected(String uuid) {
        BinlogBatch batch = batch();
        assembler.connected(info(uuid), Checksum.NONE, batch);
        take(batch);
        return accept(EventBytes.rotate("binlog.000001", 4, 0x20));
    }

    private ServerInfo info(String uuid) {
        return new ServerInfo(
                new ServerAddress("localhost", 3306),
                "9.7.4",
                ServerFlavor.MYSQL,
                7,
                uuid,
                uuid,
                true,
                "ON",
                true,
                "ROW",
                "FULL",
                fullMetadata,
                "",
                "NONE",
                lowerCaseTableNames,
                GtidSet.empty(),
                GtidSet.empty());
    }

    /** What is to be read on a second connection. */
    Optional<DecidedXa> apart() {
        return assembler.apart();
    }

    /** The second connection is there and sends from the head of a file. */
    AssemblerHarness connectedApart() {
        assembler.connectedApart(info(EventBytes.SERVER.toString()), Checksum.NONE);
        return acceptApart(EventBytes.rotate("binlog.000001", 4, 0x20));
    }

    /** Events of the second connection, as long as any are wanted. */
    AssemblerHarness acceptApart(byte[]... events) {
        for (byte[] event : events) {
            BinlogBatch batch = drained(batch());
            if (assembler.apart().isPresent()) {
                assembler.acceptApart(event, 0, event.length, batch);
            }
            take(drained(batch));
        }
        return this;
    }

    /** The second connection's server does not have it. */
    AssemblerHarness lostApart(String why) {
        assembler.lostApart(why);
        take(drained(batch()));
        return this;
    }

    /** The connections are lost. */
    AssemblerHarness disconnected() {
        assembler.forgetOpen();
        return connected(EventBytes.SERVER.toString());
    }

    AssemblerHarness accept(byte[]... events) {
        for (byte[] event : events) {
            BinlogBatch batch = drained(batch());
            assembler.accept(event, 0, event.length, batch);
            take(drained(batch));
        }
        return this;
    }

    /** A committed transaction of inserts into shop.orders. */
    AssemblerHarness transaction(long number, int... ids) {
        long at = number * 1000;
        return accept(
                EventBytes.gtid(number, at),
                EventBytes.query("shop", "BEGIN", at + 10),
                EventBytes.tableMap(1, "orders", true, at + 20),
                EventBytes.inserts(1, at + 30, ids),
                EventBytes.xid(number, at + 40));
    }

    List<RowChange> rows() {
        List<RowChange> rows = new ArrayList<>();
        for (BinlogElement element : elements) {
            if (element instanceof BinlogElement.Row row) {
                rows.add(row.change());
            } else if (element instanceof BinlogElement.KeyChange change) {
                rows.add(change.delete());
                rows.add(change.insert());
            }
        }
        return rows;
    }

    List<SchemaChange> schemaChanges() {
        return elements.stream()
                .filter(BinlogElement.Defined.class::isInstance)
                .map(element -> ((BinlogElement.Defined) element).change())
                .toList();
    }

    List<Truncate> truncates() {
        return elements.stream()
                .filter(BinlogElement.Emptied.class::isInstance)
                .map(element -> ((BinlogElement.Emptied) element).truncate())
                .toList();
    }

    List<String> lines() {
        return rows().stream().map(ValueText::of).toList();
    }

    private BinlogBatch drained(BinlogBatch first) {
        BinlogBatch batch = first;
        while (!assembler.advance(batch)) {
            take(batch);
            batch = batch();
        }
        return batch;
    }

    private BinlogBatch batch() {
        return new BinlogBatch(read, new ByteBudget(1 << 20), batchBytes);
    }

    private void take(BinlogBatch batch) {
        if (batch.nextSplit() == null) {
            return;
        }
        batches++;
        batchesHeld += batch.isHeld() ? 1 : 0;
        for (BinlogElement e = batch.nextRecordFromSplit(); e != null; e = batch.nextRecordFromSplit()) {
            if (keeps) {
                elements.add(e);
                rowsHeld += batch.isHeld() && e instanceof BinlogElement.Row ? 1 : 0;
            }
            rowsSeen += e instanceof BinlogElement.Row ? 1 : 0;
            ElementStates.move(emitted, e);
            if (e instanceof BinlogElement.Connected connected) {
                lastConnected = connected;
            }
        }
    }
}
