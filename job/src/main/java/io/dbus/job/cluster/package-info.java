/**
 * Pipelines on a Flink cluster, seen and moved through its REST interface by Flink's own client (Flink documentation, "REST API").
 */
package io.dbus.job.cluster;
