package io.dbus.job.cluster;

/** A cluster answered a request with an error. */
public final class RefusedException extends ClusterException {
    private static final long serialVersionUID = 1L;

    private final int status;

    RefusedException(String message, int status, Throwable cause) {
        super(message, cause);
        this.status = status;
    }

    /** The status of HTTP. */
    public int status() {
        return status;
    }
}
