package io.dbus.event;
/** x. */
public interface Event {}
