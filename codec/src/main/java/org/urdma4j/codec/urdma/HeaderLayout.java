package org.urdma4j.codec.urdma;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Opcode;

/** Which headers an opcode has, and where, for {@link UrdmaOpcode} and {@link UrdmaPacket}. */
final class HeaderLayout {
    private static final int ABSENT = UrdmaOpcode.ABSENT;

    /** Whether there is such an opcode. */
    final boolean known;

    final String name;

    /** Constants of {@link Opcode}. */
    final int flags;

    /** Whether it is a request or an answer, with a sequence number of its own. */
    final boolean placed;

    /** Whether it carries payload that may be sent again in pieces. */
    final boolean splits;

    /** Bytes of extended headers behind the BTH. */
    final int extended;

    /** What the T1 field and the Tr field of the BTH say, see {@link UrdmaBth}. */
    final int t1Field;

    final int trField;

    /** Where words stand, or {@link #ABSENT}. */
    final int timestamp;

    final int pathWord;
    final int fecWord;
    final int requestNumber;

    private final int header;
    private final int fecBytes;

    /**
     * @param header bytes from the BTH on, without FEC word and path word; 0 if there is no such
     *     opcode
     * @param fecBytes that they are more with forward error correction
     */
    private HeaderLayout(
            String name,
            int flags,
            boolean placed,
            boolean stamped,
            int extended,
            int timestamp,
            int header,
            int fecBytes,
            int requestNumber) {
        boolean timed = timestamp != ABSENT;
        known = header != 0;
        this.name = name;
        this.flags = flags;
        this.placed = placed;
        this.splits = placed && (flags & Opcode.PAYLOAD) != 0;
        this.extended = extended;
        this.timestamp = timestamp;
        this.header = header;
        this.fecBytes = fecBytes;
        this.requestNumber = requestNumber;
        t1Field = timed ? UrdmaBth.T1_OFFSET : 0;
        trField = stamped ? UrdmaBth.TR_OFFSET | 1 : 0;
        pathWord =
                timed && placed == stamped ? timestamp + (placed ? 2 : 1) * Integer.BYTES : ABSENT;
        fecWord = fecBytes != 0 ? header : ABSENT;
    }

    static HeaderLayout unknown(String name) {
        return new HeaderLayout(name, 0, false, false, 0, ABSENT, 0, 0, ABSENT);
    }

    static HeaderLayout placed(
            String name, int flags, int extended, int header, int fecBytes, int requestNumber) {
        boolean data = (flags & Opcode.PAYLOAD) != 0;
        int timestamp = Bth.LENGTH + extended;
        return new HeaderLayout(
                name,
                flags,
                true,
                true,
                extended,
                timestamp,
                header,
                data ? fecBytes : 0,
                requestNumber);
    }

    static HeaderLayout control(String name, int flags, int length) {
        int header = Bth.LENGTH + length;
        return new HeaderLayout(name, flags, false, false, length, ABSENT, header, 0, ABSENT);
    }

    static HeaderLayout repair(String name, int timestamp, int header) {
        int extended = timestamp - Bth.LENGTH;
        return new HeaderLayout(name, 0, false, false, extended, timestamp, header, 0, ABSENT);
    }

    /** Both timestamps, and no path word: it concerns all paths. */
    static HeaderLayout grant(String name, int header) {
        return new HeaderLayout(name, 0, false, true, 0, Bth.LENGTH, header, 0, ABSENT);
    }

    int header(boolean fec, boolean paths) {
        int more = fec ? fecBytes : 0;
        return header + (paths && pathWord != ABSENT ? more + PathWord.LENGTH : more);
    }

    /** Returns where the FEC word stands behind a path word that there may be. */
    int fecWord(boolean paths) {
        return fecWord != ABSENT && paths && pathWord != ABSENT
                ? fecWord + PathWord.LENGTH
                : fecWord;
    }
}
