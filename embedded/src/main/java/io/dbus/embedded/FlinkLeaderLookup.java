package io.dbus.embedded;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.net.URI;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.flink.shaded.zookeeper3.org.apache.zookeeper.KeeperException;
import org.apache.flink.shaded.zookeeper3.org.apache.zookeeper.ZooKeeper;
import org.apache.flink.shaded.zookeeper3.org.apache.zookeeper.client.ZKClientConfig;

/**
 * Asks ZooKeeper which JobManager leads: the one whose dispatcher has left its address there. (A standby answers REST
 * calls too, for the leader, so they do not tell.)
 */
final class FlinkLeaderLookup implements AutoCloseable {
    private static final int SESSION_TIMEOUT = 10_000;

    private final String connect;
    private final String node;
    private Optional<ZooKeeper> client = Optional.empty();

    /**
     * A lookup, which connects when first asked.
     *
     * @param path what Flink's root path and the cluster's id make
     */
    FlinkLeaderLookup(String connect, String path) {
        this.connect = connect;
        this.node = path + "/leader/dispatcher/connection_info";
    }

    /** The port of the dispatcher that leads; empty when none does, or ZooKeeper does not answer in five seconds. */
    synchronized OptionalInt dispatcherPort() {
        try {
            byte[] bytes = connected().getData(node, false, null);
            // Written by an ObjectOutputStream: the address, then the id of the leader's session.
            try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
                String address = in.readUTF();
                return OptionalInt.of(URI.create(address.replaceFirst("^[a-z.]+://", "rpc://"))
                        .getPort());
            }
        } catch (KeeperException e) {
            if (e.code() == KeeperException.Code.SESSIONEXPIRED || e.code() == KeeperException.Code.REQUESTTIMEOUT) {
                close();
            }
            return OptionalInt.empty();
        } catch (IOException e) {
            // The node is empty while no dispatcher leads.
            return OptionalInt.empty();
        } catch (InterruptedException e) {
            throw SupervisedProcess.interrupted(e);
        }
    }

    private ZooKeeper connected() throws IOException {
        if (client.isEmpty()) {
            ZKClientConfig config = new ZKClientConfig();
            config.setProperty(ZKClientConfig.ZOOKEEPER_REQUEST_TIMEOUT, "5000");
            config.setProperty(ZKClientConfig.ENABLE_CLIENT_SASL_KEY, "false");
            client = Optional.of(new ZooKeeper(connect, SESSION_TIMEOUT, event -> {}, config));
        }
        return client.get();
    }

    @Override
    public synchronized void close() {
        if (client.isPresent()) {
            try {
                client.get().close();
            } catch (InterruptedException e) {
                throw SupervisedProcess.interrupted(e);
            } finally {
                client = Optional.empty();
            }
        }
    }
}
