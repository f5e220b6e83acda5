package org.urdma4j.transport.wire;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.PacketStatus;
import org.urdma4j.codec.ib.TransportPacket;
import org.urdma4j.codec.urdma.UrdmaOpcode;
import org.urdma4j.codec.urdma.UrdmaPacket;
import org.urdma4j.codec.urdma.VerificationTag;
import org.urdma4j.protection.packet.DatagramSeal;
import org.urdma4j.protection.packet.SealedHeader;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.memory.PayloadMover;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * A packet that came in, parsed, with access to its payload. Valid during the call that passes it.
 * Reused; not thread-safe.
 */
public final class ReceivedPacket implements PayloadSource {
    private final TransportPacket headers = new TransportPacket();
    private final UrdmaPacket urdmaHeaders = new UrdmaPacket();
    private final PayloadMover mover;
    private ByteBuffer buffer;
    private int offset;
    private int length;
    private MemorySegment memory;
    private long memoryBase;
    private Object source;
    private int payloadAt;
    private boolean congestionExperienced;
    private int arrivedAt;
    private boolean translatable;
    private boolean strange;
    private boolean urdma;
    private boolean sealed;
    private boolean sealedDatagram;
    private boolean notification;

    /** Creates a holder whose payload is moved by {@code mover}. */
    public ReceivedPacket(PayloadMover mover) {
        this.mover = mover;
    }

    /**
     * Points at a packet and parses its headers as far as one can without its queue pair: {@link
     * #headers} has what came of it.
     *
     * @param buffer holds the packet from its BTH on
     * @param memory the same bytes: index {@code i} of the buffer is at {@code memoryBase + i}
     * @param offset index of the BTH
     * @param length bytes from BTH to the end of padding, without the ICRC; more than the buffer
     *     holds when payload is carried by reference
     * @param source where it came from, for {@link Route#isFrom}
     */
    public void wrap(
            ByteBuffer buffer,
            MemorySegment memory,
            long memoryBase,
            int offset,
            int length,
            Object source) {
        this.memory = memory;
        this.memoryBase = memoryBase;
        this.source = source;
        this.buffer = buffer;
        this.offset = offset;
        this.length = length;
        congestionExperienced = false;
        arrivedAt = 0;
        translatable = false;
        strange = false;
        PacketStatus status = headers.wrap(buffer, offset, length);
        int opcode = headers.opcode();
        boolean unknown = status == PacketStatus.UNKNOWN_OPCODE;
        urdma = unknown && UrdmaOpcode.isUrdma(opcode);
        sealed = unknown && opcode == SealedHeader.OPCODE;
        sealedDatagram = unknown && opcode == DatagramSeal.OPCODE;
        notification = opcode == Opcode.CNP;
        payloadAt = status == PacketStatus.OK ? headers.payloadOffset() : offset;
    }

    /**
     * Says whether its IP header (or the traffic class of its GRH) had ECN 3, congestion
     * experienced (RFC 3168). To be called between {@link #wrap}, which takes it for no, and the
     * shard, by backends that see the header.
     */
    public void congestionExperienced(boolean experienced) {
        congestionExperienced = experienced;
    }

    /**
     * Says to which of the port's addresses it came, by the index of its GID. To be called between
     * {@link #wrap}, which takes it for the first, and the shard, by backends with several.
     */
    public void arrivedAt(int gidIndex) {
        arrivedAt = gidIndex;
    }

    /**
     * Says whether its ICRC is of the form that survives address translation, by which a peer says
     * that it is answered where its packets come from. To be called between {@link #wrap}, which
     * takes it for no, and the shard, by backends that check ICRCs.
     */
    public void translatable(boolean survives) {
        translatable = survives;
    }

    /** Returns whether its sender is answered at the UDP port that it came from. */
    public boolean translatable() {
        return translatable;
    }

    /**
     * Says whether it comes from where the peer isn't known to be, and nothing vouches for it, so
     * that it is no sign that the peer lives.
     */
    public void strange(boolean unknown) {
        strange = unknown;
    }

