package org.urdma4j.codec.urdma;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Opcode;

/**
 * The opcodes of the URDMA profile: {@code 0xC0 | op} for the RC operation {@code op}, with the
 * same meaning, and its own behind them. They lie in the manufacturer's range, so that nothing else
 * takes such a packet for a standard one.
 *
 * <p>Lookups use the low eight bits of their argument, so they never fail. Offsets are counted from
 * the BTH's first byte. Safe from any thread.
 */
public final class UrdmaOpcode {
    public static final int SEND_FIRST = 0xc0;
    public static final int SEND_MIDDLE = 0xc1;
    public static final int SEND_LAST = 0xc2;
    public static final int SEND_LAST_WITH_IMMEDIATE = 0xc3;
    public static final int SEND_ONLY = 0xc4;
    public static final int SEND_ONLY_WITH_IMMEDIATE = 0xc5;
    public static final int WRITE_FIRST = 0xc6;
    public static final int WRITE_MIDDLE = 0xc7;
    public static final int WRITE_LAST = 0xc8;
    public static final int WRITE_LAST_WITH_IMMEDIATE = 0xc9;
    public static final int WRITE_ONLY = 0xca;
    public static final int WRITE_ONLY_WITH_IMMEDIATE = 0xcb;
    public static final int READ_REQUEST = 0xcc;
    public static final int READ_RESPONSE_FIRST = 0xcd;
    public static final int READ_RESPONSE_MIDDLE = 0xce;
    public static final int READ_RESPONSE_LAST = 0xcf;
    public static final int READ_RESPONSE_ONLY = 0xd0;
    public static final int ACKNOWLEDGE = 0xd1;
    public static final int ATOMIC_ACKNOWLEDGE = 0xd2;
    public static final int COMPARE_SWAP = 0xd3;
    public static final int FETCH_ADD = 0xd4;
    public static final int SEND_LAST_WITH_INVALIDATE = 0xd6;
    public static final int SEND_ONLY_WITH_INVALIDATE = 0xd7;

    /** Forward error correction of the requests' sequence space. */
    public static final int REPAIR_REQUESTS = 0xd8;

    /** Forward error correction of the answers' sequence space. */
    public static final int REPAIR_ANSWERS = 0xd9;

    /** TC-SACK report on the requests' sequence space. */
    public static final int REPORT_REQUESTS = 0xda;

    /** TC-SACK report on the answers' sequence space. */
    public static final int REPORT_ANSWERS = 0xdb;

    /** Path probe or address challenge, see {@link ProbeHeader}. */
    public static final int PROBE = 0xdc;

    /** The addresses at which an end may be reached, see {@link PathsPacket}. */
    public static final int PATHS = 0xdd;

    /** What a sender may send, see {@link GrantPacket}. */
    public static final int GRANT = 0xde;

    /** What arrived and what is missing by path, see {@link PathReportReader}. */
    public static final int REPORT_PATHS = 0xdf;

    /** Offset of what the packet doesn't have. */
    public static final int ABSENT = -1;

    private static final int OPERATION = 0x1f;

    /** Where ImmDt, IETH and AtomicAckETH stand. */
    private static final int AFTER_PLACEMENT = Bth.LENGTH + SendPlacement.LENGTH;

    private static final HeaderLayout[] LAYOUTS = UrdmaOpcodeTable.layouts();

    private UrdmaOpcode() {}

    static HeaderLayout layout(int opcode) {
        return LAYOUTS[opcode & 0xff];
    }

    /** Tells whether the opcode is one of this class. */
    public static boolean isUrdma(int opcode) {
        return LAYOUTS[opcode & 0xff].known;
    }

    /**
     * Returns the RC opcode with the same meaning, a constant of {@link Opcode}. Only for opcodes
     * up to {@link #SEND_ONLY_WITH_INVALIDATE}; for others the result names no RC operation of use.
     */
    public static int base(int opcode) {
        return opcode & OPERATION;
    }

    /**
     * Returns what the operation is, with the flags of {@link Opcode}: those of the RC operation,
     * but that all WRITE packets carry {@link Opcode#RETH} and only ACKNOWLEDGE {@link Opcode#AETH}
     * (the extended one). 0 for repair, report and probe, and for unknown opcodes.
     */
    public static int flags(int opcode) {
        return LAYOUTS[opcode & 0xff].flags;
    }

    /** Returns the name of the constant, or that which {@link Opcode} has for others. */
    public static String name(int opcode) {
        return LAYOUTS[opcode & 0xff].name;
    }

    /** Tells whether the packet is a request or an answer, with a PSN of its own and timestamps. */
    public static boolean isPlaced(int opcode) {
        return LAYOUTS[opcode & 0xff].placed;
    }

    /** Tells whether the packet carries payload that may be sent again in pieces. */
    public static boolean maySplit(int opcode) {
        return LAYOUTS[opcode & 0xff].splits;
    }

    /** Returns the bytes of extended headers after the BTH and before T1, 0 for unknown opcodes. */
    public static int extendedLength(int opcode) {
        return LAYOUTS[opcode & 0xff].extended;
    }

    /**
     * Returns the bytes from the BTH to where the payload, or a report's entries, a repair packet's
     * coded bytes or a probe's fill, begin: BTH, extended headers, T1, Tr, FEC word and filler.
     *
     * @param fec whether the queue pair has forward error correction enabled
     */
    public static int headerLength(int opcode, boolean fec) {
        return LAYOUTS[opcode & 0xff].header(fec, false);
    }

    /**
     * Returns where the T1 word stands, with Tr behind it in placed packets, or {@link #ABSENT}.
     */
    public static int timestampOffset(int opcode) {
        return LAYOUTS[opcode & 0xff].timestamp;
    }

    /**
     * Returns {@link #headerLength(int, boolean)} of a packet that may have a path word.
     *
     * @param paths whether the queue pair has agreed on several paths
     */
    public static int headerLength(int opcode, boolean fec, boolean paths) {
        return LAYOUTS[opcode & 0xff].header(fec, paths);
    }

    /** Returns where the FEC word stands if FEC is enabled, or {@link #ABSENT}. */
    public static int fecWordOffset(int opcode) {
        return LAYOUTS[opcode & 0xff].fecWord;
    }

    /**
     * Returns {@link #fecWordOffset(int)} in a packet that may have a path word.
     *
     * @param paths whether the queue pair has agreed on several paths
     */
    public static int fecWordOffset(int opcode, boolean paths) {
        return LAYOUTS[opcode & 0xff].fecWord(paths);
    }

    /**
     * Returns where the path word stands if several paths are agreed on, or {@link #ABSENT}: behind
     * T1, and behind Tr where there is one.
     */
    public static int pathWordOffset(int opcode) {
        return LAYOUTS[opcode & 0xff].pathWord;
    }

    /**
     * Returns where the request number stands in READ and atomic requests and in their answers, or
     * {@link #ABSENT}.
     */
    public static int requestNumberOffset(int opcode) {
        return LAYOUTS[opcode & 0xff].requestNumber;
    }

    /** Returns where the immediate data or the key to invalidate stand, or {@link #ABSENT}. */
    public static int immediateOffset(int opcode) {
        return (flags(opcode) & (Opcode.IMMEDIATE | Opcode.IETH)) != 0 ? AFTER_PLACEMENT : ABSENT;
    }

    /** Returns where the AtomicAckETH stands in ATOMIC_ACKNOWLEDGE, or {@link #ABSENT}. */
    public static int atomicAckEthOffset(int opcode) {
        return (opcode & 0xff) == ATOMIC_ACKNOWLEDGE ? AFTER_PLACEMENT : ABSENT;
    }
}
