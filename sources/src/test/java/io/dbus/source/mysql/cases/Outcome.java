package io.dbus.source.mysql.cases;

import java.util.List;
import java.util.Optional;
import org.apache.flink.api.common.JobID;

/**
 * How a run ended.
 *
 * @param seen what came out
 * @param failure the message of the failure that ended the job before its time
 * @param jobs the jobs
 * @param told what the runner has to tell of the run
 */
record Outcome(List<Seen> seen, Optional<String> failure, List<JobID> jobs, String told) {}
