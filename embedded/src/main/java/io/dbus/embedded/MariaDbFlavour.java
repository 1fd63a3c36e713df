package io.dbus.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** MariaDB 10.5 and later, the first that has full metadata in the binlog. */
final class MariaDbFlavour implements DatabaseFlavour {
    private static final Pattern MESSAGES = Pattern.compile("(?m)^lc-messages-dir\\s+(\\S.*)$");

    /** What {@code mariadb-install-db} feeds to the server, in its order; names begin with mariadb_ or, of old, mysql_. */
    private static final List<String> SYSTEM_TABLES =
            List.of("system_tables.sql", "performance_tables.sql", "system_tables_data.sql");

    private static final String BEFORE = """
            CREATE DATABASE mysql;
            USE mysql;
            SET @auth_root_socket=NULL;
            """;

    private static final String AFTER = """
            DELETE FROM mysql.global_priv WHERE User = '' OR (User = 'root' AND Host <> 'localhost');
            FLUSH PRIVILEGES;
            ALTER USER 'root'@'localhost' IDENTIFIED BY 'dbus';
            CREATE USER 'root'@'%' IDENTIFIED BY 'dbus';
            GRANT ALL PRIVILEGES ON *.* TO 'root'@'%' WITH GRANT OPTION;
            """;

    @Override
    public String kind() {
        return "mariadb";
    }

    @Override
    public DatabaseSource source() {
        return DatabaseSearch.MARIADB.source();
    }

    @Override
    public ServerOptions defaults() {
        return ServerOptions.none()
                .with("bind_address", "127.0.0.1")
                // Relative to the data directory: a socket's path may have 107 bytes at most (unix(7)).
                .with("socket", "mariadb.sock")
                .with("pid_file", "mariadbd.pid")
                .with("skip_name_resolve", "ON")
                .with("character_set_server", "utf8mb4")
                // What a source of changes needs.
                .with("log_bin", "binlog")
                .with("gtid_strict_mode", "ON")
                .with("log_slave_updates", "ON")
                .with("binlog_format", "ROW")
                .with("binlog_row_image", "FULL")
                .with("binlog_row_metadata", "FULL")
                .with("relay_log", "relay")
                // Small and quick: a crash of the machine may lose data here, a crash of the server does not.
                .with("innodb_buffer_pool_size", "64M")
                .with("innodb_log_file_size", "32M")
                .with("innodb_flush_log_at_trx_commit", "2")
                .with("sync_binlog", "0")
                .with("aria_log_file_size", "8M")
                .with("aria_pagecache_buffer_size", "8M")
                .with("key_buffer_size", "8M")
                // The kernel's pool of AIO requests is shared by all servers of a machine and small.
                .with("loose_innodb_use_native_aio", "OFF")
                .with("loose_feedback", "OFF");
    }

    @Override
    public List<String> lastingOptions() {
        return List.of(
                "lower_case_table_names",
                "innodb_page_size",
                "innodb_data_file_path",
                "innodb_log_file_size",
                "aria_log_file_size");
    }

    @Override
    public String recipe() {
        return BEFORE + SYSTEM_TABLES + AFTER;
    }

    @Override
    public void initialize(DatabaseBinary binary, Path dataDirectory, ServerOptions lasting, ServerLog log) {
        Path sql = dataDirectory.resolveSibling(dataDirectory.getFileName() + ".sql");
        try {
            Files.createDirectories(dataDirectory);
            Files.writeString(sql, bootstrapSql(binary));
            List<String> command = new ArrayList<>(binary.command());
            command.addAll(List.of("--bootstrap", "--datadir=" + dataDirectory, "--loose-feedback=OFF"));
            command.addAll(lasting.toArguments());
            CommandResult result = CommandResult.of(command, sql.toFile());
            log.append(result.output());
            if (result.exitCode() != 0) {
                throw log.failure(binary.path() + " cannot bootstrap " + dataDirectory);
            }
            Files.delete(sql);
        } catch (IOException e) {
            throw log.failure(dataDirectory + " cannot be initialized", e);
        }
    }

    private static String bootstrapSql(DatabaseBinary binary) throws IOException {
        List<String> command = new ArrayList<>(binary.command());
        command.addAll(List.of("--verbose", "--help"));
        Matcher matcher = MESSAGES.matcher(CommandResult.of(command).output());
        if (!matcher.find()) {
            throw new IOException(binary.path() + " --verbose --help names no lc-messages-dir");
        }
        Path share = Path.of(matcher.group(1).strip());
        StringBuilder sql = new StringBuilder(BEFORE);
        for (String name : SYSTEM_TABLES) {
            sql.append(Files.readString(eitherName(share, name)));
        }
        sql.append(Files.readString(share.resolve("maria_add_gis_sp_bootstrap.sql")));
        sql.append(Files.readString(eitherName(share, "sys_schema.sql")));
        return sql.append(AFTER).toString();
    }

    private static Path eitherName(Path share, String name) {
        Path modern = share.resolve("mariadb_" + name);
        return Files.exists(modern) ? modern : share.resolve("mysql_" + name);
    }

    @Override
    public String jdbcUrl(int port, String database) {
        return "jdbc:mariadb://127.0.0.1:" + port + "/" + database;
    }

    @Override
    public Map<String, String> timeouts(int connect, int socket) {
        return Map.of("connectTimeout", Integer.toString(connect), "socketTimeout", Integer.toString(socket));
    }
}
