package org.urdma4j.codec.urdma;

import org.urdma4j.codec.ib.Psn;

import java.nio.ByteBuffer;

/**
 * What one end offers, or accepts, of the URDMA profile when a connection is made. 24 bytes, small
 * enough for the tail of the connection manager's private data.
 *
 * <p>The reference rate is rounded down to whole Mbit/s when it is written; everything else is read
 * as it was written.
 *
 * @param features sum of the constants of this class; others are ignored
 * @param sackPackets a report at the latest after so many packets, 1 to 65535
 * @param sackIntervalMicros a report at the latest after so many microseconds, 1 to 65535
 * @param fecGroups unfinished groups that this end keeps in memory, 0 to 255
 * @param payloadSize bytes of a full packet, a multiple of four, 4 to 65532
 * @param verificationTag what packets to this end carry in the clear, a {@link VerificationTag}
 * @param receiveLimit receive-consuming messages allowed at first, 0 to 65534, or {@link
 *     #NO_RECEIVE_LIMIT}
 * @param referenceRate rate known before the transfer in bit/s, below 2^24 Mbit/s; 0: none
 */
public record OfferRecord(
        int features,
        int sackPackets,
        int sackIntervalMicros,
        int fecGroups,
        int payloadSize,
        int verificationTag,
        int receiveLimit,
        long referenceRate) {
    /** Length in bytes. */
    public static final int LENGTH = 24;

    /** The version that this code writes, and the only one that it reads. */
    public static final int VERSION = 2;

    /** Feature: forward error correction with interleaved XOR. */
    public static final int FEC_XOR = 1;

    /** Feature: forward error correction in two dimensions. */
    public static final int FEC_TWO_DIMENSIONAL = 1 << 1;

    /** Feature: overlapping WRITEs may be placed in any order. */
    public static final int RELAXED_ORDER = 1 << 2;

    /** Feature: this end sees congestion marks, and reports them. */
    public static final int MARKS_SEEN = 1 << 3;

    /** Feature: data and repair packets have a {@link PathWord}. */
    public static final int PATHS = 1 << 4;

    /** Feature: this end grants, and sends no more than it was granted. */
    public static final int GRANTS = 1 << 5;

    /** Feature: packets begin small and grow to what the path carries. */
    public static final int PATH_MTU = 1 << 6;

    /** Feature: this end follows a peer whose address changes, and answers challenges. */
    public static final int MIGRATION = 1 << 7;

    /** Receive limit: there is none, as with a shared receive queue. */
    public static final int NO_RECEIVE_LIMIT = 0xffff;

    private static final int KNOWN_FEATURES =
            FEC_XOR
                    | FEC_TWO_DIMENSIONAL
                    | RELAXED_ORDER
                    | MARKS_SEEN
                    | PATHS
                    | GRANTS
                    | PATH_MTU
                    | MIGRATION;
    private static final int MAX_RATE_MBIT = 0xff_ffff;
    private static final long BITS_PER_MBIT = 1_000_000;

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if a value is outside its range
     */
    public OfferRecord {
        features &= KNOWN_FEATURES;
        require("SACK packets", sackPackets, 1, 0xffff);
        require("SACK interval", sackIntervalMicros, 1, 0xffff);
        require("FEC groups", fecGroups, 0, 0xff);
        require("payload size", payloadSize, 4, 0xffff);
        require("payload size modulo 4", payloadSize & 3, 0, 0);
        require("receive limit", receiveLimit, 0, NO_RECEIVE_LIMIT);
        require("reference rate", referenceRate, 0, (MAX_RATE_MBIT + 1) * BITS_PER_MBIT - 1);
    }

    private static void require(String what, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    "%s is %d, not %d to %d".formatted(what, value, least, most));
        }
    }

    /** Returns the 24-bit PSN of the first answer that this end sends: the tag's lower bits. */
    public int responsePsn() {
        return verificationTag & Psn.MASK;
    }

    /** Tells whether the offer has all of these features. */
    public boolean has(int someFeatures) {
        return (features & someFeatures) == someFeatures;
    }

    /** Writes {@link #LENGTH} bytes at the buffer's position and moves it behind them. */
    public void encode(ByteBuffer b) {
        OfferLayout.write(b, b.position(), this);
        b.position(b.position() + LENGTH);
    }

    /** Returns what stands in the {@link #LENGTH} bytes from {@code at} on; never throws. */
    public static OfferStatus status(ByteBuffer b, int at) {
        return OfferLayout.status(b, at);
    }

    /**
     * Returns the offer at the buffer's position, which stays, or null unless {@link #status} is
     * {@link OfferStatus#OK}.
     */
    public static OfferRecord decode(ByteBuffer b) {
        return decode(b, b.position());
    }

    /** Returns the offer at {@code at}, or null unless {@link #status} is {@code OK}. */
    public static OfferRecord decode(ByteBuffer b, int at) {
        return status(b, at) == OfferStatus.OK ? OfferLayout.read(b, at) : null;
    }
}
