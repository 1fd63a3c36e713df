package io.dbus.job.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateFilesTest {
    private static final Instant SECOND = Instant.parse("2026-01-01T00:00:00Z");

    @TempDir
    Path folder;

    private final JobID job = new JobID();
    private final StateFiles files = StateFiles.of(new ClusterOptions(new Configuration(), "http://127.0.0.1:1"));

    @Test
    void the_newest_checkpoint_is_that_of_the_highest_number_whatever_the_times_of_files() throws Exception {
        for (int number : new int[] {99, 100, 9, 10}) {
            whole(number, SECOND);
        }
        whole(8, SECOND.plusSeconds(5));
        Files.createDirectories(folder.resolve(job.toString()).resolve("chk-101"));

        assertThat(files.checkpoints(folder.toString(), job)
                        .orElseThrow()
                        .get(0)
                        .path())
                .endsWith(job + "/chk-100");
    }

    @Test
    void a_job_without_a_whole_checkpoint_has_none_and_one_without_a_folder_is_not_seen() throws Exception {
        Files.createDirectories(folder.resolve(job.toString()).resolve("chk-1"));

        assertThat(files.checkpoints(folder.toString(), job).orElseThrow()).isEmpty();
        assertThat(files.checkpoints(folder.toString(), new JobID())).isEmpty();
        assertThat(files.jobs(folder.toString()).orElseThrow()).isEqualTo(List.of(job));
    }

    private void whole(int number, Instant made) throws Exception {
        Path checkpoint = folder.resolve(job.toString()).resolve("chk-" + number);
        Files.createDirectories(checkpoint);
        Files.setLastModifiedTime(Files.createFile(checkpoint.resolve("_metadata")), FileTime.from(made));
    }
}
