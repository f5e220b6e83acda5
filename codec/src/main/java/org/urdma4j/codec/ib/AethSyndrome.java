package org.urdma4j.codec.ib;

/**
 * The first byte of an AETH: three bits of kind (ACK, RNR NAK, NAK) and five of value (IBTA volume
 * 1, 9.7.5.2). The named constants are whole bytes, as they stand on the wire.
 */
public final class AethSyndrome {
    /** The bits that tell the kind. */
    public static final int KIND_MASK = 0xe0;

    /** The bits that hold the credit code, timer code or NAK code. */
    public static final int VALUE_MASK = 0x1f;

    /** Kind: acknowledgement; the value is a {@link CreditCode}. */
    public static final int ACK = 0x00;

    /** Kind: receiver not ready; the value is a {@link RnrTimer} code. */
    public static final int RNR_NAK = 0x20;

    /** Kind that no packet has. */
    public static final int RESERVED = 0x40;

    /** Kind: negative acknowledgement; the value is one of the NAK codes below. */
    public static final int NAK = 0x60;

    /** ACK that leaves credits uncounted. */
    public static final int ACK_UNLIMITED = ACK | CreditCode.UNLIMITED;

    /** NAK: a gap in the sequence numbers; the packet names the expected one. */
    public static final int NAK_PSN_SEQUENCE_ERROR = NAK;

    /** NAK: a request that the responder doesn't support or that breaks the rules. */
    public static final int NAK_INVALID_REQUEST = NAK | 1;

    /** NAK: key, range or rights don't allow the access. */
    public static final int NAK_REMOTE_ACCESS_ERROR = NAK | 2;

    /** NAK: the responder failed by itself. */
    public static final int NAK_REMOTE_OPERATIONAL_ERROR = NAK | 3;

    /** NAK: reliable datagram only. */
    public static final int NAK_INVALID_RD_REQUEST = NAK | 4;

    private static final String[] NAK_NAMES = {
        "NAK PSN sequence error",
        "NAK invalid request",
        "NAK remote access error",
        "NAK remote operational error",
        "NAK invalid RD request"
    };

    private AethSyndrome() {}

    /** Returns the kind: {@link #ACK}, {@link #RNR_NAK}, {@link #NAK} or another one, reserved. */
    public static int kind(int syndrome) {
        return syndrome & KIND_MASK;
    }

    /** Returns the credit code, timer code or NAK code. */
    public static int value(int syndrome) {
        return syndrome & VALUE_MASK;
    }

    public static boolean isAck(int syndrome) {
        return kind(syndrome) == ACK;
    }

    public static boolean isRnrNak(int syndrome) {
        return kind(syndrome) == RNR_NAK;
    }

    public static boolean isNak(int syndrome) {
        return kind(syndrome) == NAK;
    }

    /** Returns the syndrome of an ACK with a {@link CreditCode}. */
    public static int ack(int creditCode) {
        return ACK | value(creditCode);
    }

    /** Returns the syndrome of an RNR NAK with a {@link RnrTimer} code. */
    public static int rnrNak(int timerCode) {
        return RNR_NAK | value(timerCode);
    }

    /** Returns the syndrome in words. */
    public static String toString(int syndrome) {
        int value = value(syndrome);
        return switch (kind(syndrome)) {
            case ACK ->
                    value == CreditCode.UNLIMITED
                            ? "ACK without credits"
                            : "ACK with %d credits".formatted(CreditCode.decode(value));
            case RNR_NAK -> "RNR NAK " + RnrTimer.nanos(value) / 1000 + " us";
            case NAK -> value < NAK_NAMES.length ? NAK_NAMES[value] : "NAK reserved " + value;
            default -> "reserved 0x%02x".formatted(syndrome & 0xff);
        };
    }
}
