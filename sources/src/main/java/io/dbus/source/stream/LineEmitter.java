package io.dbus.source.stream;

import io.dbus.event.Event;
import io.dbus.event.Message;
import io.dbus.event.Origin;
import io.dbus.event.Transaction;
import io.dbus.reject.RejectReason;
import io.dbus.reject.Rejection;
import io.dbus.reject.Rejects;
import java.io.IOException;
import java.util.List;
import org.apache.flink.api.connector.source.SourceOutput;
import org.apache.flink.connector.base.source.reader.RecordEmitter;

/** Sends lines on as messages, rejects those that are not whole, and, nobody else, moves the position that checkpoints hold. */
final class LineEmitter implements RecordEmitter<Line, Event, StreamSplitState> {
    private final StreamSettings settings;
    private final StreamFigures figures;
    private final Rejects rejects;
    private final LineKeys keys;
    private long emitted;

    LineEmitter(StreamSettings settings, StreamFigures figures, Rejects rejects) {
        this.settings = settings;
        this.figures = figures;
        this.rejects = rejects;
        this.keys = new LineKeys(settings.source(), settings.keyPattern());
    }

    @Override
    public void emitRecord(Line line, SourceOutput<Event> output, StreamSplitState state)
            throws IOException, InterruptedException {
        if (line.state() == Line.State.PLACE) {
            state.moved(state.sequence(), line.after());
            return;
        }
        long now = System.currentTimeMillis();
        long sequence = state.sequence() + 1;
        if (!settings.isReplayable()) {
            // A stream that begins anew must not fall behind itself.
            sequence = Math.max(sequence, now * 1_000_000);
        }
        Message message = message(line, sequence, now);
        switch (line.state()) {
            case WHOLE -> output.collect(message, now);
            case TOO_LONG ->
                rejects.reject(Rejection.of(
                        message,
                        RejectReason.RECORD_TOO_LARGE,
                        "a line has " + line.length() + " bytes, more than the " + settings.maxLineBytes()
                                + " that lines may have, and its first " + line.bytes().length + " are kept",
                        "raise max-line-bytes, or let shorter lines be written"));
            case CUT ->
                rejects.reject(
                        Rejection.of(
                                message,
                                RejectReason.CUT_SHORT,
                                "what sent it ended in a line, after " + line.length()
                                        + " bytes of it and before its line end",
                                "let it end each line with a line feed, or set unterminated-line to emit if such lines are whole"));
            case PLACE -> throw new IllegalStateException("No line is a place");
        }
        state.moved(sequence, line.after());
        figures.line(line);
        emitted++;
    }

    /** How many lines were sent on or rejected. */
    long emitted() {
        return emitted;
    }

    private Message message(Line line, long sequence, long now) {
        Transaction transaction = new Transaction(
                settings.source(), settings.source(), "", 0, "", line.from(), line.position(), 0, -1, now * 1000);
        Origin origin = new Origin(transaction, line.position(), 0, 0, sequence, now, true, "");
        LineKeys.Found found = keys.of(line.bytes());
        return new Message(found.recordKey().orElse(null), line.bytes(), List.of(), now, origin, found.key());
    }
}
