package io.dbus.job.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.job.DbusVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobJarsTest {
    @TempDir
    Path folder;

    @Test
    void a_jar_that_a_build_of_another_version_left_is_not_the_job_s() throws Exception {
        Path classes = Files.createDirectory(folder.resolve("classes"));
        Files.createFile(folder.resolve("dbus-job-0.0.1.jar"));

        assertThatThrownBy(() -> JobJars.job(classes))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("There is no " + folder)
                .hasMessageContaining("./dbus builds it");

        Path jar = Files.createFile(folder.resolve("dbus-job-" + DbusVersion.TEXT + ".jar"));
        assertThat(JobJars.job(classes)).isEqualTo(jar);
        assertThat(JobJars.job(jar)).isEqualTo(jar);
    }
}
