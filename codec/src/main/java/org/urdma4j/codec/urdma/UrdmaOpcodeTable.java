package org.urdma4j.codec.urdma;

import org.urdma4j.codec.ib.AtomicAckEth;
import org.urdma4j.codec.ib.AtomicEth;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.ImmDt;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.Reth;

import java.util.Arrays;

/** Lengths and offsets by opcode, for {@link UrdmaOpcode}. */
final class UrdmaOpcodeTable {
    /** Has one of these flags: a request or an answer, or ACKNOWLEDGE. */
    static final int PLACED = Opcode.REQUEST | Opcode.RESPONSE;

    /** Where ImmDt, IETH and AtomicAckETH stand. */
    static final int AFTER_PLACEMENT = Bth.LENGTH + SendPlacement.LENGTH;

    private static final int SIZE = 256;
    private static final int WORD = Integer.BYTES;
    private static final int TIMESTAMPS = 2 * WORD;
    private static final int IMMEDIATE = Opcode.IMMEDIATE | Opcode.IETH;
    private static final int NUMBERED = Opcode.READ | Opcode.ATOMIC;

    private final int[] flags = new int[SIZE];
    private final String[] names = new String[SIZE];
    private final byte[] extended = new byte[SIZE];
    private final byte[] header = new byte[SIZE];
    private final byte[] fecHeader = new byte[SIZE];
    private final byte[] timestamp = absent();
    private final byte[] fecWord = absent();
    private final byte[] requestNumber = absent();

    UrdmaOpcodeTable() {
        for (int opcode = 0; opcode < SIZE; opcode++) {
            names[opcode] = Opcode.name(opcode);
        }
        for (int opcode = UrdmaOpcode.SEND_FIRST; opcode < UrdmaOpcode.REPAIR_REQUESTS; opcode++) {
            int base = UrdmaOpcode.base(opcode);
            if (Opcode.known(base)) {
                addOperation(opcode, base);
            }
        }
        addRepair(UrdmaOpcode.REPAIR_REQUESTS, "URDMA_REPAIR_REQUESTS");
        addRepair(UrdmaOpcode.REPAIR_ANSWERS, "URDMA_REPAIR_ANSWERS");
        int report = ExtendedAeth.LENGTH + ReportHeader.LENGTH;
        addControl(UrdmaOpcode.REPORT_REQUESTS, "URDMA_REPORT_REQUESTS", report);
        addControl(UrdmaOpcode.REPORT_ANSWERS, "URDMA_REPORT_ANSWERS", report);
        addControl(UrdmaOpcode.PROBE, "URDMA_PROBE", ProbeHeader.LENGTH);
        addControl(UrdmaOpcode.PATHS, "URDMA_PATHS", PathsPacket.HEADER);
        addControl(UrdmaOpcode.REPORT_PATHS, "URDMA_REPORT_PATHS", PathReportWriter.HEADER);
        addGrant();
    }

    private void addOperation(int opcode, int base) {
        String name = Opcode.name(base).replaceFirst("^RC_(RDMA_)?", "URDMA_");
        if (opcode == UrdmaOpcode.ACKNOWLEDGE) {
            addControl(opcode, name, ExtendedAeth.LENGTH + WORD);
            flags[opcode] = Opcode.flags(base);
            return;
        }
        int own = Opcode.flags(base) & ~Opcode.AETH;
        if ((own & Opcode.WRITE) != 0) {
            own |= Opcode.RETH;
        }
        int ends = extendedOf(own);
        boolean data = (own & Opcode.PAYLOAD) != 0;
        int plain = Bth.LENGTH + ends + TIMESTAMPS;
        int filler = (own & IMMEDIATE) != 0 ? 0 : WORD;
        flags[opcode] = own;
        names[opcode] = name;
        extended[opcode] = (byte) ends;
        timestamp[opcode] = (byte) (Bth.LENGTH + ends);
        header[opcode] = (byte) plain;
        fecHeader[opcode] = (byte) (data ? plain + FecWord.LENGTH + filler : plain);
        fecWord[opcode] = (byte) (data ? plain : UrdmaOpcode.ABSENT);
        if ((own & NUMBERED) != 0) {
            requestNumber[opcode] = (byte) (Bth.LENGTH + ends - WORD);
        } else if ((own & Opcode.RESPONSE) != 0) {
            requestNumber[opcode] = Bth.LENGTH;
        }
    }

