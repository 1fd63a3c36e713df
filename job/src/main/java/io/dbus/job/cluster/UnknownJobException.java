package io.dbus.job.cluster;

/** A name that no job of the cluster has; the message says which names there are. */
public final class UnknownJobException extends ClusterException {
    private static final long serialVersionUID = 1L;

    UnknownJobException(String message) {
        super(message);
    }
}
