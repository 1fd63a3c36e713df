package io.dbus.source.mysql;

import static org.apache.flink.configuration.ConfigOptions.key;

import io.dbus.source.mysql.connection.ServerAddress;
import io.dbus.source.mysql.connection.SslMode;
import io.dbus.source.mysql.position.StartupMode;
import io.dbus.source.mysql.reader.HelperTables;
import io.dbus.source.mysql.reader.LostXa;
import io.dbus.source.mysql.reader.StatementHandling;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.MemorySize;

/** The options of the source {@code mysql}. Names are those of Flink CDC and Debezium where they have one. */
public final class MySqlSourceOptions {
    public static final ConfigOption<String> HOSTNAME = key("hostname")
            .stringType()
            .noDefaultValue()
            .withDescription(
                    "Host name or address of the server, where there is one only. It is named as the component.");

    public static final ConfigOption<Integer> PORT = key("port")
            .intType()
            .defaultValue(ServerAddress.DEFAULT_PORT)
            .withDescription("TCP port of the server of 'hostname', and of those in 'servers' that name none.");

    public static final ConfigOption<Map<String, String>> SERVERS = key("servers")
            .mapType()
            .noDefaultValue()
            .withDescription(
                    "Many servers: a name for each, and its hosts as host:port. The first host is read, the others are"
                            + " replicas that take over, for which all need GTIDs. A position belongs to the name: new hosts keep it,"
                            + " a new name begins by 'scan.startup.mode', a name that is gone is dropped. Rows of a host that takes over"
                            + " leave once a checkpoint knows of it, as do the first rows where there are several hosts: so no row ever"
                            + " comes again with a lower sequence than before, if the clocks of servers and Flink differ by less than a minute.");

    public static final ConfigOption<String> USERNAME = key("username")
            .stringType()
            .noDefaultValue()
            .withDescription(
                    "User on every server; needs REPLICATION SLAVE and REPLICATION CLIENT, and SELECT on the tables where"
                            + " binlog_row_metadata is not FULL.");

    public static final ConfigOption<String> PASSWORD =
            key("password").stringType().defaultValue("").withDescription("Password of the user.");

    public static final ConfigOption<List<String>> TABLES = key("tables")
            .stringType()
            .asList()
            .noDefaultValue()
            .withDescription(
                    "Tables to read: globs over database.table in order, of which the last that fits decides; one that"
                            + " begins with ! excludes, one between slashes is a regular expression. TRUNCATE TABLE of one of them is sent on;"
                            + " partitions that are dropped, truncated or exchanged and tablespaces that are imported are counted as dropped"
                            + " (truncate), changes of definitions as dropped (schema-change).");

    public static final ConfigOption<StartupMode> STARTUP_MODE = key("scan.startup.mode")
            .enumType(StartupMode.class)
            .defaultValue(StartupMode.LATEST_OFFSET)
            .withDescription(
                    "Where a server begins that has no saved position: earliest-offset (the oldest transaction that it"
                            + " has), latest-offset (the next one after"
                            + " the source is up, some seconds behind the start of the job: the log says the position), specific-offset (a file and position, or a GTID set), timestamp."
                            + " initial and snapshot are not there yet.");

    public static final ConfigOption<String> SPECIFIC_FILE = key("scan.startup.specific-offset.file")
            .stringType()
            .noDefaultValue()
            .withDescription("Binlog file of the mode specific-offset.");

    public static final ConfigOption<Long> SPECIFIC_POSITION = key("scan.startup.specific-offset.pos")
            .longType()
            .defaultValue(4L)
            .withDescription("Position in that file in bytes; the first transaction there or after it is read.");

    public static final ConfigOption<String> SPECIFIC_GTID_SET = key("scan.startup.specific-offset.gtid-set")
            .stringType()
            .noDefaultValue()
            .withDescription(
                    "GTID set of the mode specific-offset: its transactions are taken as read, all others are sent.");