    /** Returns what {@link #strange(boolean)} said. */
    public boolean isStrange() {
        return strange;
    }

    public boolean isNotification() {
        return notification;
    }

    /** Returns the index of the GID that it came to. */
    public int arrivedAt() {
        return arrivedAt;
    }

    /** Returns whether a queue on its way marked it with congestion experienced. */
    public boolean congestionExperienced() {
        return congestionExperienced;
    }

    /** Returns the parsed headers; of a packet of the URDMA profile, its BTH. */
    public TransportPacket headers() {
        return headers;
    }

    /** Returns whether it is of the URDMA profile, and to be read with {@link #readUrdma}. */
    public boolean isUrdma() {
        return urdma;
    }

    /** Returns whether it is sealed, and to be opened by its queue pair before anything else. */
    public boolean isSealed() {
        return sealed;
    }

    /** Returns whether it is a sealed datagram between queue pairs 1. */
    public boolean isSealedDatagram() {
        return sealedDatagram;
    }

    /**
     * What was sealed has been opened where it stood: points at the plain packet in it.
     *
     * @param by bytes that it begins behind the sealed one
     * @param plainLength its bytes from BTH to the end of padding
     */
    public void unsealed(int by, int plainLength) {
        boolean marked = congestionExperienced;
        int at = arrivedAt;
        boolean survives = translatable;
        wrap(buffer, memory, memoryBase, offset + by, plainLength, source);
        congestionExperienced = marked;
        arrivedAt = at;
        translatable = survives;
    }

    /**
     * Takes the verification tag out of a packet in the clear, which then stands there without it,
     * a few bytes further on.
     *
     * @return why it isn't the peer's, null if it has the tag
     */
    public Counter removeTag(int tag) {
        if (length < Bth.LENGTH + VerificationTag.LENGTH) {
            return Counter.DROPPED_MALFORMED;
        }
        if (!VerificationTag.remove(buffer, offset, tag)) {
            return Counter.DROPPED_WRONG_PEER;
        }
        offset += VerificationTag.LENGTH;
        length -= VerificationTag.LENGTH;
        return null;
    }

    /**
     * Parses a packet of the URDMA profile, once its queue pair is known.
     *
     * @param fec whether the queue pair has forward error correction enabled
     * @param paths whether it has agreed on several paths
     * @return {@link PacketStatus#OK} or why {@link #urdma} can't be used
     */
    public PacketStatus readUrdma(boolean fec, boolean paths) {
        PacketStatus status = urdmaHeaders.wrap(buffer, offset, length, fec, paths);
        payloadAt = status == PacketStatus.OK ? urdmaHeaders.payloadOffset() : offset;
        return status;
    }

    /** Returns the headers that {@link #readUrdma} has parsed. */
    public UrdmaPacket urdma() {
        return urdmaHeaders;
    }

    /** Returns what holds the packet from its BTH on, at {@link #offset}. */
    public ByteBuffer buffer() {
        return buffer;
    }

    public int offset() {
        return offset;
    }

    /** Returns the bytes from BTH to the end of padding. */
    public int length() {
        return length;
    }

    public Object source() {
        return source;
    }

    /** Returns whether payload is there, not carried by reference. */
    public boolean carriesPayload() {
        return mover != PayloadMover.BY_REFERENCE;
    }

    /** Returns the memory of the packet; {@link #memoryAt} tells where in it. */
    public MemorySegment memory() {
        return memory;
    }

    /** Returns where in {@link #memory} index {@code i} of the buffer is. */
    public long memoryAt(int i) {
        return memoryBase + i;
    }

    /** Returns a holder for another packet, whose payload is moved likewise. */
    public ReceivedPacket another() {
        return new ReceivedPacket(mover);
    }

    @Override
    public void payloadTo(int payloadOffset, MemorySegment to, long toOffset, long n) {
        mover.move(memory, memoryBase + payloadAt + payloadOffset, to, toOffset, n);
    }
}
