package org.urdma4j.channel;

import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * What both ends of a channel tell each other as private data: where the other may write. 22 bytes,
 * of the 32 that there are beside an offer of the URDMA profile, numbers in network order.
 *
 * @param addr of the ring
 * @param rkey of the ring
 * @param bytes the ring has: a power of two, {@link ChannelOptions#LEAST} to {@link
 *     ChannelOptions#MOST}
 * @param notices how many WRITEs with immediate may be on the way, untold of: 2 to 65,535
 */
record Hello(long addr, int rkey, int bytes, int notices) {
    /** "uRC" and the version. */
    private static final int MAGIC = 0x75524301;

    private static final int LENGTH = 22;
    private static final int LEAST_NOTICES = 2;

    byte[] encode() {
        return ByteBuffer.allocate(LENGTH)
                .putInt(MAGIC)
                .putLong(addr)
                .putInt(rkey)
                .putInt(bytes)
                .putShort((short) notices)
                .array();
    }

    /** Returns nothing if these aren't the words of a channel. */
    static Optional<Hello> decode(byte[] privateData) {
        ByteBuffer in = ByteBuffer.wrap(privateData);
        if (in.remaining() < LENGTH || in.getInt() != MAGIC) {
            return Optional.empty();
        }
        Hello hello =
                new Hello(
                        in.getLong(), in.getInt(), in.getInt(), Short.toUnsignedInt(in.getShort()));
        boolean right = ChannelOptions.isRing(hello.bytes) && hello.notices >= LEAST_NOTICES;
        return right ? Optional.of(hello) : Optional.empty();
    }
}
