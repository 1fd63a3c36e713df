package io.dbus.operator.state;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * Immutable values of an operator's state as bytes. The first byte is the version of the form, so that what an older dbus wrote into a savepoint is still
 * read: to change a form, add a version and go on reading the old ones, whose golden files stay.
 *
 * <p>A serializer has a public constructor without arguments and no configuration.
 */
public abstract class StateSerializer<T> extends TypeSerializer<T> {
    private static final long serialVersionUID = 1L;

    private final int version;

    /** A serializer that writes the form of a version, 1 to 255, and reads it and those before. */
    protected StateSerializer(int version) {
        this.version = version;
    }

    /** Writes a value in the form of this version. */
    protected abstract void write(T value, DataOutputView out) throws IOException;

    /** Reads a value in the form of a version, this one's or an older one. */
    protected abstract T read(int form, DataInputView in) throws IOException;

    @Override
    public final void serialize(T value, DataOutputView out) throws IOException {
        requireNonNull(value, "value");
        out.writeByte(version);
        write(value, out);
    }

    @Override
    public final T deserialize(DataInputView in) throws IOException {
        int form = in.readUnsignedByte();
        if (form < 1 || form > version) {
            throw new IOException("State of the form " + form + " cannot be read by "
                    + getClass().getSimpleName() + ": this dbus knows up to " + version
                    + "; restore with the dbus that wrote the state, or a newer one");
        }
        return read(form, in);
    }

    /** Writes an array with its length. */
    protected static void writeBytes(byte[] bytes, DataOutputView out) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    /** Reads an array that {@link #writeBytes} wrote. */
    protected static byte[] readBytes(DataInputView in) throws IOException {
        int length = in.readInt();
        if (length < 0) {
            throw new IOException("An array of " + length + " bytes");
        }
        byte[] bytes = new byte[length];
        in.readFully(bytes);
        return bytes;
    }

    /** Writes a text of any length, or null. */
    protected static void writeText(String text, DataOutputView out) throws IOException {
        out.writeBoolean(text != null);
        if (text != null) {
            writeBytes(text.getBytes(UTF_8), out);
        }
    }

    /** Reads what {@link #writeText} wrote. */
    protected static String readText(DataInputView in) throws IOException {
        return in.readBoolean() ? new String(readBytes(in), UTF_8) : null;
    }

    @Override
    public boolean isImmutableType() {
        return true;
    }

    @Override
    public TypeSerializer<T> duplicate() {
        return this;
    }

    @Override
    public T copy(T from) {
        return from;
    }

    @Override
    public T copy(T from, T reuse) {
        return from;
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public T deserialize(T reuse, DataInputView in) throws IOException {
        return deserialize(in);
    }

    @Override
    public void copy(DataInputView in, DataOutputView out) throws IOException {
        serialize(deserialize(in), out);
    }

    @Override
    public boolean equals(Object other) {
        return other != null && other.getClass() == getClass();
    }

    @Override
    public int hashCode() {
        return getClass().hashCode();
    }
}
