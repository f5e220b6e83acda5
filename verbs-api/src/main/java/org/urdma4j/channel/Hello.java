package org.urdma4j.channel;

import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * What both ends of a channel tell each other as private data: where the other may write. 22 bytes,
 * of the 32 that there are beside an offer of the URDMA profile, numbers in network order.
 *
 * @param ring the first one
 * @param notices how many WRITEs with immediate may be on the way, untold of: 2 to 65,535
 */
record Hello(PeerRing ring, int notices) {
    /** "uRC" and the version. */
    private static final int MAGIC = 0x75524302;

    private static final int LENGTH = 22;
    private static final int LEAST_NOTICES = 2;

    byte[] encode() {
        return ByteBuffer.allocate(LENGTH)
                .putInt(MAGIC)
                .putLong(ring.addr())
                .putInt(ring.rkey())
                .putInt(ring.bytes())
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
                        new PeerRing(in.getLong(), in.getInt(), in.getInt()),
                        Short.toUnsignedInt(in.getShort()));
        boolean right = hello.ring.isValid() && hello.notices >= LEAST_NOTICES;
        return right ? Optional.of(hello) : Optional.empty();
    }
}
