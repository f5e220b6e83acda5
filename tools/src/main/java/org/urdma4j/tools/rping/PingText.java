package org.urdma4j.tools.rping;

import org.urdma4j.verbs.text.ForeignText;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** What rping fills its memory with: a number, and characters that begin elsewhere each time. */
final class PingText {
    /** The shortest that rping takes: room for every number. */
    static final int LEAST = 26;

    /** The longest that rping takes. */
    static final int MOST = 1 << 16;

    private static final int FIRST = 'A';
    private static final int LAST = 'z';

    private PingText() {}

    /** Fills {@code memory} with the text of the ping of this number, from 0 on. */
    static void fill(MemorySegment memory, int ping) {
        byte[] bytes = new byte[(int) memory.byteSize()];
        byte[] head = "rdma-ping-%d: ".formatted(ping).getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(head, 0, bytes, 0, head.length);
        int characters = LAST - FIRST + 1;
        for (int i = head.length; i < bytes.length - 1; i++) {
            bytes[i] = (byte) (FIRST + (ping + i - head.length) % characters);
        }
        MemorySegment.copy(bytes, 0, memory, ValueLayout.JAVA_BYTE, 0, bytes.length);
    }

    /** Returns the text in memory, up to its zero or the end. */
    static String of(MemorySegment memory, int length) {
        byte[] bytes = memory.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE);
        byte[] text = Arrays.copyOf(bytes, lengthOf(bytes));
        return ForeignText.show(text, StandardCharsets.ISO_8859_1);
    }

    /** Returns how many bytes stand before the zero. */
    static int lengthOf(byte[] bytes) {
        int n = 0;
        while (n < bytes.length && bytes[n] != 0) {
            n++;
        }
        return n;
    }
}
