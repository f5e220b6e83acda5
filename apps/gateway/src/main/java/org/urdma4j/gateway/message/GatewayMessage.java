package org.urdma4j.gateway.message;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Psn;

import java.nio.ByteBuffer;

/**
 * What the messages between gateways have in common. A message is a packet of the flow that it is
 * about, so that it takes the flow's way: the BTH names the flow's queue pair, has an opcode of the
 * manufacturer's range that hosts drop, and the kind in the seven reserved bits before the PSN,
 * which the ICRC covers. Layouts are in {@code apps/gateway/protocol.md}.
 */
public final class GatewayMessage {
    /** What a receiver makes of the bytes of a message. */
    public enum Verdict {
        /** It is of this version, and of a kind and length that belong together. */
        SOUND,
        /** It says that it is of another version, whatever else it is. */
        OTHER_VERSION,
        /** It is damaged, or no message at all. */
        BAD
    }

    /** The opcode. */
    public static final int OPCODE = 0xde;

    /** Kind: what the sending gateway has sent of a flow. */
    public static final int MARK = 1;

    /** Kind: what the receiving gateway has of a flow. */
    public static final int STATUS = 2;

    /** Kind: a parity over frames that went over the link. */
    public static final int REPAIR = 3;

    /** Kind: who this gateway is, to one that doesn't name it as its addressee. */
    public static final int HELLO = 4;

    /** The only version. */
    public static final int VERSION = 2;

    /** Space: requests. */
    public static final int REQUESTS = 0;

    /** Space: answers. */
    public static final int ANSWERS = 1;

    /** Bytes of the boot id that a message is for and of the code behind it; zero without a key. */
    static final int TRAILER = 12;

    static final int BODY = Bth.LENGTH + 16;

    /** Where the URDMA profile says that a timestamp follows; no kind of message has the bit. */
    private static final int STAMPED = 0x40;

    private static final int KIND_AT = 8;
    private static final int FIXED = Bth.LENGTH;
    private static final int FLAGS_AT = FIXED + 2;
    private static final int HOLES_AT = FIXED + 3;
    private static final int BOOT_ID_AT = FIXED + 4;
    private static final int COUNTER_AT = FIXED + 8;
    private static final int NUMBER_AT = FIXED + 12;

    private GatewayMessage() {}

    /**
     * Tells whether the packet whose BTH is at {@code at} is a message, sound or not. The URDMA
     * profile's grants have the same opcode; they are timestamped, which the bits of the kind say.
     */
    public static boolean is(ByteBuffer b, int at) {
        return Bth.opcode(b, at) == OPCODE && kind(b, at) < STAMPED;
    }

    /** Returns the kind of the message whose BTH is at {@code at}. */
    public static int kind(ByteBuffer b, int at) {
        return Bth.reserved7(b, at);
    }

    /**
     * Judges what its bytes say, whoever sent it.
     *
     * @param length bytes from the BTH to the end of the message, without ICRC
     */
    public static Verdict judge(ByteBuffer b, int at, int length) {
        if (length <= FIXED || b.limit() - at < length) {
            return Verdict.BAD;
        }
        if (b.get(at + FIXED) != VERSION) {
            return Verdict.OTHER_VERSION;
        }
        boolean sound = length >= BODY && space(b, at) <= ANSWERS && isOfItsKind(b, at, length);
        return sound ? Verdict.SOUND : Verdict.BAD;
    }

    private static boolean isOfItsKind(ByteBuffer b, int at, int length) {
        return switch (kind(b, at)) {
            case MARK -> length == Mark.LENGTH;
            case STATUS ->
                    length == Status.length(holes(b, at)) && holes(b, at) <= Status.MAX_HOLES;
            case REPAIR ->
                    length >= Repair.PARITY_AT + TRAILER
                            && length == Repair.length(Repair.parityBytes(b, at));
            case HELLO -> length == Hello.LENGTH;
            default -> false;
        };
    }

    static void write(
            ByteBuffer b,
            int kind,
            int pKey,
            int qpn,
            int space,
            long psn,
            int bootId,
            int counter) {
        Bth.write(b, 0, OPCODE, 0, 0, pKey, qpn, (int) psn);
        b.put(KIND_AT, (byte) kind);
        b.putInt(FIXED, VERSION << 24 | space << 16);
        b.putInt(BOOT_ID_AT, bootId);
        b.putInt(COUNTER_AT, counter);
    }

    /** Returns the space of numbers that it is about. */
    public static int space(ByteBuffer b, int at) {
        return b.get(at + FIXED + 1) & 0xff;
    }

    static void finish(ByteBuffer b, int length) {
        b.putInt(length - TRAILER, 0).putLong(length - TRAILER + Integer.BYTES, 0).limit(length);
    }

    /**
     * Tells whether it is for the half of a gateway that takes requests from the link, or for the
     * one that sends them there.
     */
    static boolean isForDepot(ByteBuffer b, int at) {
        return (kind(b, at) == MARK) == (space(b, at) == REQUESTS);
    }

    static void flagsAndHoles(ByteBuffer b, int flags, int holes) {
        b.put(FLAGS_AT, (byte) flags).put(HOLES_AT, (byte) holes);
    }

    static int flags(ByteBuffer b, int at) {
        return b.get(at + FLAGS_AT) & 0xff;
    }

    static int holes(ByteBuffer b, int at) {
        return b.get(at + HOLES_AT) & 0xff;
    }

    static void putNumber(ByteBuffer b, int number) {
        b.putInt(NUMBER_AT, number);
    }

    static int number(ByteBuffer b, int at) {
        return b.getInt(at + NUMBER_AT);
    }

    /** Returns the number that the sending gateway drew at its start. */
    public static int bootId(ByteBuffer b, int at) {
        return b.getInt(at + BOOT_ID_AT);
    }

    /** Returns how many messages the sending gateway had made with this one. */
    public static int counter(ByteBuffer b, int at) {
        return b.getInt(at + COUNTER_AT);
    }

    static int psn(long unwrapped) {
        return (int) unwrapped & Psn.MASK;
    }
}
