package io.dbus.source.stream;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lines of the clients of a TCP or UNIX socket, all of them served by one thread. When lines are not taken, nothing is read, and clients wait once the buffers of the
 * operating system are full.
 */
final class SocketInput implements LineInput {
    private static final Logger LOG = LoggerFactory.getLogger(SocketInput.class);
    private static final long PATIENCE_MILLIS = 500;

    private final StreamSettings settings;
    private final StreamFigures figures;
    private final Selector selector;
    private final ServerSocketChannel server;
    private final ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
    private int clients;
    private long clientsSeen;
    private long lines;

    /** One client: the line that it is in. */
    private final class Client {
        private final String name;
        private final LineAssembler assembler = new LineAssembler(settings.maxLineBytes());

        Client(String name) {
            this.name = name;
        }
    }

    private SocketInput(StreamSettings settings, StreamFigures figures, ServerSocketChannel server) throws IOException {
        this.settings = settings;
        this.figures = figures;
        this.server = server;
        this.selector = Selector.open();
        server.configureBlocking(false);
        server.register(selector, SelectionKey.OP_ACCEPT);
        LOG.info("Source {}: listens on {}", settings.source(), server.getLocalAddress());
    }

    /**
     * Listens.
     *
     * @throws IOException when that cannot be done; the message says where and what to do
     */
    static SocketInput open(StreamSettings settings, StreamFigures figures) throws IOException {
        boolean unix = settings.kind() == StreamSettings.Kind.UNIX;
        ServerSocketChannel server =
                unix ? ServerSocketChannel.open(StandardProtocolFamily.UNIX) : ServerSocketChannel.open();
        try {
            if (unix) {
                Path path = Path.of(settings.place());
                removeStale(path);
                server.bind(UnixDomainSocketAddress.of(path));
            } else {
                server.bind(HostPort.parse(settings.place()).address());
            }
            return new SocketInput(settings, figures, server);
        } catch (IOException e) {
            server.close();
            throw new IOException(
                    "Source " + settings.source() + ": cannot listen on " + settings.place() + ": " + e.getMessage()
                            + "; take a place that is free and that this user may use.",
                    e);
        }
    }

    /** A socket's file outlives a process that was killed; one at which somebody answers is not ours to take. */
    private static void removeStale(Path path) throws IOException {
        if (!Files.exists(path)) {
            return;
        }
        if (Files.isRegularFile(path) || Files.isDirectory(path)) {
            throw new IOException("there is a file that is no socket");
        }
        try (SocketChannel other = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            other.connect(UnixDomainSocketAddress.of(path));
        } catch (IOException nobody) {
            Files.deleteIfExists(path);
            return;
        }
        throw new IOException("another process listens there");
    }

    /** Where it listens. */
    SocketAddress address() throws IOException {
        return server.getLocalAddress();
    }

    @Override
    public boolean read(LineBatch batch) throws IOException {
        selector.select(PATIENCE_MILLIS);
        for (SelectionKey key : selector.selectedKeys()) {
            if (!key.isValid() || batch.isFull()) {
                continue;
            }
            if (key.isAcceptable()) {
                accept();
            } else {
                read(key, batch);
            }
        }
        // A client that was not served stays ready.
        selector.selectedKeys().clear();
        return true;
    }

    private void accept() throws IOException {
        SocketChannel channel = server.accept();
        if (channel == null) {
            return;
        }
        if (clients >= settings.maxClients()) {
            channel.close();
            figures.refusedClient();
            LOG.warn(
                    "Source {}: a client was refused, there are {} already; raise max-clients",
                    settings.source(),
                    clients);
            return;
        }
        channel.configureBlocking(false);
        clientsSeen++;
        SocketAddress remote = channel.getRemoteAddress();
        String name = settings.place() + " client "
                + (remote instanceof InetSocketAddress inet ? inet.getPort() + "" : "" + clientsSeen);
        channel.register(selector, SelectionKey.OP_READ, new Client(name));
        clients++;
        figures.clients(clients);
    }

    private void read(SelectionKey key, LineBatch batch) {
        SocketChannel channel = (SocketChannel) key.channel();
        Client client = (Client) key.attachment();
        Lines taker = new Lines(client, batch);
        try {
            buffer.clear();
            int count = channel.read(buffer);
            if (count >= 0) {
                client.assembler.feed(buffer.array(), 0, count, taker);
                return;
            }
            if (client.assembler.pending() > 0 && settings.unterminated() == Unterminated.EMIT) {
                client.assembler.end(taker);
            }
        } catch (IOException e) {
            LOG.warn("Source {}: {} was cut: {}", settings.source(), client.name, e.getMessage());
        }
        gone(key, channel, client, taker);
    }

    private void gone(SelectionKey key, SocketChannel channel, Client client, Lines taker) {
        if (client.assembler.pending() > 0) {
            long length = client.assembler.pending();
            taker.add(Line.State.CUT, client.assembler.cut(), length);
        }
        key.cancel();
        clients--;
        figures.clients(clients);
        try {
            channel.close();
        } catch (IOException e) {
            LOG.warn("Source {}: {} cannot be closed: {}", settings.source(), client.name, e.getMessage());
        }
    }

    private final class Lines implements LineAssembler.Lines {
        private final Client client;
        private final LineBatch batch;

        Lines(Client client, LineBatch batch) {
            this.client = client;
            this.batch = batch;
        }

        @Override
        public void whole(byte[] line) {
            add(Line.State.WHOLE, line, line.length);
        }

        @Override
        public void tooLong(byte[] beginning, long length) {
            add(Line.State.TOO_LONG, beginning, length);
        }

        private void add(Line.State state, byte[] bytes, long length) {
            batch.add(new Line(state, bytes, length, client.name, lines++, Optional.empty()));
        }
    }

    @Override
    public void wakeUp() {
        selector.wakeup();
    }

    @Override
    public void close() throws IOException {
        for (SelectionKey key : selector.keys()) {
            key.channel().close();
        }
        selector.close();
        server.close();
        if (settings.kind() == StreamSettings.Kind.UNIX) {
            Files.deleteIfExists(Path.of(settings.place()));
        }
    }
}
