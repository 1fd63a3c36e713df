package io.dbus.source.mysql;

import static java.util.Objects.requireNonNull;

import io.dbus.event.Event;
import io.dbus.event.EventTypeInfo;
import io.dbus.source.mysql.enumerator.MySqlSourceEnumerator;
import io.dbus.source.mysql.enumerator.MySqlSourceEnumeratorState;
import io.dbus.source.mysql.enumerator.MySqlSourceEnumeratorStateSerializer;
import io.dbus.source.mysql.enumerator.ServerStarter;
import io.dbus.source.mysql.position.Startup;
import io.dbus.source.mysql.reader.MySqlSourceReader;
import io.dbus.source.mysql.reader.ReaderSettings;
import io.dbus.source.mysql.split.BinlogSplit;
import io.dbus.source.mysql.split.BinlogSplitSerializer;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.connector.source.SupportsSplitReassignmentOnRecovery;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * The changes of the rows of many MySQL servers, from their binlogs (FLIP-27). Each server is one split; splits are spread over the
 * readers evenly, also anew at each restore. Within one server rows come in the order of its binlog, each once under
 * exactly-once checkpoints, whatever becomes of connections, servers and task managers.
 */
public final class MySqlSource
        implements Source<Event, BinlogSplit, MySqlSourceEnumeratorState>,
                SupportsSplitReassignmentOnRecovery,
                ResultTypeQueryable<Event> {
    private static final long serialVersionUID = 1L;

    private final ReaderSettings settings;
    private final Startup startup;

    /**
     * A source.
     *
     * @param settings what is read and how
     * @param startup where a server begins that has no saved position
     */
    public MySqlSource(ReaderSettings settings, Startup startup) {
        this.settings = requireNonNull(settings, "settings");
        this.startup = requireNonNull(startup, "startup");
    }

    @Override
    public Boundedness getBoundedness() {
        return Boundedness.CONTINUOUS_UNBOUNDED;
    }

    @Override
    public SourceReader<Event, BinlogSplit> createReader(SourceReaderContext context) {
        return MySqlSourceReader.of(settings, context);
    }

    @Override
    public SplitEnumerator<BinlogSplit, MySqlSourceEnumeratorState> createEnumerator(
            SplitEnumeratorContext<BinlogSplit> context) {
        return restoreEnumerator(context, MySqlSourceEnumeratorState.initial());
    }

    @Override
    public SplitEnumerator<BinlogSplit, MySqlSourceEnumeratorState> restoreEnumerator(
            SplitEnumeratorContext<BinlogSplit> context, MySqlSourceEnumeratorState state) {
        return new MySqlSourceEnumerator(
                context, settings.source(), settings.servers().keySet(), new ServerStarter(settings, startup), state);
    }

    @Override
    public SimpleVersionedSerializer<BinlogSplit> getSplitSerializer() {
        return new BinlogSplitSerializer();
    }

    @Override
    public SimpleVersionedSerializer<MySqlSourceEnumeratorState> getEnumeratorCheckpointSerializer() {
        return new MySqlSourceEnumeratorStateSerializer();
    }

    @Override
    public TypeInformation<Event> getProducedType() {
        return EventTypeInfo.INSTANCE;
    }
}
