package org.urdma4j.copy.scan;

import java.util.Arrays;

/** Names that are still to be visited, the last one first, in no more memory than they need. */
final class PendingNames {
    private byte[] bytes = new byte[64];
    private int used;

    boolean isEmpty() {
        return used == 0;
    }

    void push(byte[] name) {
        int needed = Math.addExact(used, name.length + 1);
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.min(Integer.MAX_VALUE - 8, 2L * needed));
        }
        System.arraycopy(name, 0, bytes, used, name.length);
        bytes[used + name.length] = (byte) name.length; // 1 to 255
        used = needed;
    }

    byte[] pop() {
        int length = bytes[used - 1] & 0xFF;
        byte[] name = Arrays.copyOfRange(bytes, used - 1 - length, used - 1);
        used -= length + 1;
        return name;
    }
}