    private static int extendedOf(int flags) {
        if ((flags & Opcode.ATOMIC) != 0) {
            return AtomicEth.LENGTH + WORD;
        }
        if ((flags & Opcode.READ) != 0) {
            return Reth.LENGTH + WORD;
        }
        if ((flags & Opcode.ATOMIC_ACK_ETH) != 0) {
            return ResponsePlacement.LENGTH + AtomicAckEth.LENGTH;
        }
        return SendPlacement.LENGTH + ((flags & IMMEDIATE) != 0 ? ImmDt.LENGTH : 0);
    }

    private void addRepair(int opcode, String name) {
        addControl(opcode, name, RepairHeader.LENGTH);
        // T1 stands behind the first word; the coded header behind it counts as header too.
        extended[opcode] = WORD;
        timestamp[opcode] = Bth.LENGTH + WORD;
    }

    private void addGrant() {
        addControl(UrdmaOpcode.GRANT, "URDMA_GRANT", GrantPacket.LENGTH);
        extended[UrdmaOpcode.GRANT] = 0;
        timestamp[UrdmaOpcode.GRANT] = Bth.LENGTH;
    }

    private void addControl(int opcode, String name, int length) {
        names[opcode] = name;
        extended[opcode] = (byte) length;
        header[opcode] = (byte) (Bth.LENGTH + length);
        fecHeader[opcode] = header[opcode];
    }

    private static byte[] absent() {
        byte[] offsets = new byte[SIZE];
        Arrays.fill(offsets, (byte) UrdmaOpcode.ABSENT);
        return offsets;
    }

    int[] flags() {
        return flags;
    }

    String[] names() {
        return names;
    }

    byte[] extended() {
        return extended;
    }

    byte[] header() {
        return header;
    }

    byte[] fecHeader() {
        return fecHeader;
    }

    byte[] timestamp() {
        return timestamp;
    }

    byte[] fecWord() {
        return fecWord;
    }

    boolean[] isPlaced() {
        boolean[] placed = new boolean[SIZE];
        for (int opcode = 0; opcode < SIZE; opcode++) {
            placed[opcode] = isPlaced(opcode);
        }
        return placed;
    }

    private boolean isPlaced(int opcode) {
        return (flags[opcode] & PLACED) != 0 && opcode != UrdmaOpcode.ACKNOWLEDGE;
    }

    byte[] t1Field() {
        byte[] fields = new byte[SIZE];
        for (int opcode = 0; opcode < SIZE; opcode++) {
            boolean has = timestamp[opcode] != UrdmaOpcode.ABSENT;
            fields[opcode] = (byte) (has ? UrdmaBth.T1_OFFSET : 0);
        }
        return fields;
    }

    byte[] trField() {
        byte[] fields = new byte[SIZE];
        for (int opcode = 0; opcode < SIZE; opcode++) {
            boolean has = isPlaced(opcode) || opcode == UrdmaOpcode.GRANT;
            fields[opcode] = (byte) (has ? UrdmaBth.TR_OFFSET | 1 : 0);
        }
        return fields;
    }

    byte[] pathWord() {
        byte[] offsets = absent();
        for (int opcode = 0; opcode < SIZE; opcode++) {
            if (timestamp[opcode] != UrdmaOpcode.ABSENT && opcode != UrdmaOpcode.GRANT) {
                offsets[opcode] = (byte) (timestamp[opcode] + (isPlaced(opcode) ? 2 : 1) * WORD);
            }
        }
        return offsets;
    }

    /** Returns lengths of headers where several paths are agreed on. */
    byte[] withPathWord(byte[] lengths) {
        byte[] offsets = pathWord();
        byte[] longer = lengths.clone();
        for (int opcode = 0; opcode < SIZE; opcode++) {
            longer[opcode] += (byte) (offsets[opcode] == UrdmaOpcode.ABSENT ? 0 : PathWord.LENGTH);
        }
        return longer;
    }

    byte[] requestNumber() {
        return requestNumber;
    }
}
