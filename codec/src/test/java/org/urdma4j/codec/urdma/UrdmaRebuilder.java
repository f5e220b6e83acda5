package org.urdma4j.codec.urdma;

import org.urdma4j.codec.ib.AtomicAckEth;
import org.urdma4j.codec.ib.AtomicEth;
import org.urdma4j.codec.ib.ImmDt;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.Reth;

import java.nio.ByteBuffer;

/** Writes the headers of a packet again from nothing but the values that were read from it. */
final class UrdmaRebuilder {
    private UrdmaRebuilder() {}

    /** Writes all headers from the beginning of {@code to} on; what follows them stays. */
    static void write(UrdmaPacket packet, ByteBuffer to, boolean fec, boolean paths) {
        int opcode = packet.opcode();
        to.put(0, new byte[UrdmaOpcode.headerLength(opcode, fec, paths)]);
        UrdmaBth.write(
                to,
                0,
                opcode,
                packet.bthFlags(),
                packet.padCount(),
                packet.pKey(),
                packet.destQp(),
                packet.psn());
        if (UrdmaOpcode.isPlaced(opcode)) {
            writePlaced(packet, to);
            to.putInt(UrdmaOpcode.timestampOffset(opcode), packet.t1());
            to.putInt(UrdmaOpcode.timestampOffset(opcode) + Integer.BYTES, packet.tr());
            writeFecWord(packet, to);
        } else {
            writeControl(packet, to);
        }
        if (packet.hasPathWord()) {
            PathWord.write(to, UrdmaOpcode.pathWordOffset(opcode), packet.path(), packet.ppn());
        }
    }

    private static void writePlaced(UrdmaPacket packet, ByteBuffer to) {
        int at = packet.extendedOffset() - packet.offset();
        if (packet.has(Opcode.ATOMIC)) {
            AtomicEth.write(
                    to,
                    at,
                    packet.virtualAddress(),
                    packet.rKey(),
                    packet.swapAdd(),
                    packet.compare());
            to.putInt(at + AtomicEth.LENGTH, packet.requestNumber());
        } else if (packet.has(Opcode.RETH)) {
            Reth.write(to, at, packet.virtualAddress(), packet.rKey(), packet.toEnd());
            if (packet.has(Opcode.READ)) {
                to.putInt(at + Reth.LENGTH, packet.requestNumber());
            }
        } else if (packet.has(Opcode.SEND)) {
            SendPlacement.write(
                    to, at, packet.rmsn(), (int) packet.messageOffset(), (int) packet.toEnd());
        } else {
            ResponsePlacement.write(
                    to,
                    at,
                    packet.requestNumber(),
                    (int) packet.messageOffset(),
                    (int) packet.toEnd());
            if (packet.has(Opcode.ATOMIC_ACK_ETH)) {
                AtomicAckEth.write(to, at + ResponsePlacement.LENGTH, packet.originalData());
            }
        }
        if (packet.has(Opcode.IMMEDIATE)) {
            ImmDt.write(to, UrdmaOpcode.immediateOffset(packet.opcode()), packet.immediate());
        } else if (packet.has(Opcode.IETH)) {
            ImmDt.write(to, UrdmaOpcode.immediateOffset(packet.opcode()), packet.invalidateRkey());
        }
    }

    private static void writeFecWord(UrdmaPacket packet, ByteBuffer to) {
        if (packet.hasFecWord()) {
            FecWord.write(
                    to,
                    UrdmaOpcode.fecWordOffset(packet.opcode(), packet.hasPathWord()),
                    packet.fecIndex(),
                    packet.fecR(),
                    packet.fecScheme());
        }
    }

