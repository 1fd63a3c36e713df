package io.dbus.sink.template;

/** A name cannot be made for an event. The message names the event's table and origin. */
public final class TemplateException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public TemplateException(String message) {
        super(message);
    }
}
