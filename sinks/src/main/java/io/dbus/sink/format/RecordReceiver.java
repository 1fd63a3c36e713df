package io.dbus.sink.format;

import io.dbus.event.Message;
import java.util.List;

/** Takes the records that an encoder makes of a change. The arrays are the receiver's to keep. */
public interface RecordReceiver {
    /**
     * A record.
     *
     * @param key its key; null when the table has none, as Kafka has it
     * @param value its value; null for a tombstone, which says that the key is no more
     * @param headers its headers in order, often empty
     */
    void record(byte[] key, byte[] value, List<Message.Header> headers);

    /** A change of this kind is not to be written, by the format's options or since it is none that the format tells of: it is to be counted as dropped. */
    void dropped();
}
