package io.dbus.job.cluster;

/** A cluster does not answer, or has no leader at the moment: it may answer the next time. */
public final class UnreachableException extends ClusterException {
    private static final long serialVersionUID = 1L;

    UnreachableException(String message, Throwable cause) {
        super(message, cause);
    }
}
