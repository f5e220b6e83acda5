package org.urdma4j.transport.queue;

import org.urdma4j.transport.wire.Route;
import org.urdma4j.transport.wire.TransmitBatch;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WrOpcode;

import java.lang.foreign.MemorySegment;

/**
 * What an application asked for: the part of a slot of the send queue that the posting thread
 * writes. Each cache line that it writes has to come from the processor that the event loop is on,
 * so what few requests have is elsewhere.
 */
public abstract class SendRequest extends Wqe {
    private static final int ANSWERED = 1;
    private static final int ATOMIC = 1 << 1;
    private static final int CONSUMES_RECEIVE = 1 << 2;
    private static final int LOCAL = 1 << 3;
    private static final int WRITES = 1 << 4;
    private static final int KNOWN = 1 << 5;

    private final ScatterGather sges;
    private final MemorySegment inlineArea;

    private long wrId;
    private WrOpcode opcode;

    /** What follows from the opcode. */
    private int kind;

    private int flags;

    /** As in a {@code struct ibv_send_wr}: a request that invalidates has no immediate data. */
    private int immediateOrKey;

    private long remoteAddress;
    private int rkey;
    private boolean broken;

    /** Made when the slot first has a request with some. */
    private ExtendedWqe extended;

    SendRequest(int maxSge, MemorySegment inlineArea) {
        this.sges = new ScatterGather(maxSge);
        this.inlineArea = inlineArea;
    }

    void fill(SendWr wr, Route to) {
        wrId = wr.wrId();
        if (opcode != wr.opcode()) { // with each reference a collector notes that it was written
            opcode = wr.opcode();
            kind = kindOf(opcode);
        }
        flags = wr.sendFlags();
        immediateOrKey = invalidates() ? wr.invalidateRkey() : wr.immData();
        remoteAddress = wr.remoteAddr();
        rkey = wr.rkey();
        if (ExtendedWqe.has(wr, to)) {
            if (extended == null) {
                extended = new ExtendedWqe();
            }
            extended.fill(wr, to);
        }
        fillContent(wr);
    }

    private static int kindOf(WrOpcode opcode) {
        return switch (opcode) {
            case ATOMIC_CMP_AND_SWP, ATOMIC_FETCH_AND_ADD -> KNOWN | ATOMIC | ANSWERED;
            case RDMA_READ -> KNOWN | ANSWERED;
            case RDMA_WRITE -> KNOWN | WRITES;
            case RDMA_WRITE_WITH_IMM -> KNOWN | WRITES | CONSUMES_RECEIVE;
            case SEND, SEND_WITH_IMM, SEND_WITH_INV -> KNOWN | CONSUMES_RECEIVE;
            case LOCAL_INV, BIND_MW -> LOCAL;
            default -> 0;
        };
    }

    private boolean invalidates() {
        return opcode == WrOpcode.SEND_WITH_INV || opcode == WrOpcode.LOCAL_INV;
    }

    private void fillContent(SendWr wr) {
        sges.clear();
        if (opcode == WrOpcode.BIND_MW) {
            return;
        }
        if (has(SendFlags.INLINE)) {
            MemorySegment data = wr.inlineData();
            sges.clear(data.byteSize());
            MemorySegment.copy(data, 0, inlineArea, 0, data.byteSize());
            return;
        }
        for (int i = 0; i < wr.numSge(); i++) {
            sges.add(wr.sgeAddr(i), wr.sgeLength(i), wr.sgeLkey(i));
        }
    }

    void release() {
        sges.release();
        if (broken) {
            broken = false;
        }
        if (extended != null) {
            extended.release();
        }
    }

    public long wrId() {
        return wrId;
    }

    public WrOpcode opcode() {
        return opcode;
    }

    /** Returns whether it is of a kind that is sent. */
    public boolean isKnown() {
        return (kind & KNOWN) != 0;
    }

    /** Returns whether it is a WRITE, with immediate data or without. */
    public boolean writes() {
        return (kind & WRITES) != 0;
    }

    public boolean isAtomic() {
        return (kind & ATOMIC) != 0;
    }

    /** Returns whether the request completes by data that comes back, not by an acknowledgement. */
    public boolean isAnswered() {
        return (kind & ANSWERED) != 0;
    }

    /** Returns whether the request takes a receive that the peer has posted. */
    public boolean consumesReceive() {
        return (kind & CONSUMES_RECEIVE) != 0;
    }

    /** Returns whether the request changes keys here and sends nothing. */
    public boolean isLocal() {
        return (kind & LOCAL) != 0;
    }

    public boolean has(int flag) {
        return (flags & flag) != 0;
    }

    public int immediate() {
        return immediateOrKey;
    }

    public int invalidateRkey() {
        return immediateOrKey;
    }

    public long remoteAddress() {
        return remoteAddress;
    }

    public int rkey() {
        return rkey;
    }

    /** Returns any key of the window to bind; {@link #rkey()} is the one that it is to have. */
    public int windowKey() {
        return extended.windowKey;
    }

    /** Returns the local key of the region to bind a window to. */
    public int bindLkey() {
        return extended.bindLkey;
    }

    /** Returns where in the region the window begins. */
    public long bindAddress() {
        return extended.bindAddress;
    }

    public long bindLength() {
        return extended.bindLength;
    }

    public int bindAccess() {
        return extended.bindAccess;
    }

    public long compareAdd() {
        return extended.compareAdd;
    }

    public long swap() {
        return extended.swap;
    }

    /** Returns where a datagram goes; null if it was posted without a destination. */
    public Route route() {
        return extended == null ? null : extended.route;
    }

    public int remoteQpn() {
        return extended.remoteQpn;
    }

    public int remoteQkey() {
        return extended.remoteQkey;
    }

    public ScatterGather sges() {
        return sges;
    }

    /** Returns the bytes of the message; eight for an atomic operation's answer. */
    public long length() {
        return sges.total;
    }

    /** Adds payload to the open packet; see {@link ScatterGather#gather}. */
    public int gather(long offset, int n, TransmitBatch batch, int at) {
        return has(SendFlags.INLINE)
                ? batch.payload(at, inlineArea, offset, n)
                : sges.gather(offset, n, batch, at);
    }

    /**
     * As {@link #gather}, of a request that the peer acknowledges: {@link ScatterGather#attach}.
     */
    public int attach(long offset, int n, TransmitBatch batch, int at) {
        return has(SendFlags.INLINE)
                ? batch.payload(at, inlineArea, offset, n)
                : sges.attach(offset, n, batch, at);
    }

    /** Returns whether its memory was found unusable when it was taken up. */
    public boolean broken() {
        return broken;
    }

    void markBroken() {
        broken = true;
    }
}
