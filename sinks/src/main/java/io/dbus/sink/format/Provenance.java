package io.dbus.sink.format;

import com.fasterxml.jackson.core.io.SerializedString;
import io.dbus.event.Origin;
import io.dbus.event.Transaction;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;

/** Writes the member {@code dbus}: what formats of others have no field for, of where an event comes from. */
public final class Provenance {
    /** Whether a format that is not dbus's own has the member at its end. */
    public static final ConfigOption<Boolean> INCLUDE = ConfigOptions.key("include.provenance")
            .booleanType()
            .defaultValue(false)
            .withDescription("Whether a record ends with a member 'dbus' of what the format has no field for: source, "
                    + "server, server_uuid, sequence (orders the changes of one server), ordinal, last.");

    private static final SerializedString DBUS = name("dbus");
    private static final SerializedString SOURCE = name("source");
    private static final SerializedString SERVER = name("server");
    private static final SerializedString SERVER_UUID = name("server_uuid");
    private static final SerializedString SEQUENCE = name("sequence");
    private static final SerializedString ORDINAL = name("ordinal");
    private static final SerializedString LAST = name("last");

    private final JsonOut json;

    public Provenance(JsonOut json) {
        this.json = json;
    }

    /** The member with its name. */
    public void write(Origin origin) {
        Transaction transaction = origin.transaction();
        json.name(DBUS);
        json.startObject();
        json.name(SOURCE);
        json.string(transaction.source());
        json.name(SERVER);
        json.string(transaction.server());
        json.name(SERVER_UUID);
        if (transaction.serverUuid().isEmpty()) {
            json.nullValue();
        } else {
            json.string(transaction.serverUuid());
        }
        json.name(SEQUENCE);
        json.number(origin.sequence());
        json.name(ORDINAL);
        json.number(origin.ordinal());
        json.name(LAST);
        json.bool(origin.last());
        json.endObject();
    }

    private static SerializedString name(String text) {
        return new SerializedString(text);
    }
}
