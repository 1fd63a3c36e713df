package io.dbus.source.mysql.connection;

import com.github.shyiko.mysql.binlog.network.Authenticator;
import com.github.shyiko.mysql.binlog.network.ClientCapabilities;
import com.github.shyiko.mysql.binlog.network.ServerException;
import com.github.shyiko.mysql.binlog.network.protocol.GreetingPacket;
import com.github.shyiko.mysql.binlog.network.protocol.PacketChannel;
import com.github.shyiko.mysql.binlog.network.protocol.command.SSLRequestCommand;
import io.dbus.source.mysql.connection.MySqlException.Kind;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * Connects a socket and logs in, by the binlog library's protocol parts. After it nothing of the library touches the socket: the
 * library would read a TLS socket unbuffered.
 */
final class Login {
    /** A session that is logged in: the TCP socket, what to read and write (the TLS socket or the same), the server's version. */
    record Session(Socket tcp, Socket socket, String version) {}

    private final ServerAddress address;
    private final ConnectionSettings settings;
    private final Socket tcp = new Socket();
    private Socket socket = tcp;

    private Login(ServerAddress address, ConnectionSettings settings) {
        this.address = address;
        this.settings = settings;
    }

    /** Connects and logs in; {@code opening} is told what to close if another thread wants that to end. */
    static Session open(ServerAddress address, ConnectionSettings settings, Consumer<Closeable> opening)
            throws MySqlException {
        Login login = new Login(address, settings);
        opening.accept(login.tcp);
        boolean done = false;
        try {
            Session session = login.run();
            done = true;
            return session;
        } finally {
            if (!done) {
                Sockets.closeQuietly(login.tcp);
            }
        }
    }

    private Session run() throws MySqlException {
        checkCharset();
        connect();
        try {
            return logIn();
        } catch (ServerException e) {
            throw refused(e);
        } catch (SSLException e) {
            throw tlsFailed(e);
        } catch (SocketTimeoutException e) {
            throw MySqlException.retryable(
                    "the server " + address + " did not answer the login within " + settings.connectTimeout(),
                    "check that it is MySQL or MariaDB and that it lives",
                    e);
        } catch (MySqlException e) {
            throw e;
        } catch (IOException e) {
            throw MySqlException.retryable(
                    "the connection to " + address + " was lost during the login (" + ErrorText.of(e) + ")",
                    "check the server and its log",
                    e);
        }
    }

    private void connect() throws MySqlException {
        try {
            int timeout = (int) settings.connectTimeout().toMillis();
            tcp.setTcpNoDelay(true);
            tcp.setKeepAlive(true);
            tcp.connect(new InetSocketAddress(address.host(), address.port()), timeout);
            tcp.setSoTimeout(timeout);
        } catch (UnknownHostException e) {
            throw MySqlException.retryable(
                    "the host " + address.host() + " is not known",
                    "check its name and the name service of this machine",
                    e);
        } catch (SocketTimeoutException e) {
            throw MySqlException.retryable(
                    "no connection to " + address + " within " + settings.connectTimeout(),
                    "check address, firewall and server",
                    e);
        } catch (IOException e) {
            throw MySqlException.retryable(
                    "no connection to " + address + " (" + ErrorText.of(e) + ")",
                    "check address and port, and that the server runs",
                    e);
        }
    }

    private Session logIn() throws IOException {
        PacketChannel channel = new GuardedChannel(tcp);
        byte[] first = channel.read();
        if (first.length > 0 && (first[0] & 0xff) == 0xff) {
            throw ServerErrors.of(first, "connecting to " + address);
        }
        if (first.length == 0 || first[0] != 10) {
            throw MySqlException.fatal(
                    "what listens at " + address + " is no MySQL or MariaDB server", "check host and port");
        }
        GreetingPacket greeting = new GreetingPacket(first);
        startTls(channel, greeting);
        new Authenticator(
                        greeting,
                        channel,
                        null,
                        settings.username(),
                        settings.password().reveal())
                .authenticate();
        // MariaDB puts 5.5.5- before its version so that old replicas take it.
        String version = greeting.getServerVersion().replaceFirst("^5\\.5\\.5-(?=.*MariaDB)", "");
        return new Session(tcp, socket, version);
    }

