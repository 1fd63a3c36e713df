package io.dbus.source.mysql.connection;

/**
 * A binlog event as the server sent it: header, body and, if the server writes them, the four bytes of its checksum. The bytes
 * are never written again by anyone, so slices of them may be kept; several events may share an array.
 *
 * @param bytes the array
 * @param offset where the event's header begins in it
 * @param length how many bytes the event has
 */
public record RawEvent(byte[] bytes, int offset, int length) {}
