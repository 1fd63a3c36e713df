package io.dbus.source.mysql.connection;

import static io.dbus.source.mysql.connection.TestStreams.address;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.dbus.embedded.MySqlServer;
import io.dbus.embedded.RequiresServers;
import io.dbus.embedded.SharedServers;
import io.dbus.source.mysql.connection.ConnectionSettings.Tls;
import io.dbus.source.mysql.connection.MySqlException.Kind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@RequiresServers
class LoginITCase {
    private final MySqlServer server = SharedServers.mysql();
    private final String user = "u" + ThreadLocalRandom.current().nextLong(1L << 40);

    /** Cold means that the server must be given the password itself: over TLS, or by its RSA key (caching_sha2_password). */
    @ParameterizedTest
    @EnumSource(
            value = SslMode.class,
            names = {"DISABLED", "PREFERRED", "REQUIRED"})
    void cachingSha2LogsInColdAndWarm(SslMode mode) throws Exception {
        server.createUser(user, "p'w\"d \\ 1", "caching_sha2_password");
        ConnectionSettings settings = as("p'w\"d \\ 1", Tls.of(mode));

        assertThat(cipher(settings).isEmpty()).isEqualTo(mode == SslMode.DISABLED);
        assertThat(cipher(settings).isEmpty()).isEqualTo(mode == SslMode.DISABLED);
    }

