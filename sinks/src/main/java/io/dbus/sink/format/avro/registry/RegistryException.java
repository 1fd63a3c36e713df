package io.dbus.sink.format.avro.registry;

/** A schema registry does not answer, or not as one does. It is no event that is wrong: the job fails, and may start again. */
public final class RegistryException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public RegistryException(String message) {
        super(message);
    }

    public RegistryException(String message, Throwable cause) {
        super(message, cause);
    }
}
