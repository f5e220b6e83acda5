package org.urdma4j.protection.aead;

import java.util.Arrays;

/**
 * Arrays for the copies that JCA ciphers work on, one set for all ciphers of a thread: a connection
 * that rests takes none.
 */
final class HeapCopies {
    private static final ThreadLocal<HeapCopies> OF_THREAD =
            ThreadLocal.withInitial(HeapCopies::new);
    private static final int FIRST_ROOM = 2048;

    private byte[] in = new byte[FIRST_ROOM];
    private byte[] out = new byte[FIRST_ROOM];
    private byte[] associated = new byte[0];

    private HeapCopies() {}

    static HeapCopies ofThread() {
        return OF_THREAD.get();
    }

    /** Returns room for what goes into a cipher. */
    byte[] in(int bytes) {
        makeRoom(bytes);
        return in;
    }

    byte[] out(int bytes) {
        makeRoom(bytes);
        return out;
    }

    private void makeRoom(int bytes) {
        if (bytes > in.length) {
            wipe();
            in = new byte[Integer.highestOneBit(bytes) << 1];
            out = new byte[in.length];
        }
    }

    byte[] associated(int bytes) {
        if (bytes != associated.length) {
            associated = new byte[bytes];
        }
        return associated;
    }

    /** Forgets what was encrypted last. */
    void wipe() {
        Arrays.fill(in, (byte) 0);
        Arrays.fill(out, (byte) 0);
    }
}
