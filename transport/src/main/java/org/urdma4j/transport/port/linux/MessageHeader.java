package org.urdma4j.transport.port.linux;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;

/** {@code struct mmsghdr} of 64-bit Linux (recvmmsg(2)), one after the other. */
final class MessageHeader {
    /** Length in bytes. */
    static final long LENGTH = 64;

    private static final long NAME_LENGTH = ADDRESS.byteSize();
    private static final long VECTOR = 2 * ADDRESS.byteSize();
    private static final long VECTOR_COUNT = VECTOR + Long.BYTES;
    private static final long CONTROL = VECTOR_COUNT + Long.BYTES;
    private static final long CONTROL_LENGTH = CONTROL + Long.BYTES;
    private static final long TRANSFERRED = CONTROL_LENGTH + 2 * Long.BYTES;

    private MessageHeader() {}

    static void setName(MemorySegment messages, int i, long name, int bytes) {
        messages.set(JAVA_LONG, i * LENGTH, name);
        messages.set(JAVA_INT, i * LENGTH + NAME_LENGTH, bytes);
    }

    static int nameLength(MemorySegment messages, int i) {
        return messages.get(JAVA_INT, i * LENGTH + NAME_LENGTH);
    }

    static void setVector(MemorySegment messages, int i, long vector, int count) {
        messages.set(JAVA_LONG, i * LENGTH + VECTOR, vector);
        messages.set(JAVA_LONG, i * LENGTH + VECTOR_COUNT, count);
    }

    static void setControl(MemorySegment messages, int i, long control, long bytes) {
        messages.set(JAVA_LONG, i * LENGTH + CONTROL, control);
        messages.set(JAVA_LONG, i * LENGTH + CONTROL_LENGTH, bytes);
    }

    static long controlLength(MemorySegment messages, int i) {
        return messages.get(JAVA_LONG, i * LENGTH + CONTROL_LENGTH);
    }

    /** Returns the bytes that message {@code i} had. */
    static int length(MemorySegment messages, int i) {
        return messages.get(JAVA_INT, i * LENGTH + TRANSFERRED);
    }
}
