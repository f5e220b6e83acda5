package org.urdma4j.transport.urdma.fec;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.PacketStatus;
import org.urdma4j.codec.ib.Psn;
import org.urdma4j.codec.urdma.FecWord;
import org.urdma4j.codec.urdma.PathWord;
import org.urdma4j.codec.urdma.RepairHeader;
import org.urdma4j.codec.urdma.UrdmaBth;
import org.urdma4j.codec.urdma.UrdmaOpcode;
import org.urdma4j.codec.urdma.UrdmaPacket;
import org.urdma4j.fec.FecDecoder;
import org.urdma4j.fec.FecScheme;
import org.urdma4j.transport.urdma.offer.Agreement;
import org.urdma4j.transport.urdma.report.InboundSpace;
import org.urdma4j.transport.wire.ReceivedPacket;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * Forward error correction of what one sequence space receives: enters first transmissions and
 * repair packets, and makes packets again of what they give back. It tells the reports which holes
 * may still be repaired.
 */
public final class RepairReceiver {
    private static final int MOST_BYTES = 64 << 20;
    private static final int FLAGS_BYTE = 1;

    /** No group is longer. */
    private static final int FURTHEST_BEHIND = FecScheme.MAX_MEMBERS;

    private final Agreement agreement;
    private final InboundSpace space;
    private FecDecoder decoder;
    private ReceivedPacket holder;
    private MemorySegment memory;
    private ByteBuffer buffer;
    private long groupFirst = -1;

    public RepairReceiver(Agreement agreement, InboundSpace space) {
        this.agreement = agreement;
        this.space = space;
    }

    public void clear() {
        decoder = null;
        groupFirst = -1;
    }

    /** Enters a first transmission that is in a group. */
    public void onMember(ReceivedPacket raw, long psn) {
        prepare(raw);
        UrdmaPacket packet = raw.urdma();
        int scheme = packet.fecScheme();
        if (scheme == FecWord.NONE) {
            if (groupFirst >= 0 && psn > groupFirst) {
                release(Long.MIN_VALUE);
            }
            return;
        }
        long first = psn - packet.fecIndex();
        if (first > groupFirst) {
            groupFirst = first;
            space.sack.holdFrom(first);
        }
        if (!decoder.member(first, packet.fecIndex(), packet.fecR(), scheme)) {
            return;
        }
        int bits = packet.buffer().get(packet.offset() + FLAGS_BYTE) & RepairHeader.CODED_BITS;
        if (!decoder.header(packet.opcode(), bits, packet.codedLength())) {
            return;
        }
        int extended = UrdmaOpcode.extendedLength(packet.opcode());
        int offset = FecScheme.UNIT_HEADER_BYTES;
        decoder.bytes(offset, raw.memory(), raw.memoryAt(packet.extendedOffset()), extended);
        if (raw.carriesPayload()) {
            decoder.bytes(
                    offset + extended,
                    raw.memory(),
                    raw.memoryAt(packet.payloadOffset()),
                    packet.codedLength() - extended);
        }
        decoder.endMember();
    }

    /** Returns whether the peer may have sent a repair packet of this group by now. */
    public boolean mayBegin(UrdmaPacket packet) {
        long first = Psn.unwrap(space.sack.cumulative(), packet.psn());
        long behind = space.sack.cumulative() - first;
        return behind <= FURTHEST_BEHIND && space.sack.expects(first);
    }

    /** Enters a repair packet. */
    public void onRepair(ReceivedPacket raw) {
        prepare(raw);
        UrdmaPacket packet = raw.urdma();
        ByteBuffer b = packet.buffer();
        int header = packet.offset() + Bth.LENGTH;
        int scheme = packet.solicited() ? FecScheme.TWO_DIMENSIONAL : FecScheme.INTERLEAVED;
        long first = Psn.unwrap(space.sack.cumulative(), packet.psn());
        int r = RepairHeader.r(b, header);
        int m = RepairHeader.m(b, header);
        int index = RepairHeader.index(b, header);
        int unit = header + 2 * Integer.BYTES + (packet.hasPathWord() ? PathWord.LENGTH : 0);
        int length = packet.offset() + packet.length() - unit;
        decoder.forget(space.sack.cumulative());
        decoder.repair(
                first,
                index,
                r,
                m,
                scheme,
                raw.memory(),
                raw.memoryAt(unit),
                Math.min(length, agreement.unitSize()));
        boolean last =
                FecScheme.valid(scheme, r)
                        && FecScheme.fits(scheme, r, m)
                        && index == FecScheme.parities(scheme, r, m) - 1;
        if (last && first >= groupFirst) {
            release(first + m);
        }
    }

    /** What is missing before {@code settled} won't be repaired any more. */
    private void release(long settled) {
        groupFirst = -1;
        space.sack.holdFrom(Long.MAX_VALUE);
        space.sack.settle(settled);
    }

    /** Makes the next packet that was given back; returns false when there is none. */
    public boolean next(ReceivedPacket like) {
        while (decoder != null && decoder.nextRepaired()) {
            int opcode = decoder.opcode();
            int coded = decoder.codedLength();
            int extended = UrdmaOpcode.extendedLength(opcode);
            int headers = UrdmaOpcode.headerLength(opcode, true, agreement.paths());
            boolean coding = UrdmaOpcode.fecWordOffset(opcode) != UrdmaOpcode.ABSENT;
            if (!coding || coded < extended) {
                continue;
            }
            build(like, opcode, coded, extended, headers);
            int length = headers + coded - extended;
            holder.wrap(buffer, memory, 0, 0, length, like.source());
            if (holder.isUrdma() && holder.readUrdma(true, agreement.paths()) == PacketStatus.OK) {
                return true;
            }
        }
        return false;
    }

    private void build(ReceivedPacket like, int opcode, int coded, int extended, int headers) {
        long unit = decoder.unitOffset() + FecScheme.UNIT_HEADER_BYTES;
        buffer.clear();
        UrdmaBth.write(buffer, 0, opcode, 0, 0, 0, 0, (int) decoder.repairedPsn() & Psn.MASK);
        buffer.put(FLAGS_BYTE, (byte) decoder.flags());
        MemorySegment.copy(decoder.unit(), unit, memory, Bth.LENGTH, extended);
        for (int i = Bth.LENGTH + extended; i < headers; i++) {
            buffer.put(i, (byte) 0);
        }
        if (like.carriesPayload()) {
            MemorySegment.copy(
                    decoder.unit(), unit + extended, memory, headers, (long) coded - extended);
        }
    }

    /** Returns the packet that {@link #next} has made, parsed. */
    public ReceivedPacket packet() {
        return holder;
    }

    /** Returns its sequence number. */
    public long psn() {
        return decoder.repairedPsn();
    }

    private void prepare(ReceivedPacket raw) {
        if (decoder != null) {
            return;
        }
        int groups = Math.max(1, agreement.own().fecGroups());
        int unit = agreement.unitSize();
        long bytes = Math.min(MOST_BYTES, Math.max(2L, 64L * groups) * unit);
        decoder = new FecDecoder(unit, raw.carriesPayload(), groups, (int) bytes);
        if (holder == null) {
            holder = raw.another();
            memory = Arena.ofAuto().allocate(agreement.fullPacket(), Long.BYTES);
            buffer = memory.asByteBuffer();
        }
    }
}
