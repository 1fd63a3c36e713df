package io.dbus.sink.elasticsearch.client;

import java.time.Duration;
import java.util.List;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;

/** The options by which a cluster is reached, under the names of Flink's Elasticsearch connector where it has one. */
public final class ConnectionOptions {
    public static final ConfigOption<List<String>> HOSTS = ConfigOptions.key("hosts")
            .stringType()
            .asList()
            .noDefaultValue()
            .withDescription(
                    "The nodes to speak to, each as http://host:port or https://host:port, all of one cluster and one scheme: "
                            + "[https://es1:9200, https://es2:9200]. Requests go to them in turn; one that does not answer is left out "
                            + "for a while. Elasticsearch of version 8 (the tests run on 8.19) or 9, or OpenSearch: of that, 2.19 was seen to take all that the sink sends by default (indices and their "
                            + "mappings, bulks with versions, merges, truncates); it has no field type flattened and none of Elasticsearch's API keys.");
    public static final ConfigOption<String> USERNAME = ConfigOptions.key("username")
            .stringType()
            .noDefaultValue()
            .withDescription("The user of basic authentication; goes with password.");
    public static final ConfigOption<String> PASSWORD = ConfigOptions.key("password")
            .stringType()
            .noDefaultValue()
            .withDescription("The user's password. Write ${env:NAME} or ${file:/path}; it is shown nowhere.");
    public static final ConfigOption<String> API_KEY = ConfigOptions.key("api-key")
            .stringType()
            .noDefaultValue()
            .withDescription(
                    "An API key instead of user and password, in the encoded form in which Elasticsearch hands it out (id and key in "
                            + "Base64). Write ${env:NAME} or ${file:/path}; it is shown nowhere. It needs the index privileges write, "
                            + "read and view_index_metadata, create_index where indices are created, and the cluster privilege monitor.");
    public static final ConfigOption<String> CERTIFICATE_AUTHORITY = ConfigOptions.key("ssl.certificate-authority")
            .stringType()
            .noDefaultValue()
            .withDescription(
                    "A PEM file with the certificates that https hosts are trusted by, such as the http_ca.crt that Elasticsearch "
                            + "makes. It must lie at this path on every machine. Java's own where it is not set.");
    public static final ConfigOption<String> CERTIFICATE_FINGERPRINT = ConfigOptions.key("ssl.certificate-fingerprint")
            .stringType()
            .noDefaultValue()
            .withDescription(
                    "The SHA-256 fingerprint of the certificate that https hosts are trusted by, in hex, colons or not, as Elasticsearch "
                            + "prints it at its first start. The host must send that certificate in its chain. Instead of "
                            + "ssl.certificate-authority.");
    public static final ConfigOption<String> PATH_PREFIX = ConfigOptions.key("connection.path-prefix")
            .stringType()
            .noDefaultValue()
            .withDescription("What every request's path begins with, where a proxy wants that: /search.");
    public static final ConfigOption<Boolean> COMPRESSION = ConfigOptions.key("connection.compression")
            .booleanType()
            .defaultValue(false)
            .withDescription("Whether requests go out packed with gzip: less network, more processor.");
    public static final ConfigOption<Duration> REQUEST_TIMEOUT = ConfigOptions.key("connection.request-timeout")
            .durationType()
            .defaultValue(Duration.ofSeconds(10))
            .withDescription("How long a request waits for a free connection.");
    public static final ConfigOption<Duration> CONNECT_TIMEOUT = ConfigOptions.key("connection.timeout")
            .durationType()
            .defaultValue(Duration.ofSeconds(5))
            .withDescription("How long a connection may take to come about.");
    public static final ConfigOption<Duration> SOCKET_TIMEOUT = ConfigOptions.key("socket.timeout")
            .durationType()
            .defaultValue(Duration.ofSeconds(20))
            .withDescription(
                    "How long a host may be silent before its answer is given up. The request may have been carried out; it is "
                            + "repeated, which changes nothing then.");

    public static final List<ConfigOption<?>> REQUIRED = List.of(HOSTS);
    public static final List<ConfigOption<?>> OPTIONAL = List.of(
            USERNAME,
            PASSWORD,
            API_KEY,
            CERTIFICATE_AUTHORITY,
            CERTIFICATE_FINGERPRINT,
            PATH_PREFIX,
            COMPRESSION,
            REQUEST_TIMEOUT,
            CONNECT_TIMEOUT,
            SOCKET_TIMEOUT);

    private ConnectionOptions() {}
}
