package io.dbus.job.cluster;

import static org.apache.flink.api.common.JobStatus.FAILED;
import static org.apache.flink.api.common.JobStatus.FINISHED;
import static org.apache.flink.api.common.JobStatus.RESTARTING;
import static org.apache.flink.api.common.JobStatus.RUNNING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.junit.jupiter.api.Test;

class JobsTest {
    private static final ClusterJob ENDED = job("shop", FINISHED, 1);
    private static final ClusterJob OLD = job("shop", FAILED, 0);
    private static final ClusterJob STOCK = job("stock", RESTARTING, 2);

    @Test
    void a_name_is_that_of_the_job_that_runs_whatever_ended_under_it() throws Exception {
        ClusterJob running = job("shop", RUNNING, 3);

        assertThat(jobs(running, STOCK, ENDED, OLD).running("shop")).isEqualTo(running);
        assertThat(jobs(running, STOCK, ENDED, OLD).last("shop")).isEqualTo(running);
        assertThat(jobs(running, STOCK).running("stock")).isEqualTo(STOCK);
        assertThat(jobs(STOCK, ENDED, OLD).last("shop")).isEqualTo(ENDED);
    }

    @Test
    void a_job_can_be_named_by_its_id() throws Exception {
        assertThat(jobs(STOCK, ENDED, OLD).last(OLD.id().toString())).isEqualTo(OLD);
        assertThat(jobs(STOCK, ENDED).running(STOCK.id().toString())).isEqualTo(STOCK);
    }

    @Test
    void two_running_jobs_of_a_name_are_refused_with_their_ids() {
        ClusterJob a = job("shop", RUNNING, 3);
        ClusterJob b = job("shop", RUNNING, 4);

        assertThatThrownBy(() -> jobs(a, b).running("shop"))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("2 jobs of the name shop run")
                .hasMessageContaining(a.id().toString())
                .hasMessageContaining(b.id().toString());
    }

    @Test
    void a_name_that_nothing_has_gets_the_nearest_or_all_that_run() {
        assertThatThrownBy(() -> jobs(STOCK, ENDED).running("stokc"))
                .isInstanceOf(UnknownJobException.class)
                .hasMessageEndingWith("; did you mean 'stock'?");
        assertThatThrownBy(() -> jobs(STOCK, ENDED).running("shop"))
                .hasMessageContaining("no pipeline 'shop' runs")
                .hasMessageContaining("the last one is finished")
                .hasMessageEndingWith("there is stock");
        assertThatThrownBy(() -> jobs().running("shop")).hasMessageEndingWith("; nothing runs there");
    }

    private static Jobs jobs(ClusterJob... jobs) {
        return new Jobs("http://flink:8081", List.of(jobs));
    }

    private static ClusterJob job(String name, JobStatus state, long second) {
        return new ClusterJob(
                new JobID(), name, state, Instant.ofEpochSecond(second), Instant.ofEpochSecond(second), 1, 0);
    }
}
