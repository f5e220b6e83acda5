package org.urdma4j.gateway.message;

import java.nio.ByteBuffer;

/**
 * STATUS: what the receiving gateway has of a flow, and the holes in it. Sequence numbers are
 * unwrapped by the receiver. Methods read what {@link GatewayMessage#judge} has found sound.
 */
public final class Status {
    /** Most holes that one names. */
    public static final int MAX_HOLES = 64;

    /** In place of the acknowledged number: none is known. */
    public static final long UNKNOWN = -1;

    private static final int MORE = 1;
    private static final int NEXT_AT = GatewayMessage.BODY;
    private static final int END_AT = NEXT_AT + 4;
    private static final int ACKED_AT = END_AT + 4;
    private static final int SEEN_AT = ACKED_AT + 4;
    private static final int FIRST_HOLE_AT = SEEN_AT + 4;
    private static final int HOLE = 8;
    private static final int NO_NUMBER = -1;

    /** Bytes from the BTH to the end of the longest. */
    public static final int MAX_LENGTH = FIRST_HOLE_AT + MAX_HOLES * HOLE + GatewayMessage.TRAILER;

    private Status() {}

    static int length(int holes) {
        return FIRST_HOLE_AT + holes * HOLE + GatewayMessage.TRAILER;
    }

    /**
     * Writes all but the holes.
     *
     * @param space of numbers, {@link GatewayMessage#REQUESTS} or {@link GatewayMessage#ANSWERS}
     * @param echo number of the MARK that this answers, 0 if it was not asked for
     * @param seen number of the newest MARK that has come, 0 if none has
     * @param next sequence number that the receiver gets next
     * @param end one beyond the highest that has come or was announced
     * @param acked what the receiver has acknowledged, or {@link #UNKNOWN}
     */
    public static void begin(
            ByteBuffer b,
            int pKey,
            int qpn,
            int space,
            int bootId,
            int counter,
            int echo,
            int seen,
            long next,
            long end,
            long acked) {
        b.clear();
        GatewayMessage.write(b, GatewayMessage.STATUS, pKey, qpn, space, next, bootId, counter);
        GatewayMessage.putNumber(b, echo);
        b.putInt(NEXT_AT, GatewayMessage.psn(next));
        b.putInt(END_AT, GatewayMessage.psn(end));
        b.putInt(ACKED_AT, acked == UNKNOWN ? NO_NUMBER : GatewayMessage.psn(acked));
        b.putInt(SEEN_AT, seen);
    }

    /** Writes hole {@code i}, counted from 0: so many numbers from {@code first} on. */
    public static void hole(ByteBuffer b, int i, long first, long count) {
        b.putInt(FIRST_HOLE_AT + i * HOLE, GatewayMessage.psn(first));
        b.putInt(FIRST_HOLE_AT + i * HOLE + 4, (int) count);
    }

    /** Ends a message with so many holes, from 0 to the limit that it sets. */
    public static void end(ByteBuffer b, int holes, boolean more) {
        GatewayMessage.flagsAndHoles(b, more ? MORE : 0, holes);
        GatewayMessage.finish(b, length(holes));
    }

    public static int echo(ByteBuffer b, int at) {
        return GatewayMessage.number(b, at);
    }

    public static int seen(ByteBuffer b, int at) {
        return b.getInt(at + SEEN_AT);
    }

    public static int next(ByteBuffer b, int at) {
        return GatewayMessage.psn(b.getInt(at + NEXT_AT));
    }

    public static int end(ByteBuffer b, int at) {
        return GatewayMessage.psn(b.getInt(at + END_AT));
    }

    /** Returns the 24 bits of the acknowledged number, or {@link #UNKNOWN}. */
    public static long acked(ByteBuffer b, int at) {
        int acked = b.getInt(at + ACKED_AT);
        return acked == NO_NUMBER ? UNKNOWN : GatewayMessage.psn(acked);
    }

    /** Returns whether there are more holes than it names. */
    public static boolean more(ByteBuffer b, int at) {
        return (GatewayMessage.flags(b, at) & MORE) != 0;
    }

    /** Returns how many holes it names, 0 to {@link #MAX_HOLES}. */
    public static int holes(ByteBuffer b, int at) {
        return GatewayMessage.holes(b, at);
    }

    /** Returns the 24 bits of a hole's first number. */
    public static int holeFirst(ByteBuffer b, int at, int i) {
        return GatewayMessage.psn(b.getInt(at + FIRST_HOLE_AT + i * HOLE));
    }

    /** Returns how many numbers a hole has, 0 to 2^32 - 1. */
    public static long holeCount(ByteBuffer b, int at, int i) {
        return Integer.toUnsignedLong(b.getInt(at + FIRST_HOLE_AT + i * HOLE + 4));
    }
}