    private static void writeControl(UrdmaPacket packet, ByteBuffer to) {
        ByteBuffer b = packet.buffer();
        int from = packet.extendedOffset();
        int at = from - packet.offset();
        switch (packet.opcode()) {
            case UrdmaOpcode.PROBE ->
                    ProbeHeader.write(
                            to,
                            at,
                            ProbeHeader.kind(b, from),
                            ProbeHeader.nonce(b, from),
                            (int) ProbeHeader.size(b, from));
            case UrdmaOpcode.PATHS -> writePaths(b, from, to, at);
            case UrdmaOpcode.REPORT_PATHS -> to.putInt(at, b.getInt(from));
            case UrdmaOpcode.GRANT ->
                    GrantPacket.write(
                            to,
                            at,
                            GrantPacket.t1(b, from),
                            GrantPacket.tr(b, from),
                            GrantPacket.kind(b, from),
                            GrantPacket.bytes(b, from),
                            GrantPacket.lost(b, from));
            case UrdmaOpcode.REPAIR_REQUESTS, UrdmaOpcode.REPAIR_ANSWERS -> {
                int moved = packet.hasPathWord() ? PathWord.LENGTH : 0;
                RepairHeader.write(
                        to,
                        at,
                        RepairHeader.index(b, from),
                        RepairHeader.r(b, from),
                        RepairHeader.m(b, from),
                        packet.t1(),
                        RepairHeader.opcodes(b, from + moved),
                        RepairHeader.bits(b, from + moved),
                        RepairHeader.codedLengths(b, from + moved));
                to.putInt(at + 8 + moved, to.getInt(at + 8)); // behind the path word
            }
            default -> {
                writeAeth(b, from, to, at);
                if (packet.opcode() == UrdmaOpcode.ACKNOWLEDGE) {
                    ExtendedAeth.writeRmsn(to, at, packet.rmsn());
                } else {
                    int report = from + ExtendedAeth.LENGTH;
                    to.put(at + ExtendedAeth.LENGTH, b, report, ReportHeader.LENGTH);
                }
            }
        }
    }

    private static void writePaths(ByteBuffer b, int from, ByteBuffer to, int at) {
        // A count or number that a list can't have is not written, and of no meaning.
        int counts = (PathsPacket.count(b, from) << 24) | (PathsPacket.number(b, from) << 16);
        int asks = PathsPacket.asks(b, from) ? 0x80 : 0;
        to.putInt(at + PathsPacket.T1, PathsPacket.t1(b, from));
        to.putInt(at + PathsPacket.TR, PathsPacket.tr(b, from));
        to.putInt(at + 8, counts | (PathsPacket.seen(b, from) << 8) | asks);
    }

    private static void writeAeth(ByteBuffer b, int from, ByteBuffer to, int at) {
        ExtendedAeth.write(
                to,
                at,
                ExtendedAeth.syndrome(b, from),
                ExtendedAeth.msn(b, from),
                ExtendedAeth.t3(b, from),
                ExtendedAeth.ts(b, from),
                ExtendedAeth.psn(b, from),
                ExtendedAeth.t1Echo(b, from));
    }

    /** Makes zero what the page calls reserved, and filler, of a packet that was accepted. */
    static void clearReserved(ByteBuffer b, int opcode, boolean fec, boolean paths) {
        int flags = UrdmaOpcode.flags(opcode);
        boolean answer = UrdmaOpcode.isPlaced(opcode) && (flags & Opcode.RESPONSE) != 0;
        if ((flags & Opcode.SEND) != 0 || answer) {
            b.putInt(12 + 12, 0);
        }
        if (fec && UrdmaOpcode.fecWordOffset(opcode) != UrdmaOpcode.ABSENT) {
            int filler = UrdmaOpcode.fecWordOffset(opcode, paths) + FecWord.LENGTH;
            b.put(filler, new byte[UrdmaOpcode.headerLength(opcode, true, paths) - filler]);
        }
        switch (opcode) {
            case UrdmaOpcode.PROBE -> b.putInt(12, b.getInt(12) & 0xff00_0000);
            case UrdmaOpcode.PATHS -> b.putInt(12 + 8, b.getInt(12 + 8) & ~0x7f);
            case UrdmaOpcode.GRANT -> b.putInt(20, b.getInt(20) & 0xff00_0000);
            case UrdmaOpcode.ACKNOWLEDGE, UrdmaOpcode.REPORT_REQUESTS, UrdmaOpcode.REPORT_ANSWERS ->
                    b.put(12 + 12, (byte) 0);
            default -> {
                // nothing more
            }
        }
    }
}
