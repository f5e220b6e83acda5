package org.urdma4j.measure.tcp;

import io.netty.buffer.ByteBuf;

/**
 * The first bytes of a stream, sent by the client: to which run it belongs, so that a stray
 * connection is not measured, and which way the data goes.
 *
 * @param cookie of the run, agreed upon over the control connection
 * @param way {@link StreamDirection#code()}
 */
record Preamble(long cookie, int way) {
    static final int BYTES = 12;

    void write(ByteBuf out) {
        out.writeLong(cookie).writeInt(way);
    }

    /** Reads {@link #BYTES} bytes. */
    static Preamble read(ByteBuf in) {
        return new Preamble(in.readLong(), in.readInt());
    }
}
