package org.urdma4j.codec.urdma;

import org.urdma4j.codec.ib.AtomicAckEth;
import org.urdma4j.codec.ib.AtomicEth;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.ImmDt;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.Reth;

/** The headers of each opcode, for {@link UrdmaOpcode}. */
final class UrdmaOpcodeTable {
    private static final int SIZE = 256;
    private static final int WORD = Integer.BYTES;
    private static final int TIMESTAMPS = 2 * WORD;
    private static final int IMMEDIATE = Opcode.IMMEDIATE | Opcode.IETH;
    private static final int NUMBERED = Opcode.READ | Opcode.ATOMIC;

    private final HeaderLayout[] layouts = new HeaderLayout[SIZE];

    private UrdmaOpcodeTable() {
        for (int opcode = 0; opcode < SIZE; opcode++) {
            layouts[opcode] = HeaderLayout.unknown(Opcode.name(opcode));
        }
        for (int opcode = UrdmaOpcode.SEND_FIRST; opcode < UrdmaOpcode.REPAIR_REQUESTS; opcode++) {
            int base = UrdmaOpcode.base(opcode);
            if (Opcode.known(base)) {
                addOperation(opcode, base);
            }
        }
        // T1 stands behind the first word; the coded header behind it counts as header too.
        int t1 = Bth.LENGTH + WORD;
        addRepair(UrdmaOpcode.REPAIR_REQUESTS, "URDMA_REPAIR_REQUESTS", t1);
        addRepair(UrdmaOpcode.REPAIR_ANSWERS, "URDMA_REPAIR_ANSWERS", t1);
        int report = ExtendedAeth.LENGTH + ReportHeader.LENGTH;
        addControl(UrdmaOpcode.REPORT_REQUESTS, "URDMA_REPORT_REQUESTS", report);
        addControl(UrdmaOpcode.REPORT_ANSWERS, "URDMA_REPORT_ANSWERS", report);
        addControl(UrdmaOpcode.PROBE, "URDMA_PROBE", ProbeHeader.LENGTH);
        addControl(UrdmaOpcode.PATHS, "URDMA_PATHS", PathsPacket.HEADER);
        addControl(UrdmaOpcode.REPORT_PATHS, "URDMA_REPORT_PATHS", PathReportWriter.HEADER);
        layouts[UrdmaOpcode.GRANT] =
                HeaderLayout.grant("URDMA_GRANT", Bth.LENGTH + GrantPacket.LENGTH);
    }

    static HeaderLayout[] layouts() {
        return new UrdmaOpcodeTable().layouts;
    }

    private void addOperation(int opcode, int base) {
        String name = Opcode.name(base).replaceFirst("^RC_(RDMA_)?", "URDMA_");
        if (opcode == UrdmaOpcode.ACKNOWLEDGE) {
            layouts[opcode] =
                    HeaderLayout.control(name, Opcode.flags(base), ExtendedAeth.LENGTH + WORD);
            return;
        }
        int flags = Opcode.flags(base) & ~Opcode.AETH;
        if ((flags & Opcode.WRITE) != 0) {
            flags |= Opcode.RETH;
        }
        int extended = extendedOf(flags);
        int plain = Bth.LENGTH + extended + TIMESTAMPS;
        int filler = (flags & IMMEDIATE) != 0 ? 0 : WORD;
        int number = UrdmaOpcode.ABSENT;
        if ((flags & NUMBERED) != 0) {
            number = Bth.LENGTH + extended - WORD;
        } else if ((flags & Opcode.RESPONSE) != 0) {
            number = Bth.LENGTH;
        }
        layouts[opcode] =
                HeaderLayout.placed(name, flags, extended, plain, FecWord.LENGTH + filler, number);
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

    private void addRepair(int opcode, String name, int timestamp) {
        layouts[opcode] = HeaderLayout.repair(name, timestamp, Bth.LENGTH + RepairHeader.LENGTH);
    }

    private void addControl(int opcode, String name, int length) {
        layouts[opcode] = HeaderLayout.control(name, 0, length);
    }
}
