package io.dbus.embedded;

import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** The main class of a JVM that starts servers, prints a line for each and lives until it is killed or told to exit. */
final class ServerHolder {
    private ServerHolder() {}

    public static void main(String[] arguments) throws Exception {
        switch (arguments[0]) {
            case "mysql" -> {
                MySqlServer server = MySqlServer.builder().start();
                print(server.pid(), RunDirectory.ofThisJvm().path(), server.logFile());
            }
            case "kafka" -> {
                KafkaCluster cluster = KafkaCluster.builder().start();
                Path log = cluster.logFiles().get(0);
                print(cluster.pid(0), RunDirectory.ofThisJvm().path(), log);
            }
            case "elasticsearch" -> {
                ElasticsearchServer node = ElasticsearchServer.builder().start();
                print(node.pid(), RunDirectory.ofThisJvm().path(), node.logFile());
                // The JVM that its launcher starts.
                ProcessHandle.of(node.pid())
                        .orElseThrow()
                        .children()
                        .forEach(child ->
                                print(child.pid(), RunDirectory.ofThisJvm().path(), node.logFile()));
            }
            default -> throw new IllegalArgumentException(arguments[0]);
        }
        System.out.println("guard " + RunDirectory.ofThisJvm().guardPid());
        System.out.println("ready");
        System.out.flush();
        if (System.in.read() >= 0) {
            System.exit(0);
        }
        new CountDownLatch(1).await();
    }

    private static void print(long pid, Path directory, Path log) {
        System.out.println("server " + pid + " " + directory + " " + log);
    }
}
