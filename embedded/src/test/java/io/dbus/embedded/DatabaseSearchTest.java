package io.dbus.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatabaseSearchTest {
    private static final String MYSQL = "mysqld  Ver 8.4.3 for Linux on x86_64 (MySQL Community Server - GPL)";
    private static final String MARIADB = "mysqld  Ver 10.11.6-MariaDB-0+deb12u1 for debian-linux-gnu on x86_64";

    @TempDir
    private Path directory;

    private final List<String> fetches = new ArrayList<>();

    @Test
    void theEnvironmentVariableComesFirst() throws IOException {
        Path named = program("named/server", MYSQL);
        program("path/mysqld", MYSQL);
        DatabaseSource source = mysql(Map.of("DBUS_MYSQLD", named.toString(), "PATH", directory("path")))
                .source();
        assertThat(source).isEqualTo(new DatabaseBinary(named, "8.4.3", false));
        assertThat(fetches).isEmpty();
    }

    @Test
    void thenComesTheProgramOnThePath() throws IOException {
        Path onPath = program("path/mysqld", MYSQL);
        String path = directory.resolve("nowhere") + ":" + directory("path");
        assertThat(mysql(Map.of("PATH", path)).source()).isEqualTo(new DatabaseBinary(onPath, "8.4.3", false));
        assertThat(fetches).isEmpty();
    }

    @Test
    void aMysqldOnThePathThatIsMariaDbIsNotTakenForMySql() throws IOException {
        program("path/mysqld", MARIADB);
        assertThat(mysql(Map.of("PATH", directory("path"))).source())
                .isEqualTo(new DatabaseBinary(fetched(), "8.4.3", false));
        assertThat(fetches).hasSize(1);
    }

    @Test
    void mariaDbIsFoundByItsOwnVariableAndName() throws IOException {
        Path onPath = program("path/mariadbd", MARIADB);
        program("path/mysqld", MYSQL);
        DatabaseSearch search = new DatabaseSearch(
                true, Map.of("DBUS_MYSQLD", "/nowhere", "PATH", directory("path")), this::noFetch, Optional::empty);
        assertThat(search.source()).isEqualTo(new DatabaseBinary(onPath, "10.11.6", true));
    }

    @Test
    void aVariableThatNamesNoServerOrTheWrongOneIsAnErrorAndNothingElseIsTried() throws IOException {
        program("path/mysqld", MYSQL);
        assertThatThrownBy(() -> mysql(Map.of("DBUS_MYSQLD", "/nowhere/mysqld", "PATH", directory("path")))
                        .source())
                .isInstanceOf(ServerFailedException.class)
                .hasMessage("DBUS_MYSQLD is wrong: /nowhere/mysqld is not an executable file");
        Path wrong = program("named/mysqld", MARIADB);
        assertThatThrownBy(() -> mysql(Map.of("DBUS_MYSQLD", wrong.toString())).source())
                .isInstanceOf(ServerFailedException.class)
                .hasMessageContaining("must name a server of MySQL, but " + wrong + " is MariaDB");
        Path other = program("named/true", "hello");
        assertThatThrownBy(() -> mysql(Map.of("DBUS_MYSQLD", other.toString())).source())
                .isInstanceOf(ServerFailedException.class)
                .hasMessageContaining("does not answer like a server but with: hello");
    }

    @Test
    void whereThereIsNoneOneLineSaysAllThatWasTriedAndItIsTriedOnce() throws IOException {
        Path onPath = program("path/mysqld", MARIADB);
        DatabaseSearch search =
                new DatabaseSearch(false, Map.of("PATH", directory("path")), this::noFetch, Optional::empty);
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(search::source)
                    .isInstanceOf(ServerUnavailableException.class)
                    .hasMessage("no MySQL server is to be had: DBUS_MYSQLD is not set; " + onPath
                            + " is MariaDB 10.11.6; the script says no; Docker does not answer");
        }
        assertThat(fetches).hasSize(1);
    }

    @Test
    void anImageComesLastWhereDockerAnswers() {
        DatabaseImage image = new DatabaseImage("mysql:8.4");
        assertThat(new DatabaseSearch(false, Map.of(), this::noFetch, () -> Optional.of(image)).source())
                .isEqualTo(image);
        assertThat(fetches).hasSize(1);
    }

    @Test
    void theScriptSaysWhereItCannotFetch() throws Exception {
        Path script = RunDirectory.script(directory, "get-mysql.sh");
        ProcessBuilder builder = new ProcessBuilder("/bin/bash", script.toString(), "mysql", directory("cache"));
        // As on a machine without Debian's tools.
        builder.environment().put("PATH", directory("empty"));
        Process process = builder.redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes());
        assertThat(process.waitFor()).isEqualTo(3);
        assertThat(output).isEqualTo("get-mysql: no apt-get: this is no Debian machine\n");
    }

    @Test
    void theScriptUsesACompleteCacheAsItIs() throws Exception {
        Path launcher = program("cache/mysqld", MYSQL);
        Files.writeString(directory.resolve("cache/.complete"), MYSQL);
        Path script = RunDirectory.script(directory, "get-mysql.sh");
        CommandResult result = CommandResult.of(List.of("bash", script.toString(), "mysql", directory("cache")));
        assertThat(result.exitCode()).isZero();
        assertThat(result.lastLine()).isEqualTo(launcher.toString());
    }

    private DatabaseSearch mysql(Map<String, String> environment) {
        return new DatabaseSearch(
                false,
                environment,
                () -> {
                    fetches.add("fetched");
                    return fetched();
                },
                Optional::empty);
    }

    private Path fetched() {
        try {
            return program("cache/mysqld", MYSQL);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private Path noFetch() {
        fetches.add("tried");
        throw new ServerUnavailableException("the script says no");
    }

    private String directory(String name) throws IOException {
        return Files.createDirectories(directory.resolve(name)).toString();
    }

    private Path program(String name, String version) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\necho '" + version + "'\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file;
    }
}