    public static final ConfigOption<Long> TIMESTAMP_MILLIS = key("scan.startup.timestamp-millis")
            .longType()
            .noDefaultValue()
            .withDescription(
                    "Time of the mode timestamp, in milliseconds since the epoch, UTC: the first transaction that was"
                            + " committed then or later is the first that is read.");

    public static final ConfigOption<Long> SERVER_ID = key("server-id")
            .longType()
            .noDefaultValue()
            .withDescription(
                    "Id by which the source shows as a replica on its servers, 1 to 4294967295. Without it each server's"
                            + " is made of the names of pipeline, component and server.");

    public static final ConfigOption<SslMode> SSL_MODE = key("ssl.mode")
            .enumType(SslMode.class)
            .defaultValue(SslMode.PREFERRED)
            .withDescription(
                    "Encryption: disabled, preferred, required, verify-ca, verify-identity, as the clients of MySQL have"
                            + " them.");

    public static final ConfigOption<String> SSL_CA = key("ssl.ca")
            .stringType()
            .defaultValue("")
            .withDescription(
                    "PEM file of the certificate authorities to trust, on every machine of the cluster; without it those"
                            + " that Java trusts.");

    public static final ConfigOption<String> SSL_CERT = key("ssl.cert")
            .stringType()
            .defaultValue("")
            .withDescription("PEM file of the client's certificate, where servers ask for one.");

    public static final ConfigOption<String> SSL_KEY = key("ssl.key")
            .stringType()
            .defaultValue("")
            .withDescription("PEM file of the client's private key (PKCS#8, not encrypted).");

    public static final ConfigOption<Duration> CONNECT_TIMEOUT = key("connect.timeout")
            .durationType()
            .defaultValue(Duration.ofSeconds(30))
            .withDescription("How long connecting may take, and each answer to a query.");

    public static final ConfigOption<Duration> HEARTBEAT_INTERVAL = key("heartbeat.interval")
            .durationType()
            .defaultValue(Duration.ofSeconds(10))
            .withDescription(
                    "How often a server with nothing to send says that it lives. One that is silent for three of them is"
                            + " connected to anew.");

    public static final ConfigOption<Duration> RECONNECT_BACKOFF = key("reconnect.backoff")
            .durationType()
            .defaultValue(Duration.ofMillis(500))
            .withDescription("Wait before connecting anew; doubles with each attempt that fails.");

    public static final ConfigOption<Duration> RECONNECT_BACKOFF_MAX = key("reconnect.backoff.max")
            .durationType()
            .defaultValue(Duration.ofSeconds(30))
            .withDescription("Longest such wait.");

    public static final ConfigOption<MemorySize> TRANSACTION_HOLD = key("transaction.hold")
            .memoryType()
            .defaultValue(MemorySize.ofMebiBytes(16))
            .withDescription(
                    "Transactions up to this size are held until their end is known, so that one that is rolled back is"
                            + " never sent; larger ones are sent as they come, and a rollback of one fails the job. XA transactions that are prepared and"
                            + " wait for their outcome are kept up to this size together; larger ones are read again when they are"
                            + " committed (see 'xa.lost.handling.mode').");

    public static final ConfigOption<MemorySize> QUEUE_SIZE = key("queue.size")
            .memoryType()
            .defaultValue(MemorySize.ofMebiBytes(16))
            .withDescription(
                    "How much of each server may wait for the pipeline; then the server is read no further until there is"
                            + " room.");

    public static final ConfigOption<String> KEY_COLUMNS = key("message.key.columns")
            .stringType()
            .defaultValue("")
            .withDescription("Columns to take as keys in place of the primary key:"
                    + " database.table:column,column;database.table:column, the tables as in 'tables', the first that fits"
                    + " counts. Their values must be unique in their table.");

    public static final ConfigOption<Boolean> SHARED_KEYS = key("shared-keys")
            .booleanType()
            .defaultValue(false)
            .withDescription(
                    "Whether rows of one table and key on different servers are one row, so that they keep one way through"
                            + " the pipeline.");

