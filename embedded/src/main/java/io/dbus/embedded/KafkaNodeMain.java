package io.dbus.embedded;

import java.io.PrintStream;
import java.lang.reflect.Method;

/**
 * The main class of a broker's JVM: formats the storage where that is not done yet, then runs the broker, which saves a
 * second JVM for {@code StorageTool}. Kafka's server classes are on the class path of that JVM alone, hence reflection.
 */
final class KafkaNodeMain {
    private KafkaNodeMain() {}

    /** @param arguments the cluster's id and the path of {@code server.properties} */
    public static void main(String[] arguments) throws ReflectiveOperationException {
        String clusterId = arguments[0];
        String properties = arguments[1];
        Method format =
                Class.forName("kafka.tools.StorageTool").getMethod("execute", String[].class, PrintStream.class);
        String[] options = {"format", "--cluster-id", clusterId, "--config", properties, "--ignore-formatted"};
        int status = (int) format.invoke(null, options, System.out);
        if (status != 0) {
            System.err.println("The storage cannot be formatted: StorageTool ended with " + status);
            System.exit(status);
        }
        Class.forName("kafka.Kafka").getMethod("main", String[].class).invoke(null, (Object) new String[] {properties});
    }
}
