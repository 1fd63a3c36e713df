package io.dbus.job.cli;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;

/**
 * Ctrl-C, and a plain {@code kill}, as a request instead of an end. A shutdown hook comes too late: Flink's and the embedded
 * servers' own run at the same time and take away what an orderly stop needs. The JDK has no public interface for signals;
 * {@code sun.misc.Signal} (module jdk.unsupported) is reached by reflection since its use is a warning that javac cannot be
 * told to pass over.
 */
public final class Interrupts {
    private static final List<String> SIGNALS = List.of("INT", "TERM");

    private Interrupts() {}

    /**
     * Runs the action, in a thread of the JVM's, when the process is first asked to stop; asked again it ends as usual.
     *
     * @throws IllegalStateException when this Java hands over no signals
     */
    public static void onFirst(Runnable action) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object byDefault = handler.getField("SIG_DFL").get(null);
            List<Object> signals = new ArrayList<>();
            for (String name : SIGNALS) {
                signals.add(signal.getConstructor(String.class).newInstance(name));
            }
            Object first = Proxy.newProxyInstance(
                    Interrupts.class.getClassLoader(), new Class<?>[] {handler}, (proxy, method, args) -> {
                        switch (method.getName()) {
                            case "handle" -> {
                                for (Object each : signals) {
                                    signal.getMethod("handle", signal, handler).invoke(null, each, byDefault);
                                }
                                action.run();
                                return null;
                            }
                            case "equals" -> {
                                return proxy == args[0];
                            }
                            case "hashCode" -> {
                                return System.identityHashCode(proxy);
                            }
                            default -> {
                                return "first interrupt";
                            }
                        }
                    });
            for (Object each : signals) {
                signal.getMethod("handle", signal, handler).invoke(null, each, first);
            }
        } catch (ClassNotFoundException
                | NoSuchMethodException
                | NoSuchFieldException
                | InstantiationException
                | IllegalAccessException
                | InvocationTargetException e) {
            throw new IllegalStateException("This Java cannot handle Ctrl-C; run it without -Xrs", e);
        }
    }
}