    private void startTls(PacketChannel channel, GreetingPacket greeting) throws IOException {
        SslMode mode = settings.tls().mode();
        boolean offered = (greeting.getServerCapabilities() & ClientCapabilities.SSL) != 0;
        if (mode == SslMode.DISABLED || mode == SslMode.PREFERRED && !offered) {
            return;
        }
        if (!offered) {
            throw MySqlException.fatal(
                    "the server " + address + " offers no TLS but ssl.mode is " + mode,
                    "set up TLS on the server, or set ssl.mode to preferred or disabled");
        }
        SSLContext context = TlsContext.create(settings.tls());
        SSLRequestCommand request = new SSLRequestCommand();
        request.setCollation(greeting.getServerCollation());
        channel.write(request);
        channel.upgradeToSSL(plain -> tlsOver(context, plain), null);
    }

    private SSLSocket tlsOver(SSLContext context, Socket plain) throws SocketException {
        try {
            SSLSocket tls =
                    (SSLSocket) context.getSocketFactory().createSocket(plain, address.host(), address.port(), true);
            tls.setUseClientMode(true);
            if (settings.tls().mode() == SslMode.VERIFY_IDENTITY) {
                // Java's own check, by the name that the user wrote; the library's asks the reverse DNS first.
                SSLParameters parameters = tls.getSSLParameters();
                parameters.setEndpointIdentificationAlgorithm("HTTPS");
                tls.setSSLParameters(parameters);
            }
            socket = tls;
            return tls;
        } catch (SocketException e) {
            throw e;
        } catch (IOException e) {
            SocketException wrapped =
                    new SocketException("TLS could not be laid over the connection: " + ErrorText.of(e));
            wrapped.initCause(e);
            throw wrapped;
        }
    }

    private MySqlException refused(ServerException e) {
        String doing = "logging in to " + address + " as '" + settings.username() + "'";
        if (e.getErrorCode() != 0) {
            return ServerErrors.of(e.getErrorCode(), ErrorText.of(e), doing);
        }
        // For a user that does not exist MySQL asks by any method that it has, so as not to tell.
        return new MySqlException(
                Kind.FATAL,
                0,
                ErrorText.of(e) + " while " + doing,
                "check that the user exists, and give it caching_sha2_password or mysql_native_password",
                e);
    }

    private MySqlException tlsFailed(SSLException e) {
        String cure =
                switch (settings.tls().mode()) {
                    case VERIFY_CA -> "check that ssl.ca holds the authority that signed the server's certificate";
                    case VERIFY_IDENTITY ->
                        "check that ssl.ca holds the authority that signed the server's certificate and that the "
                                + "certificate names " + address.host() + ", or set ssl.mode to verify-ca";
                    default ->
                        "check the server's TLS versions and ciphers and whether it wants a client certificate, or set "
                                + "ssl.mode to disabled";
                };
        return new MySqlException(
                Kind.FATAL,
                0,
                "TLS to " + address + " with ssl.mode " + settings.tls().mode() + " failed (" + ErrorText.ofRoot(e)
                        + ")",
                cure,
                e);
    }

    /** The library writes user and password in the JVM's default charset, the server reads UTF-8. */
    private void checkCharset() throws MySqlException {
        Charset charset = Charset.defaultCharset();
        boolean ascii = StandardCharsets.US_ASCII
                .newEncoder()
                .canEncode(settings.username() + settings.password().reveal());
        if (!ascii && !charset.equals(StandardCharsets.UTF_8)) {
            throw MySqlException.fatal(
                    "the username or password for " + address
                            + " has characters beyond ASCII, but this JVM's charset is " + charset,
                    "start it with -Dfile.encoding=UTF-8 (Flink: env.java.opts.all)");
        }
    }

    /** Refuses to hand the password in clear to whoever asks for it on a connection that is not encrypted. */
    private final class GuardedChannel extends PacketChannel {
        private static final String CLEAR = "mysql_clear_password";

        GuardedChannel(Socket socket) throws IOException {
            super(socket);
        }

        @Override
        public byte[] read() throws IOException {
            byte[] packet = super.read();
            boolean authSwitch = packet.length > CLEAR.length() && (packet[0] & 0xff) == 0xfe;
            if (authSwitch
                    && !isSSL()
                    && CLEAR.equals(new String(packet, 1, CLEAR.length(), StandardCharsets.US_ASCII))) {
                throw MySqlException.fatal(
                        "the server " + address
                                + " asks for the password in clear on a connection that is not encrypted",
                        "set ssl.mode to verify-identity, or give the user caching_sha2_password");
            }
            return packet;
        }
    }
}
