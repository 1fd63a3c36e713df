package io.dbus.source.mysql;

import io.dbus.event.Event;
import io.dbus.event.EventTypeInfo;
import io.dbus.source.mysql.enumerator.MySqlSourceEnumeratorState;
import io.dbus.source.mysql.split.BinlogSplit;
import java.io.Serializable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.function.Consumer;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.connector.source.SplitsAssignment;
import org.apache.flink.api.connector.source.SupportsSplitReassignmentOnRecovery;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/** The source itself, which tells which servers have been given to a reader, and so have a position to begin at. */
record WatchedSource(MySqlSource source, Begun begun)
        implements Source<Event, BinlogSplit, MySqlSourceEnumeratorState>,
                SupportsSplitReassignmentOnRecovery,
                ResultTypeQueryable<Event> {

    /** Told the names of servers. */
    interface Begun extends Consumer<String>, Serializable {}

    @Override
    public Boundedness getBoundedness() {
        return source.getBoundedness();
    }

    @Override
    public SourceReader<Event, BinlogSplit> createReader(SourceReaderContext context) {
        return source.createReader(context);
    }

    @Override
    public SplitEnumerator<BinlogSplit, MySqlSourceEnumeratorState> createEnumerator(
            SplitEnumeratorContext<BinlogSplit> context) {
        return source.createEnumerator(watched(context));
    }

    @Override
    public SplitEnumerator<BinlogSplit, MySqlSourceEnumeratorState> restoreEnumerator(
            SplitEnumeratorContext<BinlogSplit> context, MySqlSourceEnumeratorState state) {
        return source.restoreEnumerator(watched(context), state);
    }

    @SuppressWarnings("unchecked") // A proxy has the type of what it stands for.
    private SplitEnumeratorContext<BinlogSplit> watched(SplitEnumeratorContext<BinlogSplit> context) {
        return (SplitEnumeratorContext<BinlogSplit>) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {SplitEnumeratorContext.class},
                (proxy, method, arguments) -> {
                    Object result;
                    try {
                        result = method.invoke(context, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                    if (method.getName().equals("assignSplit")) {
                        begun.accept(((BinlogSplit) arguments[0]).splitId());
                    } else if (method.getName().equals("assignSplits")) {
                        ((SplitsAssignment<BinlogSplit>) arguments[0])
                                .assignment().values().stream()
                                        .flatMap(java.util.List::stream)
                                        .forEach(split -> begun.accept(split.splitId()));
                    }
                    return result;
                });
    }

    @Override
    public SimpleVersionedSerializer<BinlogSplit> getSplitSerializer() {
        return source.getSplitSerializer();
    }

    @Override
    public SimpleVersionedSerializer<MySqlSourceEnumeratorState> getEnumeratorCheckpointSerializer() {
        return source.getEnumeratorCheckpointSerializer();
    }

    @Override
    public TypeInformation<Event> getProducedType() {
        return EventTypeInfo.INSTANCE;
    }
}
