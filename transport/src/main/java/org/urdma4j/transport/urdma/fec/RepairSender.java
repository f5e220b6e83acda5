package org.urdma4j.transport.urdma.fec;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Psn;
import org.urdma4j.codec.urdma.FecWord;
import org.urdma4j.codec.urdma.PathWord;
import org.urdma4j.codec.urdma.RepairHeader;
import org.urdma4j.codec.urdma.Timestamp;
import org.urdma4j.codec.urdma.UrdmaBth;
import org.urdma4j.codec.urdma.UrdmaOpcode;
import org.urdma4j.fec.FecEncoder;
import org.urdma4j.fec.FecMode;
import org.urdma4j.fec.FecPolicy;
import org.urdma4j.fec.FecScheme;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.urdma.offer.Agreement;
import org.urdma4j.transport.urdma.path.SendPaths;
import org.urdma4j.transport.urdma.report.PathLoss;
import org.urdma4j.transport.urdma.report.SendBudget;
import org.urdma4j.transport.wire.TransmitBatch;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * Forward error correction of what one sequence space sends: decides which packets form a group,
 * enters each as it is written, and writes the repair packets when the group is full. Only first
 * transmissions take part.
 */
public final class RepairSender {
    private final QpContext qp;
    private final int opcode;
    private final int fullPacket;
    private final int unitSize;
    private final boolean enabled;

    /** Null unless it is enabled. */
    private final FecPolicy policy;

    private final SendPaths paths;
    private FecEncoder encoder;
    private boolean open;
    private int wanted;
    private int due;
    private int written;

    /**
     * Creates it.
     *
     * @param opcode of its repair packets
     * @param paths writes path words, null if there is one path
     */
    public RepairSender(QpContext qp, Agreement agreement, int opcode, SendPaths paths) {
        this.qp = qp;
        this.opcode = opcode;
        this.paths = paths;
        fullPacket = agreement.fullPacket();
        unitSize = agreement.unitSize();
        FecMode mode = agreement.fecMode();
        enabled = mode.kind() != FecMode.Kind.OFF;
        policy = enabled ? new FecPolicy(mode, FecMode.MOST_REPAIRS) : null;
    }

    public void clear() {
        open = false;
        due = 0;
        written = 0;
    }

    public boolean enabled() {
        return enabled;
    }

    /** Says how the path is, see {@link FecPolicy#path}. */
    public void path(PathLoss loss, long bdpPackets) {
        if (enabled) {
            policy.path(loss.share(), loss.meanBurst(), loss.longBurst(), bdpPackets);
        }
    }

    /**
     * The next packet may join the group, or begin one; see {@link FecPolicy#next}.
     *
     * @param psn of that packet, which carries payload
     */
    public void onNext(
            TransmitBatch batch, long psn, long messageSize, long messageLeft, long transferLeft) {
        if (!enabled || open || !policy.next(messageSize, messageLeft, transferLeft)) {
            return;
        }
        if (encoder == null) {
            encoder = new FecEncoder(unitSize, batch.carriesPayload(), FecMode.MOST_REPAIRS);
        }
        encoder.open(psn, policy.scheme(), policy.r(), policy.k());
        wanted = policy.members();
        open = true;
        if (paths != null) {
            paths.onGroup();
        }
    }

    /** Returns whether the packet that is written now is in a group. */
    public boolean open() {
        return open;
    }

    /** Writes the FEC word of a packet that {@link #open} said is in a group. */
    public void stamp(ByteBuffer b, int at) {
        FecWord.write(b, at, encoder.index(), encoder.r(), encoder.scheme());
    }

    /**
     * Enters the packet that has been written, with its payload.
     *
     * @param at where it begins in the batch
     * @param headers bytes from there to its payload
     * @param payload bytes of its payload and padding
     */
    public void enter(TransmitBatch batch, int at, int packetOpcode, int headers, int payload) {
        int extended = UrdmaOpcode.extendedLength(packetOpcode);
        ByteBuffer b = batch.buffer();
        int bits = b.get(at + 1) & RepairHeader.CODED_BITS;
        encoder.header(packetOpcode, bits, extended + payload);
        MemorySegment memory = batch.memory();
        int offset = FecScheme.UNIT_HEADER_BYTES;
        encoder.bytes(offset, memory, at + (long) Bth.LENGTH, extended);
        if (batch.carriesPayload()) {
            encoder.bytes(offset + extended, memory, at + (long) headers, payload);
        }
        encoder.endMember();
        if (encoder.members() >= wanted) {
            close();
        }
    }

    /** Ends the group, because it is full or the next packet can't be in one. */
    public void close() {
        if (open) {
            open = false;
            due = encoder.close();
            written = 0;
        }
    }

    /** Returns whether repair packets are to be sent before anything else of this space. */
    public boolean due() {
        return written < due;
    }

    /** Adds the next repair packet to a batch; returns false when that has no room for it. */
    public boolean poll(TransmitBatch batch, SendBudget sending, long nowNs) {
        int length = length();
        if (!batch.accepts(length)) {
            return false;
        }
        write(batch, length, nowNs);
        sending.onSent(length, nowNs);
        return true;
    }

    /** Returns the bytes of the next repair packet, from BTH to ICRC. */
    private int length() {
        int parity = (encoder.length(written) + 3) & ~3;
        int length = headerLength() + parity + TransmitBatch.ICRC_LENGTH;
        // Members without immediate data leave its place empty: one wire size, see wire format 9.
        return fullPacket - length == Integer.BYTES ? fullPacket : length;
    }

    private int headerLength() {
        return Bth.LENGTH + 2 * Integer.BYTES + (paths == null ? 0 : PathWord.LENGTH);
    }

    private void write(TransmitBatch batch, int length, long nowNs) {
        int at = batch.begin(qp.outward());
        ByteBuffer b = batch.buffer();
        boolean table = encoder.scheme() == FecScheme.TWO_DIMENSIONAL;
        int psn = (int) encoder.firstPsn() & Psn.MASK;
        UrdmaBth.write(b, at, opcode, table ? Bth.SOLICITED : 0, 0, qp.pKey, qp.destQpn, psn);
        RepairHeader.write(
                b,
                at + Bth.LENGTH,
                written,
                encoder.r(),
                encoder.members(),
                Timestamp.of(nowNs),
                0,
                0,
                0);
        if (paths != null) {
            paths.stampRepair(b, at + UrdmaOpcode.pathWordOffset(opcode), nowNs);
        }
        int unit = at + headerLength();
        int held = encoder.heldLength(written);
        MemorySegment.copy(encoder.parity(written), 0, batch.memory(), unit, held);
        int end = unit + held;
        if (batch.carriesPayload()) {
            end = batch.pad(end, at + length - TransmitBatch.ICRC_LENGTH - end);
        }
        batch.end(end, length);
        written++;
        qp.count(Counter.REPAIR_SENT);
    }
}
