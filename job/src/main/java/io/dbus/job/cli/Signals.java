package io.dbus.job.cli;

import java.lang.reflect.Proxy;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ctrl-C and the like. A shutdown hook comes too late for an orderly stop: Flink's own hooks run beside it and take its state
 * stores away. {@code sun.misc.Signal}, of the supported module jdk.unsupported, is reached by reflection, since the compiler
 * warns of its name whatever one tells it.
 */
final class Signals {
    private static final Logger LOG = LoggerFactory.getLogger(Signals.class);
    private static final List<String> STOP = List.of("INT", "TERM");

    private Signals() {}

    /** Lets something be done, in a thread of the JVM's, each time that the process is asked to stop, instead of stopping it. */
    static void onStop(Runnable action) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object proxy = Proxy.newProxyInstance(
                    Signals.class.getClassLoader(),
                    new Class<?>[] {handler},
                    (self, method, args) -> switch (method.getName()) {
                        case "handle" -> {
                            action.run();
                            yield null;
                        }
                        case "equals" -> self == args[0];
                        case "hashCode" -> System.identityHashCode(self);
                        default -> "stop";
                    });
            for (String name : STOP) {
                signal.getMethod("handle", signal, handler)
                        .invoke(null, signal.getConstructor(String.class).newInstance(name), proxy);
            }
        } catch (ReflectiveOperationException e) {
            // -Xrs, for example, keeps signals from the JVM: Ctrl-C then ends the process without a savepoint.
            LOG.warn("Ctrl-C will stop without a savepoint: this JVM does not hand over signals", e);
        }
    }
}
