package io.dbus.sink.format.maxwell;

import static java.util.Objects.requireNonNull;

import io.dbus.sink.format.Provenance;
import io.dbus.sink.format.ValueOptions;
import java.io.Serializable;
import org.apache.flink.configuration.ReadableConfig;

/**
 * What a component's options say of maxwell-json.
 *
 * @param textDecimals whether a DECIMAL is a string, else it is a number with all its digits
 */
record MaxwellSettings(
        ValueOptions values,
        boolean textDecimals,
        KeyFormat keyFormat,
        boolean commitInfo,
        boolean xoffset,
        boolean binlogPosition,
        boolean gtid,
        boolean serverId,
        boolean threadId,
        boolean query,
        boolean keys,
        boolean keyColumns,
        boolean provenance)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    MaxwellSettings {
        requireNonNull(values, "values");
        requireNonNull(keyFormat, "keyFormat");
    }

    static MaxwellSettings of(ReadableConfig options) {
        return new MaxwellSettings(
                ValueOptions.of(options),
                options.getOptional(ValueOptions.DECIMALS).isPresent(),
                options.get(MaxwellOptions.KEY_FORMAT),
                options.get(MaxwellOptions.COMMIT_INFO),
                options.get(MaxwellOptions.XOFFSET),
                options.get(MaxwellOptions.BINLOG_POSITION),
                options.get(MaxwellOptions.GTID_POSITION),
                options.get(MaxwellOptions.SERVER_ID),
                options.get(MaxwellOptions.THREAD_ID),
                options.get(MaxwellOptions.ROW_QUERY),
                options.get(MaxwellOptions.PRIMARY_KEYS),
                options.get(MaxwellOptions.PRIMARY_KEY_COLUMNS),
                options.get(Provenance.INCLUDE));
    }
}