    @ParameterizedTest
    @EnumSource(
            value = SslMode.class,
            names = {"DISABLED", "REQUIRED"})
    void passwordsBeyondAsciiAndOfAnyLengthLogIn(SslMode mode) throws Exception {
        for (String password : new String[] {"pw-é-€-1", "p".repeat(90), ""}) {
            server.createUser(user, password, "caching_sha2_password");
            assertThat(currentUser(as(password, Tls.of(mode)))).isEqualTo(user + "@%");
            server.execute("DROP USER '" + user + "'@'%'");
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = SslMode.class,
            names = {"DISABLED", "REQUIRED"})
    void aWrongPasswordIsSaidWithUserAndCure(SslMode mode) {
        server.createUser(user, "right", "");
        MySqlException refused = refusal(address(server), as("wr0ng", Tls.of(mode)));

        assertThat(refused.kind()).isEqualTo(Kind.FATAL);
        assertThat(refused.code()).isEqualTo(1045);
        assertThat(refused)
                .hasMessageContaining("logging in to 127.0.0.1:" + server.port() + " as '" + user + "'")
                .hasMessageContaining("check username and password")
                .hasMessageNotContaining("wr0ng");
    }

    @Test
    void theRightAuthorityVerifiesTheServer() throws Exception {
        server.createUser(user, "pw", "");
        Tls tls = new Tls(SslMode.VERIFY_CA, server.caCertificate().toString(), "", "");

        assertThat(cipher(as("pw", tls))).isNotEmpty();
    }

    @Test
    void aWrongAuthorityIsRefused() {
        server.createUser(user, "pw", "");
        try (MySqlServer other = MySqlServer.builder().ownCertificates().start()) {
            Tls tls = new Tls(SslMode.VERIFY_CA, other.caCertificate().toString(), "", "");
            MySqlException refused = refusal(address(server), as("pw", tls));

            assertThat(refused.kind()).isEqualTo(Kind.FATAL);
            assertThat(refused)
                    .hasMessageContaining("with ssl.mode verify-ca failed")
                    .hasMessageContaining("check that ssl.ca holds the authority");
        }
    }

    @Test
    void withoutAnAuthorityOfItsOwnJavasAreAsked() {
        server.createUser(user, "pw", "");

        assertThat(refusal(address(server), as("pw", Tls.of(SslMode.VERIFY_CA))))
                .hasMessageContaining("check that ssl.ca holds the authority");
    }

    /** The server's own certificate names no host. */
    @Test
    void aCertificateOfAnotherNameIsRefusedByVerifyIdentityAlone() {
        server.createUser(user, "pw", "");
        Tls tls = new Tls(SslMode.VERIFY_IDENTITY, server.caCertificate().toString(), "", "");
        MySqlException refused = refusal(address(server), as("pw", tls));

        assertThat(refused.kind()).isEqualTo(Kind.FATAL);
        assertThat(refused)
                .hasMessageContaining("with ssl.mode verify-identity failed")
                .hasMessageContaining("the certificate names 127.0.0.1, or set ssl.mode to verify-ca");
    }

    @Test
    void aCertificateOfTheNameIsTakenByVerifyIdentity(@TempDir Path directory) throws Exception {
        TestCertificates certificates = TestCertificates.create(directory, "ip:127.0.0.1,dns:db.example");
        try (MySqlServer own = MySqlServer.builder()
                .option("ssl_ca", certificates.ca().toString())
                .option("ssl_cert", certificates.certificate().toString())
                .option("ssl_key", certificates.key().toString())
                .start()) {
            Tls tls = new Tls(SslMode.VERIFY_IDENTITY, certificates.ca().toString(), "", "");
            ConnectionSettings settings =
                    ConnectionSettings.of(own.rootUser(), own.password()).withTls(tls);
            try (MySqlConnection connection = MySqlConnection.open(address(own), settings)) {
                assertThat(connection.query("SELECT 1")).hasSize(1);
            }
            assertThat(refusal(new ServerAddress("localhost", own.port()), settings))
                    .hasMessageContaining("the certificate names localhost");
        }
    }

    @Test
    void aClientCertificateIsShown() throws Exception {
        server.execute("CREATE USER '" + user + "'@'%' IDENTIFIED BY 'pw' REQUIRE X509");
        Path data = server.dataDirectory();
        Tls tls = new Tls(
                SslMode.REQUIRED,
                "",
                data.resolve("client-cert.pem").toString(),
                data.resolve("client-key.pem").toString());

        assertThat(currentUser(as("pw", tls))).isEqualTo(user + "@%");
        assertThat(refusal(address(server), as("pw", Tls.of(SslMode.REQUIRED))).code())
                .isEqualTo(1045);
    }

    @Test
    void filesThatAreNoCertificatesAreNamed(@TempDir Path directory) throws Exception {
        Path junk = Files.writeString(directory.resolve("junk.pem"), "hello");

        for (Tls tls : new Tls[] {
            new Tls(SslMode.VERIFY_CA, junk.toString(), "", ""),
            new Tls(SslMode.VERIFY_CA, directory.resolve("absent.pem").toString(), "", ""),
            new Tls(SslMode.REQUIRED, "", server.caCertificate().toString(), junk.toString()),
        }) {
            MySqlException refused = refusal(address(server), as("pw", tls));
            assertThat(refused.kind()).isEqualTo(Kind.FATAL);
            assertThat(refused).hasMessageContaining(tls.caFile() + tls.keyFile());
        }
    }

    @Test
    void aServerWithoutTlsIsRefusedWhereItIsRequiredAndTakenWhereItIsPreferred() throws Exception {
        try (MySqlServer own = MySqlServer.builder().option("tls_version", "").start()) {
            ConnectionSettings settings = ConnectionSettings.of(own.rootUser(), own.password());
            try (MySqlConnection connection = MySqlConnection.open(address(own), settings)) {
                assertThat(connection.query("SELECT 1")).hasSize(1);
            }
            assertThat(refusal(address(own), settings.withTls(Tls.of(SslMode.REQUIRED))))
                    .hasMessageContaining("offers no TLS but ssl.mode is required");
        }
    }

    @Test
    void aUserWhoMustEncryptIsToldSo() {
        server.execute("CREATE USER '" + user + "'@'%' IDENTIFIED BY 'pw' REQUIRE SSL");
        MySqlException refused = refusal(address(server), as("pw", Tls.of(SslMode.DISABLED)));

        assertThat(refused.kind()).isEqualTo(Kind.FATAL);
    }

    @Test
    void anExpiredPasswordAndALockedAccountAreSaid() {
        server.execute("CREATE USER '" + user + "'@'%' IDENTIFIED BY 'pw' PASSWORD EXPIRE");
        assertThat(refusal(address(server), as("pw", Tls.of(SslMode.PREFERRED))))
                .hasMessageContaining("ALTER USER ... IDENTIFIED BY");

        server.execute("ALTER USER '" + user + "'@'%' IDENTIFIED BY 'pw' ACCOUNT LOCK");
        assertThat(refusal(address(server), as("pw", Tls.of(SslMode.PREFERRED))))
                .hasMessageContaining("ACCOUNT UNLOCK");
    }

    @Test
    void anUnknownHostAndAClosedPortMayBeTriedAgain() throws Exception {
        MySqlException unknown =
                refusal(new ServerAddress("no-such-host.invalid", 3306), as("pw", Tls.of(SslMode.PREFERRED)));
        assertThat(unknown.kind()).isEqualTo(Kind.RETRYABLE);
        assertThat(unknown).hasMessageContaining("the host no-such-host.invalid is not known");

        int port;
        try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = closed.getLocalPort();
        }
        MySqlException refused = refusal(new ServerAddress("127.0.0.1", port), as("pw", Tls.of(SslMode.PREFERRED)));
        assertThat(refused.kind()).isEqualTo(Kind.RETRYABLE);
        assertThat(refused).hasMessageContaining("check address and port, and that the server runs");
    }