    public static final ConfigOption<Boolean> ASSUME_CURRENT = key("schema.assume-current")
            .booleanType()
            .defaultValue(false)
            .withDescription(
                    "Where a server's binlog does not name columns (binlog_row_metadata is not FULL): your word that the"
                            + " tables are now as they were at all events that are still to be read. Without it such a server is"
                            + " read from latest-offset only, its tables are read from it there, and statements that define them"
                            + " are followed; one that cannot be followed fails the job if it names a selected table.");

    public static final ConfigOption<StatementHandling> STATEMENT_HANDLING = key("statement.handling.mode")
            .enumType(StatementHandling.class)
            .defaultValue(StatementHandling.FAIL)
            .withDescription("What happens at a change of rows that the server logged as a statement and not as rows"
                    + " (binlog_format=STATEMENT or MIXED, which any session with the right may set), where it names a selected"
                    + " table, or none, as a call of a stored function does: its rows cannot be known. fail stops the job with"
                    + " the statement, its place and the cure; count goes on without those rows, counts each as dropped"
                    + " (statement) and logs the first for each table. A statement on other tables alone is counted in both, also where"
                    + " triggers or foreign keys let it change selected ones.");

    public static final ConfigOption<LostXa> LOST_XA = key("xa.lost.handling.mode")
            .enumType(LostXa.class)
            .defaultValue(LostXa.FAIL)
            .withDescription(
                    "What happens when an XA transaction is committed whose rows can be read no more. Rows of an XA"
                            + " transaction leave at its XA COMMIT, as rows of that transaction; until then the state holds where it was"
                            + " prepared, and if it is no longer in memory it is read again from there over a second connection. One that was"
                            + " prepared before the start is searched for in the server's binlogs, the newest first. So the binlog file in"
                            + " which a transaction was prepared (metric xaOldestFile) must stay on the server until it is decided. fail stops"
                            + " the job with the transaction, its place and the cure; count goes on without its rows, counts it (metric"
                            + " xaUnseen) and logs it with its place.");

    public static final ConfigOption<Boolean> INCLUDE_QUERY = key("include.query")
            .booleanType()
            .defaultValue(false)
            .withDescription("Whether rows carry the statement that made them, where the server logs it"
                    + " (binlog_rows_query_log_events).");

    public static final ConfigOption<HelperTables> HELPER_TABLES = key("helper-tables")
            .enumType(HelperTables.class)
            .defaultValue(HelperTables.IGNORE)
            .withDescription(
                    "What becomes of the tables that tools for online schema changes make beside the real ones, where a"
                            + " pattern with wildcards selects them: ignore, or read as other tables. They are told by their"
                            + " names: of gh-ost _t_gho, _t_ghc, _t_del (also with a time, _t_20240131120000_del), of"
                            + " pt-online-schema-change _t_new and _t_old with one to ten underscores before them. One that is"
                            + " named in full in 'tables' is read. Renaming one to a selected table is followed either way.");

    private MySqlSourceOptions() {}

    /** Those that must be there. */
    static List<ConfigOption<?>> required() {
        return List.of(USERNAME, TABLES);
    }

    /** Those that may be there. */
    static List<ConfigOption<?>> optional() {
        return List.of(
                HOSTNAME,
                PORT,
                SERVERS,
                PASSWORD,
                STARTUP_MODE,
                SPECIFIC_FILE,
                SPECIFIC_POSITION,
                SPECIFIC_GTID_SET,
                TIMESTAMP_MILLIS,
                SERVER_ID,
                SSL_MODE,
                SSL_CA,
                SSL_CERT,
                SSL_KEY,
                CONNECT_TIMEOUT,
                HEARTBEAT_INTERVAL,
                RECONNECT_BACKOFF,
                RECONNECT_BACKOFF_MAX,
                TRANSACTION_HOLD,
                QUEUE_SIZE,
                KEY_COLUMNS,
                SHARED_KEYS,
                ASSUME_CURRENT,
                STATEMENT_HANDLING,
                LOST_XA,
                HELPER_TABLES,
                INCLUDE_QUERY);
    }
}
