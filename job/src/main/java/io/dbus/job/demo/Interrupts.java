package io.dbus.job.demo;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/**
 * Ctrl-C as a request instead of an end: a shutdown hook comes too late for the demo, since those of its servers run at the
 * same time. The JDK has no public interface for signals; {@code sun.misc.Signal} (module jdk.unsupported) is reached by
 * reflection since its use is a warning that javac cannot be told to pass over.
 */
final class Interrupts {
    private Interrupts() {}

    /** Runs the action at the first Ctrl-C; a second one ends the process as usual. */
    static void onFirst(Runnable action) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object interrupt = signal.getConstructor(String.class).newInstance("INT");
            Object byDefault = handler.getField("SIG_DFL").get(null);
            Object first = Proxy.newProxyInstance(
                    Interrupts.class.getClassLoader(), new Class<?>[] {handler}, (proxy, method, args) -> {
                        switch (method.getName()) {
                            case "handle" -> {
                                signal.getMethod("handle", signal, handler).invoke(null, interrupt, byDefault);
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
            signal.getMethod("handle", signal, handler).invoke(null, interrupt, first);
        } catch (ClassNotFoundException
                | NoSuchMethodException
                | NoSuchFieldException
                | InstantiationException
                | IllegalAccessException
                | InvocationTargetException e) {
            throw new IllegalStateException("This Java cannot handle Ctrl-C: run the demo with --for 60s", e);
        }
    }
}
