package io.dbus.job.cluster;

/** A cluster did not do what was asked of it; the message says which cluster, why, and what to do. */
public sealed class ClusterException extends Exception
        permits RefusedException, UnknownJobException, UnreachableException {
    private static final long serialVersionUID = 1L;

    public ClusterException(String message) {
        super(message);
    }

    public ClusterException(String message, Throwable cause) {
        super(message, cause);
    }
}
