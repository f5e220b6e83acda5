package org.urdma4j.codec.cm;

import java.util.Arrays;
import java.util.HexFormat;

/**
 * Bytes that two applications exchange when a connection is made. They have no length on the wire:
 * what was sent arrives with zeros behind it. Immutable.
 */
public final class PrivateData {
    /** No bytes. */
    public static final PrivateData NONE = new PrivateData(new byte[0]);

    private final byte[] bytes;

    private PrivateData(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Returns a copy of these bytes. */
    public static PrivateData of(byte[] bytes) {
        return bytes.length == 0 ? NONE : new PrivateData(bytes.clone());
    }

    /** Returns how many bytes there are, the zeros behind them included. */
    public int length() {
        return bytes.length;
    }

    /** Returns a copy of the bytes. */
    public byte[] bytes() {
        return bytes.clone();
    }

    /** Tells whether these bytes begin with {@code sent} and go on with nothing but zeros. */
    public boolean carries(byte[] sent) {
        if (sent.length > bytes.length) {
            return false;
        }
        return Arrays.equals(bytes, Arrays.copyOf(sent, bytes.length));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PrivateData that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return HexFormat.of().formatHex(bytes);
    }
}
