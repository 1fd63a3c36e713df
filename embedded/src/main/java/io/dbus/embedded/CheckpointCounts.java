package io.dbus.embedded;

/** How many checkpoints a job has made since it was submitted. */
public record CheckpointCounts(long completed, long failed, long inProgress, long restored, long total) {}
