package io.dbus.source.mysql.reader;

/**
 * A row event of a transaction whose end is not known yet.
 *
 * @param type the event's type
 * @param bytes holds the event
 * @param bodyStart where its body begins
 * @param bodyEnd where its body ends
 * @param table the table
 * @param position where the event stands in the file; the outer event's inside a compressed transaction
 * @param query the statement that made the rows, empty when not known
 */
record HeldRows(int type, byte[] bytes, int bodyStart, int bodyEnd, CapturedTable table, long position, String query)
        implements Held {
    @Override
    public int size() {
        return bodyEnd - bodyStart;
    }

    @Override
    public boolean isSelected() {
        return table.isSelected();
    }
}
