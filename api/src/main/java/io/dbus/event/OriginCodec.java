package io.dbus.event;

import java.io.IOException;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Origins as bytes. */
final class OriginCodec {
    private OriginCodec() {}

    static void write(Origin origin, DataOutputView out) throws IOException {
        Transaction transaction = origin.transaction();
        Wire.writeString(out, transaction.source());
        Wire.writeString(out, transaction.server());
        Wire.writeString(out, transaction.serverUuid());
        Wire.writeVarLong(out, transaction.serverId());
        Wire.writeString(out, transaction.gtid());
        Wire.writeString(out, transaction.file());
        Wire.writeVarLong(out, transaction.position());
        Wire.writeVarLong(out, transaction.thread());
        out.writeLong(transaction.xid());
        out.writeLong(transaction.commitMicros());
        Wire.writeVarLong(out, origin.position());
        Wire.writeVarInt(out, origin.row());
        Wire.writeVarLong(out, origin.ordinal());
        out.writeLong(origin.sequence());
        out.writeLong(origin.readMillis());
        out.writeBoolean(origin.last());
        Wire.writeString(out, origin.query());
    }

    static Origin read(DataInputView in) throws IOException {
        Transaction transaction = new Transaction(
                Wire.readString(in),
                Wire.readString(in),
                Wire.readString(in),
                Wire.readVarLong(in),
                Wire.readString(in),
                Wire.readString(in),
                Wire.readVarLong(in),
                Wire.readVarLong(in),
                in.readLong(),
                in.readLong());
        return new Origin(
                transaction,
                Wire.readVarLong(in),
                Wire.readVarInt(in),
                Wire.readVarLong(in),
                in.readLong(),
                in.readLong(),
                in.readBoolean(),
                Wire.readString(in));
    }
}
