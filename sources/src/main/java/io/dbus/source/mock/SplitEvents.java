package io.dbus.source.mock;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.dbus.event.Origin;
import io.dbus.event.RowChange;
import io.dbus.event.Transaction;
import io.dbus.event.Truncate;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The events of a split: a function of seed, split and index alone. Not thread-safe. */
final class SplitEvents {
    private final MockSettings settings;
    private final int split;
    private final KeyVisits visits;
    private final RowLives lives;
    private final RowMaker[] makers;
    private final int[] weights;
    private final int weightOfAll;
    private final String server;
    private final String uuid;
    private final long serverId;
    private final String file;
    private Transaction transaction;
    private long transactionNumber = -1;

    SplitEvents(MockSettings settings, List<MockTable> tables, KeyVisits visits, RowLives lives, int split) {
        this.settings = settings;
        this.split = split;
        this.visits = visits;
        this.lives = lives;
        this.server = settings.serverOf(split);
        this.uuid = UUID.nameUUIDFromBytes((settings.source() + "/" + server).getBytes(UTF_8))
                .toString();
        this.serverId = 1 + split % settings.servers().size();
        this.file = file(split);
        String keyServer = settings.servers().size() == 1 ? "" : server;
        this.makers = tables.stream()
                .map(table -> new RowMaker(table, settings, keyServer))
                .toArray(RowMaker[]::new);
        this.weights = settings.tables().stream()
                .mapToInt(MockSettings.TableShape::weight)
                .toArray();
        int sum = 0;
        for (int weight : weights) {
            sum += weight;
        }
        this.weightOfAll = sum;
    }

    /** What is given as the binlog file of a split's rows, in which their indexes are the positions. */
    static String file(int split) {
        return "mock." + split;
    }

    /**
     * The event at an index.
     *
     * @param fault what is to be wrong with the row itself
     */
    RowChange at(long index, long nowMillis, Optional<Fault> fault) {
        RowMaker maker = visit(index);
        long slot = settings.number(split, visits.row());
        lives.at(Mix.of(settings.seed(), slot), visits.visit());
        long number = 1 + slot + lives.keys() * settings.keysPerSplit() * settings.splits();
        return maker.change(
                lives.operation(),
                number,
                lives.life(),
                lives.version(),
                origin(index, settings.sequence(settings.number(split, index)), nowMillis),
                fault);
    }

    /** The change of the same row that is before one; that one itself where there is none. */
    RowChange former(long index, long nowMillis) {
        long former = visits.former(index);
        return at(former < 0 ? index : former, nowMillis, Optional.empty());
    }

    /** A TRUNCATE, just before an event, of the event's table. */
    Truncate truncate(long index, long nowMillis) {
        RowMaker maker = visit(index);
        // The place that is free before the row's own.
        long sequence = settings.sequence(settings.number(split, index)) - 1;
        return new Truncate(maker.table(), maker.table(), origin(index, sequence, nowMillis), maker.tableKey());
    }

    private RowMaker visit(long index) {
        visits.at(index);
        if (makers.length == 1) {
            return makers[0];
        }
        int choice = Mix.below(Mix.of(settings.seed() + 1, settings.number(split, visits.row())), weightOfAll);
        int maker = 0;
        while (choice >= weights[maker]) {
            choice -= weights[maker++];
        }
        return makers[maker];
    }

    private Origin origin(long index, long sequence, long nowMillis) {
        int rows = settings.transactionRows();
        long number = index / rows;
        if (number != transactionNumber) {
            transactionNumber = number;
            transaction = transaction(number, number * rows, nowMillis);
        }
        long ordinal = index - number * rows;
        boolean last = ordinal == rows - 1 || index == settings.rowsOf(split) - 1;
        return new Origin(transaction, index, 0, ordinal, sequence, nowMillis, last, "");
    }

    private Transaction transaction(long number, long firstIndex, long nowMillis) {
        long micros = settings.commitTime() == CommitTime.NOW
                ? nowMillis * 1000
                : settings.virtualMicros(settings.number(split, firstIndex));
        String gtid = uuid + ":" + (1 + settings.number(split, number));
        return new Transaction(
                settings.source(),
                server,
                uuid,
                serverId,
                gtid,
                file,
                firstIndex,
                1 + split,
                settings.number(split, number),
                micros);
    }
}
