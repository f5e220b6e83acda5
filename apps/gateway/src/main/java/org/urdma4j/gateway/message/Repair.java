package org.urdma4j.gateway.message;

import java.nio.ByteBuffer;

/**
 * REPAIR: a parity over frames that went over the link one after the other, whatever their flows.
 * It takes the way of one of these flows. Methods read what {@link GatewayMessage#judge} has found
 * sound.
 */
public final class Repair {
    /** Bytes before the parity. */
    public static final int PARITY_AT = GatewayMessage.BODY + 8;

    private static final int MEMBERS_AT = GatewayMessage.BODY;
    private static final int PARITY_BYTES_AT = MEMBERS_AT + 2;
    private static final int R_AT = PARITY_BYTES_AT + 2;
    private static final int ALIGNED = 3;

    private Repair() {}

    /** Returns the bytes from BTH to the end of one with such a parity. */
    public static int length(int parityBytes) {
        return PARITY_AT + ((parityBytes + ALIGNED) & ~ALIGNED) + GatewayMessage.TRAILER;
    }

    /**
     * Writes all but the parity, which the caller puts at {@link #PARITY_AT}; sets the limit.
     *
     * @param first number of the group's first frame, 32 bits
     * @param members frames of the group, 1 to 65535
     * @param scheme of {@code org.urdma4j.fec.FecScheme}
     * @param r parities or columns of the group, 1 to 255
     * @param parity which of the group's it is, 0 to 255
     * @param parityBytes its bytes
     */
    public static void begin(
            ByteBuffer b,
            int pKey,
            int qpn,
            int bootId,
            int counter,
            int first,
            int members,
            int scheme,
            int r,
            int parity,
            int parityBytes) {
        b.clear();
        GatewayMessage.write(
                b,
                GatewayMessage.REPAIR,
                pKey,
                qpn,
                GatewayMessage.REQUESTS,
                first,
                bootId,
                counter);
        GatewayMessage.putNumber(b, first);
        GatewayMessage.flagsAndHoles(b, scheme, parity);
        b.putShort(MEMBERS_AT, (short) members);
        b.putShort(PARITY_BYTES_AT, (short) parityBytes);
        b.putInt(R_AT, r << 24);
        int end = PARITY_AT + parityBytes;
        while (end + GatewayMessage.TRAILER < length(parityBytes)) {
            b.put(end++, (byte) 0);
        }
        GatewayMessage.finish(b, length(parityBytes));
    }

    public static int first(ByteBuffer b, int at) {
        return GatewayMessage.number(b, at);
    }

    public static int members(ByteBuffer b, int at) {
        return b.getShort(at + MEMBERS_AT) & 0xffff;
    }

    public static int scheme(ByteBuffer b, int at) {
        return GatewayMessage.flags(b, at);
    }

    public static int r(ByteBuffer b, int at) {
        return b.get(at + R_AT) & 0xff;
    }

    public static int parity(ByteBuffer b, int at) {
        return GatewayMessage.holes(b, at);
    }

    public static int parityBytes(ByteBuffer b, int at) {
        return b.getShort(at + PARITY_BYTES_AT) & 0xffff;
    }
}
