package io.dbus.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Servers with well-known passwords, or none, must not be reached from other machines. */
@RequiresServers({
    ServerKind.MYSQL,
    ServerKind.MARIADB,
    ServerKind.KAFKA,
    ServerKind.FLINK,
    ServerKind.ZOOKEEPER,
    ServerKind.ELASTICSEARCH,
    ServerKind.S3
})
class LoopbackITCase {

    @Test
    void serversListenOnTheLoopbackAlone() throws Exception {
        // A server on all addresses is on 127.0.0.2 too, also where the machine has no address but the loopback.
        List<InetAddress> others = Stream.concat(
                        Stream.of(InetAddress.getByName("127.0.0.2")),
                        NetworkInterface.networkInterfaces()
                                .flatMap(NetworkInterface::inetAddresses)
                                .filter(address -> address instanceof Inet4Address && !address.isLoopbackAddress()))
                .toList();
        try (ZooKeeperServer zooKeeper = ZooKeeperServer.builder().start();
                FlinkCluster flink = FlinkCluster.builder()
                        .zooKeeper(zooKeeper)
                        .taskManagers(0)
                        .start();
                S3Server s3 = S3Server.start()) {
            List<Integer> ports = Stream.of(
                            Stream.of(
                                    SharedServers.mysql().port(),
                                    SharedServers.mariadb().port(),
                                    SharedServers.elasticsearch().port()),
                            Stream.of(SharedServers.kafka().bootstrapServers().split(",|:"))
                                    .filter(part -> part.matches("\\d+"))
                                    .map(Integer::valueOf),
                            Stream.of(
                                    flink.restUri().getPort(),
                                    zooKeeper.port(),
                                    s3.endpoint().getPort()))
                    .flatMap(part -> part)
                    .toList();
            assertThat(ports).hasSize(7);
            for (int port : ports) {
                connect(InetAddress.getLoopbackAddress(), port);
                for (InetAddress other : others) {
                    assertThatThrownBy(() -> connect(other, port))
                            .as("%s:%d", other, port)
                            .isInstanceOf(IOException.class);
                }
            }
        }
    }

    private static void connect(InetAddress address, int port) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(address, port), 5_000);
        }
    }
}
