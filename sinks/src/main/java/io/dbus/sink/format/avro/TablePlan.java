package io.dbus.sink.format.avro;

/**
 * How the records of a table are written to a topic.
 *
 * @param key the plan of keys; of no use where the table has none or keys are JSON
 * @param keyMark what stands before a key
 * @param row the plan of rows
 * @param valueMark what stands before a value
 */
record TablePlan(RecordPlan key, byte[] keyMark, RecordPlan row, byte[] valueMark) {}
