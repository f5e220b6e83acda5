package org.urdma4j.channel;

import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.RecvWr;

/**
 * What comes from the peer: the ring into which it writes, and the receives by which it tells.
 * Guarded by the lock of its {@link Link}; the bytes that have arrived and aren't freed belong to
 * the one who reads.
 *
 * <p>The peer has {@link #NOTICES} WRITEs on the way at most, and {@link #CREDITS} credits: what it
 * knows to be free in our ring can't grow while we take nothing, and so neither can what it tells
 * us of what it took from us: an eighth of its ring each time makes 8, a quarter of the notices 4,
 * one answers its end and one is the last.
 */
final class Inbound {
    static final int NOTICES = 128;
    static final int CREDITS = 16;
    static final int RECEIVES = NOTICES + CREDITS;
    static final int BYTES = RECEIVES * Credit.LENGTH;

    /** A part of the ring, and of the notices, of which the peer is told when it has been freed. */
    private static final int RING_PARTS = 8;

    private static final int NOTICE_PARTS = 4;

    private final Ring ring;
    private final MemoryRegion slots;
    private final RecvWr receive = new RecvWr();
    private long arrived;
    private long freed;
    private long freedTold;
    private long notices;
    private long noticesTold;
    private boolean ended;

    Inbound(Ring ring, MemoryRegion slots) {
        this.ring = ring;
        this.slots = slots;
    }

    Ring ring() {
        return ring;
    }

    Hello hello() {
        MemoryRegion region = ring.region();
        return new Hello(region.addr(), region.rkey(), ring.size(), NOTICES);
    }

    /** Returns whether a receive was posted into a slot. */
    boolean post(QueuePair qp, long slot) {
        long offset = slot * Credit.LENGTH;
        receive.wrId(slot).clearSges().addSge(slots, offset, Credit.LENGTH);
        return Posting.receive(qp, receive);
    }

    /**
     * The peer has written.
     *
     * @return whether it was allowed to
     */
    boolean onNotice(int length) {
        boolean allowed = length > 0 && length <= ring.size() - (arrived - freed) && !ended;
        if (allowed) {
            arrived += length;
            notices++;
        }
        return allowed;
    }

    /** The peer says that nothing follows. */
    void onEnd() {
        ended = true;
    }

    int available() {
        return (int) (arrived - freed);
    }

    /** Whether the peer's stream has ended, though there may be bytes that nobody has read. */
    boolean ended() {
        return ended;
    }

    /** Returns the position in the stream of what is read next. */
    long position() {
        return freed;
    }

    void free(int length) {
        freed += length;
    }

    /** Whether the peer should be told what was taken: at its end, that everything was. */
    boolean creditDue() {
        return (ended && notices != noticesTold)
                || freed - freedTold >= ring.size() / RING_PARTS
                || notices - noticesTold >= NOTICES / NOTICE_PARTS;
    }

    /** Tells the peer what was taken. */
    boolean credit(CreditSender sender, boolean end) {
        boolean sent = sender.send(freed, notices, end);
        if (sent) {
            freedTold = freed;
            noticesTold = notices;
        }
        return sent;
    }

    long slotOffset(long slot) {
        return slot * Credit.LENGTH;
    }

    MemoryRegion slots() {
        return slots;
    }
}
