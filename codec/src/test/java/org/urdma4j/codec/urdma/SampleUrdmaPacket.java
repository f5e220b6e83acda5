package org.urdma4j.codec.urdma;

import org.urdma4j.codec.ib.AtomicAckEth;
import org.urdma4j.codec.ib.AtomicEth;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.ImmDt;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.Reth;

import java.nio.ByteBuffer;

/** A packet of any opcode with a different value in every field. */
final class SampleUrdmaPacket {
    static final int FLAGS = Bth.SOLICITED | Bth.ACK_REQ | Bth.MIG_REQ | Bth.FECN;
    static final int P_KEY = 0x8123;
    static final int DEST_QP = 0xa1b2c3;
    static final int PSN = 0xfedcba;
    static final long VIRTUAL_ADDRESS = 0x8192_a3b4_c5d6_e7f8L;
    static final int R_KEY = 0x9abc_def1;
    static final int TO_END = 0x8765_4320;
    static final int MESSAGE_OFFSET = 0x9000_1000;
    static final int RMSN = 0xa000_0007;
    static final int REQUEST = 0xb000_0009;
    static final int IMMEDIATE = 0xcafe_f00d;
    static final long SWAP_ADD = 0xf011_2233_4455_6677L;
    static final long COMPARE = 0xe899_aabb_ccdd_eeffL;
    static final long ORIGINAL = 0xd0e0_f001_0203_0405L;
    static final int T1 = 0xe1e2_e3e4;
    static final int TR = 0xf1f2_f3f4;
    static final int PATH = 0xa9;
    static final int PPN = 0xf9f8f7;
    static final int SYNDROME = 0x2c;
    static final int MSN = 0xf1e2d3;
    static final int T3 = 0xc1c2_c3c4;
    static final int TS = 0xd1d2_d3d4;
    static final int CAUSE = 0xabcdef;

    private SampleUrdmaPacket() {}

    /** Writes the packet and returns its length from BTH to pad. */
    static int write(ByteBuffer b, int at, int opcode, boolean fec, int payloadLength) {
        return write(b, at, opcode, fec, false, payloadLength);
    }

    /** The same with or without a path word. */
    static int write(
            ByteBuffer b, int at, int opcode, boolean fec, boolean paths, int payloadLength) {
        int pad = Bth.padFor(payloadLength);
        UrdmaBth.write(b, at, opcode, FLAGS, pad, P_KEY, DEST_QP, PSN);
        writeExtended(b, at + Bth.LENGTH, opcode);
        int immediate = UrdmaOpcode.immediateOffset(opcode);
        if (immediate != UrdmaOpcode.ABSENT) {
            ImmDt.write(b, at + immediate, IMMEDIATE);
        }
        int timestamps = UrdmaOpcode.timestampOffset(opcode);
        if (timestamps != UrdmaOpcode.ABSENT) {
            b.putInt(at + timestamps, T1);
        }
        if (UrdmaOpcode.isPlaced(opcode)) {
            b.putInt(at + timestamps + Integer.BYTES, TR);
        }
        int payload = at + UrdmaOpcode.headerLength(opcode, fec, paths);
        if (fec && UrdmaOpcode.fecWordOffset(opcode) != UrdmaOpcode.ABSENT) {
            b.putInt(payload - Integer.BYTES, 0);
            FecWord.write(b, at + UrdmaOpcode.fecWordOffset(opcode, paths), 0xfffe, 0xfd, 2);
        }
        int word = at + UrdmaOpcode.pathWordOffset(opcode);
        if (paths && word >= at) {
            if (!UrdmaOpcode.isPlaced(opcode)) {
                b.putInt(word + PathWord.LENGTH, b.getInt(word)); // the rest of a repair header
            }
            PathWord.write(b, word, PATH, PPN);
        }
        for (int i = 0; i < payloadLength + pad; i++) {
            b.put(payload + i, i < payloadLength ? (byte) (7 * i + 51) : 0);
        }
        return payload - at + payloadLength + pad;
    }

    private static void writeExtended(ByteBuffer b, int at, int opcode) {
        int flags = UrdmaOpcode.flags(opcode);
        if ((flags & Opcode.ATOMIC) != 0) {
            AtomicEth.write(b, at, VIRTUAL_ADDRESS, R_KEY, SWAP_ADD, COMPARE);
            b.putInt(at + AtomicEth.LENGTH, REQUEST);
        } else if ((flags & Opcode.RETH) != 0) {
            Reth.write(b, at, VIRTUAL_ADDRESS, R_KEY, TO_END);
            if ((flags & Opcode.READ) != 0) {
                b.putInt(at + Reth.LENGTH, REQUEST);
            }
        } else if ((flags & Opcode.SEND) != 0) {
            SendPlacement.write(b, at, RMSN, MESSAGE_OFFSET, TO_END);
        } else if (UrdmaOpcode.isPlaced(opcode)) {
            ResponsePlacement.write(b, at, REQUEST, MESSAGE_OFFSET, TO_END);
            if (opcode == UrdmaOpcode.ATOMIC_ACKNOWLEDGE) {
                AtomicAckEth.write(b, at + ResponsePlacement.LENGTH, ORIGINAL);
            }
        } else if (opcode == UrdmaOpcode.ACKNOWLEDGE) {
            ExtendedAeth.write(b, at, SYNDROME, MSN, T3, TS, CAUSE, T1);
            ExtendedAeth.writeRmsn(b, at, RMSN);
        } else if (opcode == UrdmaOpcode.PROBE) {
            ProbeHeader.write(b, at, ProbeHeader.CHALLENGE_ANSWER, ORIGINAL, TO_END);
        } else if (opcode == UrdmaOpcode.PATHS) {
            PathsPacket.write(b, at, T1, TR, 0, 0xfe, 0xfd, true);
        } else if (opcode == UrdmaOpcode.REPORT_PATHS) {
            PathReportWriter writer = new PathReportWriter();
            writer.begin(b, at, PathReportWriter.HEADER, T3);
            writer.end();
        } else if (opcode == UrdmaOpcode.GRANT) {
            GrantPacket.write(b, at, T1, TS, GrantPacket.DEMAND, ORIGINAL, SWAP_ADD);
        } else if (opcode == UrdmaOpcode.REPAIR_REQUESTS || opcode == UrdmaOpcode.REPAIR_ANSWERS) {
            RepairHeader.write(b, at, 3, 4, 0xfffe, T1, 0xc5, 0x90, 0xf123);
        } else {
            ExtendedAeth.write(b, at, SYNDROME, MSN, T3, TS, CAUSE, T1);
            ReportWriter writer = new ReportWriter();
            int report = at + ExtendedAeth.LENGTH;
            writer.begin(b, report, ReportHeader.LENGTH, 5, 0, 0, new ReportCounters(), 0);
            writer.end();
        }
    }
}
