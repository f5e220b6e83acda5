package org.urdma4j.transport.port.linux;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Questions to the kernel's routing subsystem (rtnetlink(7)), one at a time. It answers within the
 * call, so nothing waits. Needs no privilege. Not thread-safe.
 */
final class Netlink implements AutoCloseable {
    /** Bytes before the attributes that differ from message to message begin here. */
    static final int BODY = 16;

    static final int REQUEST = 0x1;
    static final int DUMP = 0x300;

    private static final int AF_NETLINK = 16;
    private static final int ERROR = 2;
    private static final int DONE = 3;

    private static final int TYPE = 4;
    private static final int FLAGS = 6;
    private static final int SEQUENCE = 8;
    private static final int ATTRIBUTE_HEADER = 4;
    private static final int BUFFER = 32 << 10;
    private static final int MAC_BYTES = 6;

    private final NativeSocket socket = new NativeSocket(AF_NETLINK, NativeSocket.SOCK_RAW, 0);
    private final MemorySegment buffer = Arena.ofAuto().allocate(BUFFER, Long.BYTES);
    private int sequence;
    private int at;
    private int end;
    private int next;
    private int got;

    /** Begins a question with a body of zeros. */
    MemorySegment begin(int type, int flags, int bodyBytes) {
        buffer.asSlice(0, BODY + bodyBytes).fill((byte) 0);
        buffer.set(JAVA_SHORT, TYPE, (short) type);
        buffer.set(JAVA_SHORT, FLAGS, (short) flags);
        buffer.set(JAVA_INT, SEQUENCE, ++sequence);
        end = BODY + bodyBytes;
        return buffer;
    }

    /** Adds an attribute to the question. */
    void put(int type, byte[] value) {
        int length = ATTRIBUTE_HEADER + value.length;
        buffer.set(JAVA_SHORT, end, (short) length);
        buffer.set(JAVA_SHORT, end + Short.BYTES, (short) type);
        MemorySegment.copy(value, 0, buffer, JAVA_BYTE, end + ATTRIBUTE_HEADER, value.length);
        end += aligned(length);
    }

    private static int aligned(int length) {
        return (length + 3) & ~3;
    }

    /**
     * Asks, and turns to the first message of the answer.
     *
     * @throws KernelRefusal with the errno that the kernel answered
     */
    void ask() {
        buffer.set(JAVA_INT, 0, end);
        MemorySegment question = buffer.asSlice(0, end);
        KernelRefusal.unless(
                "send", socket.libc.sendto(socket.fd(), question, 0, MemorySegment.NULL));
        receive();
        advance();
    }

    private void receive() {
        got = KernelRefusal.unless("recv", socket.libc.recv(socket.fd(), buffer, 0));
        next = 0;
    }

    /** Turns to the next message of a dump; returns whether there is one. */
    boolean advance() {
        if (next >= got) {
            receive();
        }
        at = next;
        int length = buffer.get(JAVA_INT, at);
        end = Math.min(at + length, got);
        next = at + aligned(length);
        int type = buffer.get(JAVA_SHORT, at + TYPE);
        if (type == ERROR) {
            throw new KernelRefusal("rtnetlink", -buffer.get(JAVA_INT, at + BODY));
        }
        return type != DONE;
    }

    int byteAt(int offset) {
        return buffer.get(JAVA_BYTE, at + BODY + offset) & 0xff;
    }

    int shortAt(int offset) {
        return buffer.get(JAVA_SHORT, at + BODY + offset) & 0xffff;
    }

    int intAt(int offset) {
        return buffer.get(JAVA_INT, at + BODY + offset);
    }

    /** Returns the value of an attribute of the message, or null if it has none of that type. */
    byte[] attribute(int bodyBytes, int type) {
        int here = at + BODY + bodyBytes;
        while (here + ATTRIBUTE_HEADER <= end) {
            int length = Short.toUnsignedInt(buffer.get(JAVA_SHORT, here));
            if (length < ATTRIBUTE_HEADER) {
                return null;
            }
            if (buffer.get(JAVA_SHORT, here + Short.BYTES) == type) {
                return buffer.asSlice(here + ATTRIBUTE_HEADER, length - ATTRIBUTE_HEADER)
                        .toArray(JAVA_BYTE);
            }
            here += aligned(length);
        }
        return null;
    }

    /** Returns an attribute that is a number of 32 bits, 0 if there is none. */
    int intAttribute(int bodyBytes, int type) {
        byte[] value = attribute(bodyBytes, type);
        return value == null || value.length < Integer.BYTES
                ? 0
                : MemorySegment.ofArray(value).get(JAVA_INT.withByteAlignment(1), 0);
    }

    /** Returns the MAC address in these bytes, 48 bits, or {@code otherwise} if it is none. */
    static long mac(byte[] bytes, long otherwise) {
        if (bytes == null || bytes.length != MAC_BYTES) {
            return otherwise;
        }
        long mac = 0;
        for (byte b : bytes) {
            mac = (mac << Byte.SIZE) | (b & 0xff);
        }
        return mac;
    }

    @Override
    public void close() {
        socket.close();
    }
}
