package io.dbus.sink.elasticsearch.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.apache.http.Header;
import org.apache.http.HttpHost;
import org.apache.http.entity.ContentType;
import org.apache.http.message.BasicHeader;
import org.apache.http.nio.entity.NByteArrayEntity;
import org.apache.http.util.EntityUtils;
import org.elasticsearch.client.Request;
import org.elasticsearch.client.Response;
import org.elasticsearch.client.ResponseException;
import org.elasticsearch.client.ResponseListener;
import org.elasticsearch.client.RestClient;
import org.elasticsearch.client.RestClientBuilder;

/**
 * A connection by Elasticsearch's low-level REST client. Not by the typed one above it: bulks are made from bytes and answers read as streams without an object for each
 * part, every answer is seen as it came, of whatever status and form, and what speaks the same API without the header by which the typed client tells its own
 * servers is spoken to as well.
 */
final class RestConnection implements ElasticsearchConnection {
    private static final ContentType JSON = ContentType.create("application/json");
    private static final ContentType NDJSON = ContentType.create("application/x-ndjson");
    private static final int CONNECTIONS_PER_HOST = 32;

    private final RestClient client;

    private RestConnection(RestClient client) {
        this.client = client;
    }

    static RestConnection to(ConnectionSettings settings) throws IOException {
        RestClientBuilder builder = RestClient.builder(
                settings.hosts().stream().map(HttpHost::create).toArray(HttpHost[]::new));
        if (!settings.pathPrefix().isEmpty()) {
            builder.setPathPrefix(settings.pathPrefix());
        }
        builder.setCompressionEnabled(settings.compression());
        builder.setDefaultHeaders(authorization(settings));
        builder.setRequestConfigCallback(config -> config.setConnectTimeout(
                        (int) settings.connectTimeout().toMillis())
                .setSocketTimeout((int) settings.socketTimeout().toMillis())
                .setConnectionRequestTimeout((int) settings.requestTimeout().toMillis()));
        SSLContext ssl = trust(settings);
        builder.setHttpClientConfigCallback(http -> {
            if (ssl != null) {
                http.setSSLContext(ssl);
            }
            return http.setMaxConnPerRoute(CONNECTIONS_PER_HOST)
                    .setMaxConnTotal(CONNECTIONS_PER_HOST * settings.hosts().size())
                    .disableAuthCaching()
                    .disableCookieManagement();
        });
        return new RestConnection(builder.build());
    }

    private static Header[] authorization(ConnectionSettings settings) {
        if (!settings.apiKey().isEmpty()) {
            return new Header[] {new BasicHeader("Authorization", "ApiKey " + settings.apiKey())};
        }
        if (!settings.username().isEmpty()) {
            byte[] pair = (settings.username() + ":" + settings.password()).getBytes(UTF_8);
            return new Header[] {
                new BasicHeader("Authorization", "Basic " + Base64.getEncoder().encodeToString(pair))
            };
        }
        return new Header[0];
    }

    /** Whom https hosts are trusted by; null for Java's own. */
    private static SSLContext trust(ConnectionSettings settings) throws IOException {
        if (settings.fingerprint().isEmpty() && settings.certificateAuthority().isEmpty()) {
            return null;
        }
        try {
            X509TrustManager manager = settings.fingerprint().isEmpty()
                    ? FingerprintTrust.anchoredIn(certificates(settings.certificateAuthority()))
                    : new FingerprintTrust(settings.fingerprint());
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {manager}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException(
                    "TLS cannot be set up with " + ConnectionOptions.CERTIFICATE_AUTHORITY.key() + " "
                            + settings.certificateAuthority() + ": " + e.getMessage(),
                    e);
        }
    }

    private static KeyStore certificates(String file) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        try (InputStream in = Files.newInputStream(Path.of(file))) {
            int number = 0;
            for (Certificate certificate :
                    CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                store.setCertificateEntry("ca-" + number++, certificate);
            }
            if (number == 0) {
                throw new IOException("there is no certificate in it");
            }
        } catch (IOException e) {
            throw new IOException(
                    "The file " + file + " of " + ConnectionOptions.CERTIFICATE_AUTHORITY.key() + " cannot be read: "
                            + e + ". Put the PEM file of the certificate authority there, on every machine.",
                    e);
        }
        return store;
    }

    @Override
    public CompletableFuture<Answer> send(String method, String path, Map<String, String> parameters, byte[] json) {
        Request request = request(method, path, parameters);
        if (json != null) {
            request.setEntity(new NByteArrayEntity(json, JSON));
        }
        return send(request);
    }

    @Override
    public CompletableFuture<Answer> bulk(byte[] lines, int length, Map<String, String> parameters) {
        Request request = request("POST", "/_bulk", parameters);
        request.setEntity(new NByteArrayEntity(lines, 0, length, NDJSON));
        return send(request);
    }

    private static Request request(String method, String path, Map<String, String> parameters) {
        Request request = new Request(method, path);
        parameters.forEach(request::addParameter);
        return request;
    }

    private CompletableFuture<Answer> send(Request request) {
        CompletableFuture<Answer> answer = new CompletableFuture<>();
        try {
            client.performRequestAsync(request, new ResponseListener() {
                @Override
                public void onSuccess(Response response) {
                    complete(request, response, answer);
                }

                @Override
                public void onFailure(Exception failure) {
                    if (failure instanceof ResponseException answered) {
                        complete(request, answered.getResponse(), answer);
                    } else {
                        answer.completeExceptionally(failed(request, failure));
                    }
                }
            });
        } catch (RuntimeException e) {
            answer.completeExceptionally(failed(request, e));
        }
        return answer;
    }

    private static void complete(Request request, Response response, CompletableFuture<Answer> answer) {
        try {
            byte[] body = response.getEntity() == null ? new byte[0] : EntityUtils.toByteArray(response.getEntity());
            answer.complete(new Answer(
                    response.getStatusLine().getStatusCode(), response.getHost().toURI(), name(request), body));
        } catch (IOException | RuntimeException e) {
            answer.completeExceptionally(failed(request, e));
        }
    }

    private static IOException failed(Request request, Exception failure) {
        return new IOException(name(request) + " got no answer: " + failure, failure);
    }

    private static String name(Request request) {
        return request.getMethod() + " " + request.getEndpoint();
    }

    @Override
    public void close() {
        try {
            client.close();
        } catch (IOException e) {
            throw new UncheckedIOException("The connections to Elasticsearch cannot be closed", e);
        }
    }
}
