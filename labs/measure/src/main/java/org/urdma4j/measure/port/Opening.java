package org.urdma4j.measure.port;

import io.netty.buffer.ByteBuf;

/** What a connection is, by the first bytes that its client sends. */
enum Opening {
    /** A line of JSON, or other text: who speaks another protocol is answered there. */
    CONTROL,
    /** A TLS handshake record, of version 3 in its first byte (RFC 8446, section 5.1). */
    KEYS,
    /** A cookie of a run's, see {@link StreamCookie}. */
    STREAM,
    /** Too little to tell. */
    UNDECIDED,
    /** Nothing that is spoken here. */
    UNKNOWN;

    private static final int TLS_HANDSHAKE = 0x16;
    private static final int TLS_MAJOR = 3;
    private static final int FIRST_PRINTABLE = 0x20;
    private static final int LAST_PRINTABLE = 0x7e;

    /** Looks at the readable bytes, and leaves them there. */
    static Opening of(ByteBuf head) {
        int length = head.readableBytes();
        if (length == 0) {
            return UNDECIDED;
        }
        int at = head.readerIndex();
        int first = head.getUnsignedByte(at);
        if (first == TLS_HANDSHAKE) {
            return length == 1
                    ? UNDECIDED
                    : head.getUnsignedByte(at + 1) == TLS_MAJOR ? KEYS : UNKNOWN;
        }
        if (isText(first)) {
            return CONTROL;
        }
        for (int i = 0; i < Math.min(length, StreamCookie.MARK_BYTES); i++) {
            if (head.getByte(at + i) != StreamCookie.mark(i)) {
                return UNKNOWN;
            }
        }
        return length < StreamCookie.BYTES ? UNDECIDED : STREAM;
    }

    private static boolean isText(int first) {
        return (first >= FIRST_PRINTABLE && first <= LAST_PRINTABLE)
                || first == '\t'
                || first == '\r'
                || first == '\n';
    }
}
