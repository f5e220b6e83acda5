package org.urdma4j.protection.key;

import java.util.Arrays;
import java.util.HexFormat;

/** Bytes that nobody may see; wiped when closed. Not thread-safe. */
public final class Secret implements AutoCloseable {
    private final byte[] bytes;
    private boolean closed;

    /** Takes a copy. */
    public Secret(byte[] bytes) {
        this.bytes = bytes.clone();
    }

    /** Returns the bytes themselves, for keys to be made of. */
    byte[] bytes() {
        if (closed) {
            throw new IllegalStateException("the secret is wiped");
        }
        return bytes;
    }

    /** Returns another with the same bytes, to be wiped by itself. */
    public Secret copy() {
        return new Secret(bytes());
    }

    /** Returns the bytes in hexadecimal: for logs of keys that a user asked for, nothing else. */
    public String hex() {
        return HexFormat.of().formatHex(bytes());
    }

    @Override
    public void close() {
        closed = true;
        Arrays.fill(bytes, (byte) 0);
    }

    @Override
    public String toString() {
        return "Secret";
    }
}
