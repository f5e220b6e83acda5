package org.urdma4j.transport.queue;

import org.urdma4j.transport.wire.Route;
import org.urdma4j.transport.wire.TransmitBatch;
import org.urdma4j.verbs.MwBindInfo;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WrOpcode;

import java.lang.foreign.MemorySegment;

/**
 * A slot of the send queue: what the application asked for, and where the requester put it in the
 * sequence of packets. The request part is written by the posting thread, the rest by the engine.
 */
public final class SendWqe extends Wqe {
    private final ScatterGather sges;
    private final MemorySegment inlineArea;
    private long inlineLength;

    private long wrId;
    private WrOpcode opcode;
    private int flags;
    private int immediate;
    private int invalidateRkey;
    private long remoteAddress;
    private int rkey;
    private long compareAdd;
    private long swap;
    private int windowKey;
    private int bindLkey;
    private long bindLength;
    private int bindAccess;

    /** Where a datagram goes. */
    private Route route;

    private int remoteQpn;
    private int remoteQkey;

    private boolean placed;
    private boolean broken;
    private long firstPsn;
    private long packets;
    private long chunk;
    private long startCost;
    private int firstSsn;
    private long receives;
    private long answersAwaited;

    SendWqe(int maxSge, MemorySegment inlineArea) {
        this.sges = new ScatterGather(maxSge);
        this.inlineArea = inlineArea;
    }

    void fill(SendWr wr, Route to) {
        route = to;
        remoteQpn = wr.remoteQpn();
        remoteQkey = wr.remoteQkey();
        wrId = wr.wrId();
        opcode = wr.opcode();
        flags = wr.sendFlags();
        immediate = wr.immData();
        invalidateRkey = wr.invalidateRkey();
        remoteAddress = wr.remoteAddr();
        rkey = wr.rkey();
        compareAdd = wr.compareAdd();
        swap = wr.swap();
        placed = false;
        broken = false;
        sges.clear();
        if (opcode == WrOpcode.BIND_MW) {
            fillBinding(wr);
            return;
        }
        if (inline()) {
            MemorySegment data = wr.inlineData();
            inlineLength = data.byteSize();
            MemorySegment.copy(data, 0, inlineArea, 0, inlineLength);
            return;
        }
        for (int i = 0; i < wr.numSge(); i++) {
            sges.add(wr.sgeAddr(i), wr.sgeLength(i), wr.sgeLkey(i));
        }
    }

    private void fillBinding(SendWr wr) {
        MwBindInfo info = wr.bindInfo();
        windowKey = wr.mw().rkey();
        bindLkey = info.mr() == null ? 0 : info.mr().lkey();
        remoteAddress = info.addr();
        bindLength = info.length();
        bindAccess = info.accessFlags();
    }

    void release() {
        sges.release();
        route = null;
    }

    public long wrId() {
        return wrId;
    }

    public WrOpcode opcode() {
        return opcode;
    }

    public boolean has(int flag) {
        return (flags & flag) != 0;
    }

    private boolean inline() {
        return has(SendFlags.INLINE);
    }

    public int immediate() {
        return immediate;
    }

    public int invalidateRkey() {
        return invalidateRkey;
    }

    public long remoteAddress() {
        return remoteAddress;
    }

    public int rkey() {
        return rkey;
    }

    /** Returns any key of the window to bind; {@link #rkey} is the one that it is to have. */
    public int windowKey() {
        return windowKey;
    }

    /** Returns the local key of the region to bind a window to. */
    public int bindLkey() {
        return bindLkey;
    }

    /** Returns where in the region the window begins. */
    public long bindAddress() {
        return remoteAddress;
    }

    public long bindLength() {
        return bindLength;
    }

    public int bindAccess() {
        return bindAccess;
    }

    public long compareAdd() {
        return compareAdd;
    }

    public long swap() {
        return swap;
    }

    /** Returns where a datagram goes; null for those of a connection. */
    public Route route() {
        return route;
    }

    public int remoteQpn() {
        return remoteQpn;
    }

    public int remoteQkey() {
        return remoteQkey;
    }

    public ScatterGather sges() {
        return sges;
    }

    /** Returns the bytes of the message; eight for an atomic operation's answer. */
    public long length() {
        return inline() ? inlineLength : sges.length();
    }

    /** Adds payload to the open packet; see {@link ScatterGather#gather}. */
    public int gather(long offset, int n, TransmitBatch batch, int at) {
        return inline()
                ? batch.payload(at, inlineArea, offset, n)
                : sges.gather(offset, n, batch, at);
    }

    /** Returns whether the requester has given it sequence numbers. */
    public boolean placed() {
        return placed;
    }

    /** Gives it {@code packets} sequence numbers from {@code firstPsn} on. */
    public void place(long firstPsn, long packets, long startCost) {
        this.placed = true;
        this.firstPsn = firstPsn;
        this.packets = packets;
        this.startCost = startCost;
    }

    /** Gives it its number among messages, and among those that take a receive. */
    public void number(int firstSsn, long receives) {
        this.firstSsn = firstSsn;
        this.receives = receives;
    }

    /** Its last packet has been sent; what {@link #place} was told is no more than a guess. */
    public void endsBefore(long psn) {
        packets = psn - firstPsn;
    }

    /** Sets how many bytes of answer it waits for. */
    public void awaitAnswers(long bytes) {
        answersAwaited = bytes;
    }

    /** Takes so many bytes of answer. */
    public void onAnswer(long bytes) {
        answersAwaited -= bytes;
    }

    /** Returns how many bytes of answer are still to come. */
    public long answersAwaited() {
        return answersAwaited;
    }

    /** Sets the most packets that one READ request asks for; fixed while the READ lasts. */
    public void chunk(long packetsAtATime) {
        chunk = packetsAtATime;
    }

    public long chunk() {
        return chunk;
    }

    public long firstPsn() {
        return firstPsn;
    }

    /** Returns one more than its last sequence number. */
    public long endPsn() {
        return firstPsn + packets;
    }

    public long packets() {
        return packets;
    }

    /** Returns the send sequence number of its (first) message. */
    public int firstSsn() {
        return firstSsn;
    }

    /** Returns how many messages, up to this one and with it, take a receive of the peer. */
    public long receives() {
        return receives;
    }

    /** Returns the in-flight cost of everything queued before it. */
    public long startCost() {
        return startCost;
    }

    /** Returns whether its memory was found unusable when it was taken up. */
    public boolean broken() {
        return broken;
    }

    void markBroken() {
        broken = true;
    }
}
