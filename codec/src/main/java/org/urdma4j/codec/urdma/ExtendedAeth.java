package org.urdma4j.codec.urdma;

import org.urdma4j.codec.ib.Aeth;
import org.urdma4j.codec.ib.AethSyndrome;
import org.urdma4j.codec.ib.Psn;

import java.nio.ByteBuffer;

/**
 * The extended AETH of acknowledgements and reports: an {@link Aeth}, the receiver's timestamps,
 * and which transmission of which packet they are about (URDMA paper 2.2.1; the T1 echo is our
 * addition, since a retransmission has the same PSN).
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------+-----------------------------------------------+
 * |   syndrome    |            message sequence number            |
 * +---------------+-----------------------------------------------+
 * |            T3, when this leaves the receiver's port           |
 * +---------------------------------------------------------------+
 * |          Ts, one-way delay from the sender to here            |
 * +---------------+-----------------------------------------------+
 * |   reserved    |     PSN of the packet this is about           |
 * +---------------+-----------------------------------------------+
 * |                  T1 of that packet, as it came                |
 * +---------------------------------------------------------------+
 * </pre>
 *
 * <p>In an ACKNOWLEDGE a further word follows: the RMSN that an RNR NAK holds back, otherwise 0.
 * Times are in the units of {@link Timestamp}.
 */
public final class ExtendedAeth {
    private static final int AETH = 0;
    private static final int T3 = AETH + Aeth.LENGTH;
    private static final int TS = T3 + Integer.BYTES;
    private static final int PSN_WORD = TS + Integer.BYTES;
    private static final int T1_ECHO = PSN_WORD + Integer.BYTES;

    /** Length in bytes. */
    public static final int LENGTH = T1_ECHO + Integer.BYTES;

    private ExtendedAeth() {}

    /** Returns the syndrome, 0 to 255; {@link AethSyndrome} tells what it means. */
    public static int syndrome(ByteBuffer b, int at) {
        return Aeth.syndrome(b, at);
    }

    /** Returns how many request messages the responder has completed, modulo 2^24. */
    public static int msn(ByteBuffer b, int at) {
        return Aeth.msn(b, at);
    }

    /** Returns the receiver's clock when this left it. */
    public static int t3(ByteBuffer b, int at) {
        return b.getInt(at + T3);
    }

    /** Returns the receiver's clock minus T1 when the packet arrived: delay plus clock offset. */
    public static int ts(ByteBuffer b, int at) {
        return b.getInt(at + TS);
    }

    /** Returns the 24-bit PSN of the packet this is about. */
    public static int psn(ByteBuffer b, int at) {
        return b.getInt(at + PSN_WORD) & Psn.MASK;
    }

    /** Returns T1 of that packet, which tells its transmissions apart. */
    public static int t1Echo(ByteBuffer b, int at) {
        return b.getInt(at + T1_ECHO);
    }

    /** Returns the RMSN behind the header of an ACKNOWLEDGE. */
    public static int rmsn(ByteBuffer b, int at) {
        return b.getInt(at + LENGTH);
    }

    /** Writes the word behind the header of an ACKNOWLEDGE; 0 in all but an RNR NAK. */
    public static void writeRmsn(ByteBuffer b, int at, int rmsn) {
        b.putInt(at + LENGTH, rmsn);
    }

    /** Writes the header; of the PSN only the low 24 bits count. */
    public static void write(
            ByteBuffer b, int at, int syndrome, int msn, int t3, int ts, int psn, int t1Echo) {
        Aeth.write(b, at, syndrome, msn);
        b.putInt(at + T3, t3);
        b.putInt(at + TS, ts);
        b.putInt(at + PSN_WORD, psn & Psn.MASK);
        b.putInt(at + T1_ECHO, t1Echo);
    }

    /** Returns every field in words. */
    public static String toString(ByteBuffer b, int at) {
        return "ExtendedAETH{%s t3=0x%08x ts=0x%08x psn=0x%06x t1=0x%08x}"
                .formatted(Aeth.toString(b, at), t3(b, at), ts(b, at), psn(b, at), t1Echo(b, at));
    }
}
