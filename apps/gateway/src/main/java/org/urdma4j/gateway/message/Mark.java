package org.urdma4j.gateway.message;

import java.nio.ByteBuffer;

/**
 * MARK: what was sent of a flow up to here, and what of it the receiver has not acknowledged.
 * Sequence numbers are unwrapped by the receiver. Methods read what {@link GatewayMessage#judge}
 * has found sound.
 */
public final class Mark {
    /** Bytes from the BTH to the end. */
    public static final int LENGTH = GatewayMessage.BODY + 12 + GatewayMessage.TRAILER;

    private static final int UNFILLED = 2;
    private static final int LOW_AT = GatewayMessage.BODY;
    private static final int HIGH_AT = LOW_AT + 4;
    private static final int LONG_RTT_AT = HIGH_AT + 4;
    private static final long NS_PER_US = 1000;
    private static final long MAX_US = 0xffff_ffffL;

    private Mark() {}

    /**
     * Writes a message from 0 to the limit that it sets.
     *
     * @param space of numbers, {@link GatewayMessage#REQUESTS} or {@link GatewayMessage#ANSWERS}
     * @param number of this MARK in its flow, not 0
     * @param low oldest sequence number that is not known to be acknowledged
     * @param high one beyond the newest that was sent
     * @param isUnfilled whether holes can't be filled from here
     * @param longRttNs round trip between the gateways, 0 while it is not known
     */
    public static void write(
            ByteBuffer b,
            int pKey,
            int qpn,
            int space,
            int bootId,
            int counter,
            int number,
            long low,
            long high,
            boolean isUnfilled,
            long longRttNs) {
        b.clear();
        GatewayMessage.write(b, GatewayMessage.MARK, pKey, qpn, space, low, bootId, counter);
        GatewayMessage.flagsAndHoles(b, isUnfilled ? UNFILLED : 0, 0);
        GatewayMessage.putNumber(b, number);
        b.putInt(LOW_AT, GatewayMessage.psn(low));
        b.putInt(HIGH_AT, GatewayMessage.psn(high));
        b.putInt(LONG_RTT_AT, (int) Math.min(longRttNs / NS_PER_US, MAX_US));
        GatewayMessage.finish(b, LENGTH);
    }

    /** Returns whether holes can't be filled by whoever sent it. */
    public static boolean isUnfilled(ByteBuffer b, int at) {
        return (GatewayMessage.flags(b, at) & UNFILLED) != 0;
    }

    public static int number(ByteBuffer b, int at) {
        return GatewayMessage.number(b, at);
    }

    /** Returns the 24 bits of the oldest number that is not known to be acknowledged. */
    public static int low(ByteBuffer b, int at) {
        return GatewayMessage.psn(b.getInt(at + LOW_AT));
    }

    /** Returns the 24 bits of the number behind the newest. */
    public static int high(ByteBuffer b, int at) {
        return GatewayMessage.psn(b.getInt(at + HIGH_AT));
    }

    /** Returns the round trip between the gateways in nanoseconds, 0 if it is not known. */
    public static long longRttNs(ByteBuffer b, int at) {
        return Integer.toUnsignedLong(b.getInt(at + LONG_RTT_AT)) * NS_PER_US;
    }
}
