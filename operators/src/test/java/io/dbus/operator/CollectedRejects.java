package io.dbus.operator;

import io.dbus.reject.Rejection;
import io.dbus.reject.Rejects;
import io.dbus.reject.RejectsContext;
import io.dbus.reject.RejectsFactory;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Rejects that a test looks at: what was rejected, flushed and closed, in order. Serialized with its operator, it still writes to the same place. */
public final class CollectedRejects implements RejectsFactory {
    private static final long serialVersionUID = 1L;
    private static final Map<String, CopyOnWriteArrayList<Rejection>> REJECTIONS = new ConcurrentHashMap<>();
    private static final Map<String, CopyOnWriteArrayList<String>> CALLS = new ConcurrentHashMap<>();

    private final String id = UUID.randomUUID().toString();

    public CollectedRejects() {
        REJECTIONS.put(id, new CopyOnWriteArrayList<>());
        CALLS.put(id, new CopyOnWriteArrayList<>());
    }

    /** What was rejected. */
    public List<Rejection> rejections() {
        return REJECTIONS.get(id);
    }

    /** The reasons of what was rejected. */
    public List<String> reasons() {
        return rejections().stream()
                .map(rejection -> rejection.reason().label())
                .toList();
    }

    /** {@code open}, {@code reject}, {@code flush} and {@code close}, as they came. */
    public List<String> calls() {
        return CALLS.get(id);
    }

    @Override
    public Rejects open(RejectsContext context) {
        calls().add("open " + context.component());
        return new Rejects() {
            @Override
            public void reject(Rejection rejection) {
                context.metrics().rejected(rejection.reason());
                calls().add("reject");
                rejections().add(rejection);
            }

            @Override
            public void flush() {
                calls().add("flush");
            }

            @Override
            public void close() {
                calls().add("close");
            }
        };
    }
}
