package io.dbus.sink.format.maxwell;

import static java.util.Objects.requireNonNull;

import io.dbus.sink.format.Provenance;
import io.dbus.sink.format.ValueOptions;
import java.io.Serializable;
import org.apache.flink.configuration.ReadableConfig;

/** What a component's options say of maxwell-json. */
record MaxwellSettings(
        ValueOptions values,
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

    /** What Maxwell writes; dates and times are text of its own, whatever the options say. */
    private static final ValueOptions VALUES = new ValueOptions(
            ValueOptions.Decimals.NUMBER,
            ValueOptions.UnsignedBigints.NUMBER,
            ValueOptions.Temporals.ISOSTRING,
            ValueOptions.Binaries.BASE64,
            ValueOptions.ZeroDates.STRING,
            null);

    MaxwellSettings {
        requireNonNull(values, "values");
        requireNonNull(keyFormat, "keyFormat");
    }

    static MaxwellSettings of(ReadableConfig options) {
        return new MaxwellSettings(
                ValueOptions.of(options, VALUES),
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
