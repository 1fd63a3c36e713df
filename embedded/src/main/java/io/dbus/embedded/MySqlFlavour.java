package io.dbus.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** MySQL 8.0 and later. */
final class MySqlFlavour implements DatabaseFlavour {
    private static final String ACCOUNTS = """
            ALTER USER 'root'@'localhost' IDENTIFIED BY 'dbus';
            CREATE USER 'root'@'%' IDENTIFIED BY 'dbus';
            GRANT ALL PRIVILEGES ON *.* TO 'root'@'%' WITH GRANT OPTION;
            """;

    @Override
    public String kind() {
        return "mysql";
    }

    @Override
    public DatabaseSource source() {
        return DatabaseSearch.MYSQL.source();
    }

    @Override
    public ServerOptions defaults() {
        return ServerOptions.none()
                .with("bind_address", "127.0.0.1")
                // Relative to the data directory: a socket's path may have 107 bytes at most (unix(7)).
                .with("socket", "mysql.sock")
                .with("pid_file", "mysqld.pid")
                .with("skip_name_resolve", "ON")
                .with("loose_mysqlx", "OFF")
                // What a source of changes needs.
                .with("log_bin", "binlog")
                .with("gtid_mode", "ON")
                .with("enforce_gtid_consistency", "ON")
                .with("loose_binlog_format", "ROW")
                .with("binlog_row_image", "FULL")
                .with("binlog_row_metadata", "FULL")
                .with("relay_log", "relay")
                // Built in but off where it still is (8.4), unknown where it is gone (9.0).
                .with("loose_mysql_native_password", "ON")
                // Small and quick: a crash of the machine may lose data here, a crash of the server does not.
                .with("performance_schema", "OFF")
                .with("innodb_buffer_pool_size", "64M")
                .with("loose_innodb_redo_log_capacity", "32M")
                .with("innodb_flush_log_at_trx_commit", "2")
                .with("sync_binlog", "0")
                // The kernel's pool of AIO requests is shared by all servers of a machine and small.
                .with("innodb_use_native_aio", "OFF")
                .with("secure_file_priv", "");
    }

    @Override
    public List<String> lastingOptions() {
        return List.of(
                "lower_case_table_names", "innodb_page_size", "innodb_data_file_path", "innodb_redo_log_capacity");
    }

    @Override
    public String recipe() {
        return ACCOUNTS;
    }

    @Override
    public void initialize(DatabaseBinary binary, Path dataDirectory, ServerOptions lasting, ServerLog log) {
        Path accounts = dataDirectory.resolveSibling(dataDirectory.getFileName() + ".sql");
        try {
            Files.writeString(accounts, ACCOUNTS);
            List<String> command = new ArrayList<>(binary.command());
            command.addAll(List.of(
                    "--initialize-insecure",
                    "--datadir=" + dataDirectory,
                    "--init-file=" + accounts,
                    "--innodb-use-native-aio=OFF"));
            command.addAll(lasting.toArguments());
            CommandResult result = CommandResult.of(command);
            log.append(result.output());
            if (result.exitCode() != 0) {
                throw log.failure(binary.path() + " cannot initialize " + dataDirectory);
            }
            Files.delete(accounts);
        } catch (IOException e) {
            throw log.failure(dataDirectory + " cannot be initialized", e);
        }
    }

    @Override
    public String jdbcUrl(int port, String database) {
        return "jdbc:mysql://127.0.0.1:" + port + "/" + database + "?sslMode=PREFERRED&allowPublicKeyRetrieval=true";
    }

    @Override
    public Map<String, String> timeouts(int connect, int socket) {
        return Map.of("connectTimeout", Integer.toString(connect), "socketTimeout", Integer.toString(socket));
    }
}