    @Test
    void whatIsNoMySqlIsSaidToBeNone() throws Exception {
        try (FakeServer fake = new FakeServer(
                "HTTP/1.1 400 Bad Request\r\n\r\nthis is another kind of server altogether".repeat(400_000))) {
            assertThatThrownBy(() -> MySqlConnection.open(fake.address(), as("pw", Tls.of(SslMode.PREFERRED))))
                    .isInstanceOf(MySqlException.class)
                    .hasMessageContaining(fake.address().toString());
        }
    }

    @Test
    void whoNeverSpeaksIsNotWaitedForLongerThanToConnect() throws Exception {
        try (FakeServer fake = new FakeServer("")) {
            ConnectionSettings settings = new ConnectionSettings(
                    user, Secret.NONE, Tls.of(SslMode.PREFERRED), Duration.ofMillis(300), Duration.ofSeconds(1));
            MySqlException silent = refusal(fake.address(), settings);
            assertThat(silent.kind()).isEqualTo(Kind.RETRYABLE);
            assertThat(silent).hasMessageContaining("did not answer the login within PT0.3S");
        }
    }

    /** A server in the middle could ask for it, whatever the real one has. */
    @Test
    void thePasswordIsNotHandedOutInClear() throws Exception {
        byte[] greeting = greeting();
        byte[] clear = "\u00fe".getBytes(StandardCharsets.ISO_8859_1);
        byte[] plugin = "mysql_clear_password\0".getBytes(StandardCharsets.US_ASCII);
        try (FakeServer fake = new FakeServer(packet(0, greeting) + packet(2, concat(clear, plugin)))) {
            assertThat(refusal(fake.address(), as("s3cret", Tls.of(SslMode.PREFERRED))))
                    .hasMessageContaining("asks for the password in clear");
            assertThat(fake.received()).doesNotContain("s3cret");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"SELECT", "SELECT nothing FROM nowhere.at_all"})
    void aStatementThatFailsIsNamed(String sql) throws Exception {
        server.createUser(user, "pw", "");
        try (MySqlConnection connection = MySqlConnection.open(address(server), as("pw", Tls.of(SslMode.PREFERRED)))) {
            assertThatThrownBy(() -> connection.query(sql))
                    .isInstanceOf(MySqlException.class)
                    .hasMessageContaining("running on 127.0.0.1:" + server.port() + ": " + sql);
            // And the connection lives.
            assertThat(connection.query("SELECT NULL, 'é€😀' AS x").get(0).value("X"))
                    .hasValue("é€😀");
            assertThat(connection
                            .query("SELECT REPEAT('x', 300), REPEAT('y', 70000)")
                            .get(0)
                            .text(1))
                    .hasSize(70000);
            assertThat(connection.query("SELECT NULL AS x").get(0).value(0)).isEmpty();
        }
    }

    private ConnectionSettings as(String password, Tls tls) {
        return ConnectionSettings.of(user, password).withTls(tls);
    }

    private String cipher(ConnectionSettings settings) throws MySqlException {
        try (MySqlConnection connection = MySqlConnection.open(address(server), settings)) {
            return connection
                    .query("SHOW SESSION STATUS LIKE 'Ssl_cipher'")
                    .get(0)
                    .text(1);
        }
    }

    private String currentUser(ConnectionSettings settings) throws MySqlException {
        try (MySqlConnection connection = MySqlConnection.open(address(server), settings)) {
            return connection.query("SELECT CURRENT_USER()").get(0).text(0);
        }
    }

    private static MySqlException refusal(ServerAddress address, ConnectionSettings settings) {
        return catchThrowableOfType(MySqlException.class, () -> MySqlConnection.open(address, settings)
                .close());
    }

    /** Protocol 10, version, thread, scramble, capabilities without TLS, and the plugin's name. */
    private static byte[] greeting() {
        return "\n9.0.0\0\1\0\0\0AAAAAAAA\0\u0000\u0082\u0021\2\0\u0008\0\u0015\0\0\0\0\0\0\0\0\0\0AAAAAAAAAAAA\0caching_sha2_password\0"
                .getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String packet(int number, byte[] payload) {
        return (char) payload.length + "\0\0" + (char) number + new String(payload, StandardCharsets.ISO_8859_1);
    }

    private static byte[] concat(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    /** Says a text to whoever connects, and keeps what it is told. */
    private static final class FakeServer implements AutoCloseable {
        private final ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        private final CompletableFuture<String> received;

        FakeServer(String text) throws IOException {
            received = CompletableFuture.supplyAsync(() -> {
                try (Socket socket = listener.accept()) {
                    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
                    return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
                } catch (IOException e) {
                    return "";
                }
            });
        }

        ServerAddress address() {
            return new ServerAddress("127.0.0.1", listener.getLocalPort());
        }

        String received() {
            return received.join();
        }

        @Override
        public void close() throws IOException {
            listener.close();
        }
    }
}
