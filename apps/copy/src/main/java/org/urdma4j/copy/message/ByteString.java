package org.urdma4j.copy.message;

import org.urdma4j.verbs.text.ForeignText;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes that don't change: names, targets of links, digests. Compared as unsigned. */
public final class ByteString implements Comparable<ByteString> {
    public static final ByteString EMPTY = new ByteString(new byte[0]);

    private final byte[] bytes;

    private ByteString(byte[] bytes) {
        this.bytes = bytes;
    }

    public static ByteString of(byte... bytes) {
        return new ByteString(bytes.clone());
    }

    /** Returns a text in UTF-8. */
    public static ByteString of(String text) {
        return new ByteString(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Takes the next {@code length} bytes of a buffer that has them. */
    static ByteString take(ByteBuffer from, int length) {
        byte[] bytes = new byte[length];
        from.get(bytes);
        return new ByteString(bytes);
    }

    void put(ByteBuffer to) {
        to.put(bytes);
    }

    public int length() {
        return bytes.length;
    }

    /** Returns a copy. */
    public byte[] toBytes() {
        return bytes.clone();
    }

    @Override
    public int compareTo(ByteString other) {
        return Arrays.compareUnsigned(bytes, other.bytes);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ByteString that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** Returns the bytes as a name is shown: on one line, whatever they are. */
    @Override
    public String toString() {
        return ForeignText.showName(bytes);
    }
}
