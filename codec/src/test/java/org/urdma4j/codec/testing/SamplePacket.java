package org.urdma4j.codec.testing;

import org.urdma4j.codec.ib.Aeth;
import org.urdma4j.codec.ib.AethSyndrome;
import org.urdma4j.codec.ib.AtomicAckEth;
import org.urdma4j.codec.ib.AtomicEth;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Cnp;
import org.urdma4j.codec.ib.Deth;
import org.urdma4j.codec.ib.Feth;
import org.urdma4j.codec.ib.Ieth;
import org.urdma4j.codec.ib.ImmDt;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.Reth;

import java.nio.ByteBuffer;

/** A packet of any opcode with a different value in every field. */
public final class SamplePacket {
    public static final int P_KEY = 0x8123;
    public static final int DEST_QP = 0xa1b2c3;
    public static final int PSN = 0xfedcba;
    public static final int FLAGS = Bth.SOLICITED | Bth.ACK_REQ;
    public static final long VIRTUAL_ADDRESS = 0x8192_a3b4_c5d6_e7f8L;
    public static final int R_KEY = 0x9abc_def1;
    public static final long DMA_LENGTH = 0x8000_0000L;
    public static final int SYNDROME = AethSyndrome.ack(0x11);
    public static final int MSN = 0xf1e2d3;
    public static final int IMMEDIATE = 0xcafe_f00d;
    public static final int INVALIDATED = 0x8765_4321;
    public static final long SWAP_ADD = 0xf011_2233_4455_6677L;
    public static final long COMPARE = 0xe899_aabb_ccdd_eeffL;
    public static final long ORIGINAL = 0xd0e0_f001_0203_0405L;
    public static final int Q_KEY = 0x8111_1111;
    public static final int SRC_QP = 0xc3b2a1;
    public static final int PLACEMENT = 0xa;
    public static final int SELECTIVITY = 2;

    private SamplePacket() {}

    /** Writes the packet at {@code at} and returns its length without the ICRC. */
    public static int write(ByteBuffer b, int at, int opcode, int payloadLength) {
        return write(b, at, opcode, payloadLength, SYNDROME);
    }

    /** Writes the packet with another syndrome where there is an AETH. */
    public static int write(ByteBuffer b, int at, int opcode, int payloadLength, int syndrome) {
        int pad = Bth.padFor(payloadLength);
        int flags = opcode == Opcode.CNP ? Bth.BECN : FLAGS;
        Bth.write(b, at, opcode, flags, pad, P_KEY, DEST_QP, opcode == Opcode.CNP ? 0 : PSN);
        writeExtendedHeaders(b, at, opcode, syndrome);
        int payload = at + Opcode.headerLength(opcode);
        for (int i = 0; i < payloadLength; i++) {
            b.put(payload + i, (byte) (7 * i + 51));
        }
        for (int i = payloadLength; i < payloadLength + pad; i++) {
            b.put(payload + i, (byte) 0);
        }
        return Opcode.headerLength(opcode) + payloadLength + pad;
    }

    private static void writeExtendedHeaders(ByteBuffer b, int at, int opcode, int syndrome) {
        int flags = Opcode.flags(opcode);
        if ((flags & Opcode.FETH) != 0) {
            Feth.write(b, at + Opcode.fethOffset(opcode), PLACEMENT, SELECTIVITY);
        }
        if ((flags & Opcode.DETH) != 0) {
            Deth.write(b, at + Opcode.dethOffset(opcode), Q_KEY, SRC_QP);
        }
        if ((flags & Opcode.RETH) != 0) {
            Reth.write(b, at + Opcode.rethOffset(opcode), VIRTUAL_ADDRESS, R_KEY, DMA_LENGTH);
        }
        if ((flags & Opcode.ATOMIC_ETH) != 0) {
            int header = at + Opcode.atomicEthOffset(opcode);
            AtomicEth.write(b, header, VIRTUAL_ADDRESS, R_KEY, SWAP_ADD, COMPARE);
        }
        if ((flags & Opcode.AETH) != 0) {
            Aeth.write(b, at + Opcode.aethOffset(opcode), syndrome, MSN);
        }
        if ((flags & Opcode.ATOMIC_ACK_ETH) != 0) {
            AtomicAckEth.write(b, at + Opcode.atomicAckEthOffset(opcode), ORIGINAL);
        }
        if ((flags & Opcode.IMMEDIATE) != 0) {
            ImmDt.write(b, at + Opcode.immediateOffset(opcode), IMMEDIATE);
        }
        if ((flags & Opcode.IETH) != 0) {
            Ieth.write(b, at + Opcode.iethOffset(opcode), INVALIDATED);
        }
        if ((flags & Opcode.CONGESTION) != 0) {
            Cnp.write(b, at + Opcode.cnpOffset(opcode));
        }
    }
}
