package org.urdma4j.channel;

import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WrOpcode;

import java.util.function.LongSupplier;

/**
 * What goes to the peer: bytes that were copied into a ring here, or stand in registered memory, by
 * WRITEs into the ring there. Guarded by the lock of its {@link Link}, but for the bytes of the
 * ring that aren't committed, which belong to the one who writes.
 *
 * <p>What is taken always has room at the peer, unless its ring gets shorter meanwhile. Copied
 * bytes are posted at once while few WRITEs are on the way, so that a short message goes out
 * without delay; beyond that they are collected until a {@link #batch} is there or others have
 * arrived. The batch is such that as many as may be on the way fill the peer's ring.
 *
 * <p>Where the peer's ring is what limits the stream, a longer one is asked for: a full ring is
 * freed in about a round trip then. Where it takes longer, the path or the reader limits it, and a
 * longer ring would hold more and carry no more. Both rings may be replaced: each WRITE stands in
 * one of them, and what was written before is taken from the one before.
 */
final class Outbound {
    /** How many WRITEs may be posted; a notice may be taken before its acknowledgement is here. */
    static final int REQUESTS = 80;

    private static final int LONGEST = 1 << 21;
    private static final int LONGEST_BATCH = 1 << 19;
    private static final long LENGTH_BITS = 0x7fff_ffffL;

    /** One of so many WRITEs that may be on the way may be shorter than a batch. */
    private static final int SHORT_PART = 2;

    /** Peers' rings that are shorter are too short for any path. */
    private static final int EASY_BYTES = 1 << 20;

    /** A ring that is freed sooner may be longer, whatever else took how long: a host's delays. */
    private static final long SOON_NS = 2_000_000;

    /** In the {@code wrId} of what was sent from the ring. */
    private static final long COPIED = 1L << 32;

    private final QueuePair qp;
    private final int peerNotices;
    private final int most;
    private final LongSupplier clock;
    private final SendWr request =
            new SendWr().opcode(WrOpcode.RDMA_WRITE_WITH_IMM).sendFlags(SendFlags.SIGNALED);

    /** Into which is copied. */
    private Ring ring;

    /** Into which was copied before, null once all of that has arrived. */
    private Ring draining;

    /** Where the copied bytes went on in {@link #ring}. */
    private long turnedAt;

    private Ring retired;
    private PeerRing peer;

    /** Where the posted bytes went on in the peer's ring. */
    private long peerTurnedAt;

    /** The peer hasn't been told that they have. */
    private boolean turnUntold;

    private int batch;
    private boolean lags;

    /** Once this is freed a full ring has been; negative while that isn't asked. */
    private long mark = -1;

    private long markedNs;
    private long leastNs = Long.MAX_VALUE;
    private boolean wants;
    private long accepted;
    private long posted;
    private long acknowledged;
    private long freed;
    private long copied;
    private long copiedAtLook = -1;
    private long copiedPosted;
    private long copiedAcknowledged;
    private long notices;
    private long noticesTaken;

    /** Of {@link #notices}, up to the last one that had bytes. */
    private long noticesOfBytes;

    private int requests;

    /**
     * Creates it.
     *
     * @param most that a ring here may have
     * @param clock nanoseconds, as {@link System#nanoTime}
     */
    Outbound(QueuePair qp, Ring ring, int most, Hello hello, LongSupplier clock) {
        this.qp = qp;
        this.ring = ring;
        this.most = most;
        this.clock = clock;
        peer = hello.ring();
        peerNotices = hello.notices();
        adapt();
    }

    /** One of the rings is another. */
    private void adapt() {
        int share = Math.min(peer.bytes() / peerNotices, LONGEST_BATCH);
        batch = Math.min(share, ring.size() / 4);
        lags = draining == null && retired == null && wantedBytes() > ring.size();
    }

    /** Returns the ring into which is copied. */
    Ring ring() {
        return ring;
    }

    /** Returns how many bytes the ring may have. */
    int most() {
        return most;
    }

    /** Whether the ring is shorter than it should be. Also for one who writes, unguarded. */
    boolean lags() {
        return lags;
    }

    /** Returns how many bytes the ring should have. */
    int wantedBytes() {
        return Math.min(most, peer.bytes());
    }

    /** Whether nothing was written or is on its way since this was asked before. */
    boolean rests() {
        boolean rests = copied == copiedAtLook && copiedAcknowledged == copied;
        copiedAtLook = copied;
        return rests && draining == null && retired == null && !ring.isFirst();
    }

    /** There is no other ring now; that is asked again when the peer's is another. */
    void stay() {
        lags = false;
    }

    /** Goes on in another ring. Of the one who writes, in no copying. */
    void turn(Ring other) {
        draining = ring;
        ring = other;
        turnedAt = copied;
        settle();
    }

    private void settle() {
        if (draining != null && copiedAcknowledged >= turnedAt) {
            retired = draining;
            draining = null;
        }
        adapt();
    }

    boolean hasRetired() {
        return retired != null;
    }

    /** Returns a ring in which nothing is needed any more, once; null for none. */
    Ring takeRetired() {
        Ring taken = retired;
        if (taken != null) {
            retired = null;
            adapt();
        }
        return taken;
    }

    /** Returns how many bytes may be copied into the ring, from {@link #position} on. */
    int room() {
        long here = ring.size() - (copied - Math.max(copiedAcknowledged, turnedAt));
        return (int) Math.max(0, Math.min(here, room(accepted)));
    }

    private long room(long position) {
        return peer.bytes() - (position - Math.max(freed, peerTurnedAt));
    }

    /** Returns where in the ring the next byte goes. */
    long position() {
        return copied;
    }

    /** Bytes have been copied into the ring. */
    void commit(int length) {
        copied += length;
        accepted += length;
        flush(false);
        markIfFull();
    }

    private void markIfFull() {
        if (mark < 0 && room(accepted) < batch) {
            mark = accepted;
            markedNs = clock.getAsLong();
        }
    }

    private void onFreed() {
        if (mark >= 0 && freed >= mark) {
            long ns = clock.getAsLong() - markedNs;
            leastNs = Math.min(leastNs, ns);
            wants = ns <= Math.max(2 * leastNs, SOON_NS);
            mark = -1;
        }
    }

    /** Whether so much may be copied that it is worth to wake somebody up. */
    boolean roomy() {
        int room = room();
        return room >= batch || (room > 0 && requests == 0);
    }

    /** Whether registered memory may be posted: all before it is. */
    boolean direct() {
        return copiedPosted == copied && mayPost() && room(posted) > 0;
    }

    /** Whether everything taken is posted. */
    boolean flushed() {
        return copiedPosted == copied;
    }

    /** Whether something waits for what is on the way, or will soon. */
    boolean isBusy() {
        return !flushed() || requests > REQUESTS / 2 || draining != null || turnUntold;
    }

    private boolean mayPost() {
        return notices - noticesTaken < peerNotices && requests < REQUESTS;
    }

    /**
     * Posts what was copied.
     *
     * @param all without waiting for a batch
     */
    void flush(boolean all) {
        boolean more = true;
        while (more && copiedPosted < copied && mayPost() && room(posted) > 0) {
            boolean due =
                    all
                            || copied - copiedPosted >= batch
                            || notices - noticesTaken < peerNotices / SHORT_PART;
            more = due && postCopied();
        }
        if (turnUntold && mayPost()) {
            post(ring.region(), 0, 0, 0);
        }
    }

    private boolean postCopied() {
        boolean before = copiedPosted < turnedAt; // so not all of that has arrived
        Ring from = before ? draining : ring;
        // there may be less room than was promised, since the ring of the peer was longer then
        long fits = Math.min(room(posted), LONGEST);
        int waiting = (int) Math.min((before ? turnedAt : copied) - copiedPosted, fits);
        int length = piece(from.contiguous(copiedPosted, waiting));
        boolean ok = post(from.region(), from.index(copiedPosted), length, COPIED);
        if (ok) {
            copiedPosted += length;
        }
        return ok;
    }

    /**
     * Posts bytes of registered memory, without copying them.
     *
     * @return how many, 0 unless {@link #direct}
     */
    long post(MemoryRegion region, long offset, long length) {
        long done = 0;
        while (done < length && direct()) {
            long most = Math.min(Math.min(length - done, LONGEST), room(posted));
            int piece = piece((int) most);
            if (!post(region, offset + done, piece, 0)) {
                break;
            }
            accepted += piece;
            done += piece;
        }
        markIfFull();
        return done;
    }

    /** Returns how much of a length fits before the end of the peer's ring. */
    private int piece(int length) {
        return Math.min(length, peer.bytes() - peerIndex());
    }

    private int peerIndex() {
        return (int) posted & (peer.bytes() - 1);
    }

    private boolean post(MemoryRegion region, long offset, int length, long flag) {
        request.wrId(flag | length)
                .clearSges()
                .rdma(peer.addr() + peerIndex(), peer.rkey())
                .immData(Notice.of(length, turnUntold, wants || isEasy(length)));
        if (length > 0) {
            request.addSge(region, offset, length);
        }
        if (!Posting.send(qp, request)) {
            return false;
        }
        turnUntold = false;
        wants = false;
        posted += length;
        notices++;
        noticesOfBytes = length > 0 ? notices : noticesOfBytes;
        requests++;
        return true;
    }

    /** Whether the peer's ring is short, and not because so little is written. */
    private boolean isEasy(int length) {
        return peer.bytes() < EASY_BYTES && room(posted) - length < peer.bytes() / 2;
    }

    /** A WRITE has been acknowledged. */
    void onCompleted(long wrId) {
        long length = wrId & LENGTH_BITS;
        acknowledged += length;
        requests--;
        if ((wrId & COPIED) != 0) {
            copiedAcknowledged += length;
            if (draining != null) {
                settle();
            }
        }
    }

    /**
     * The peer has told what it has freed and taken note of.
     *
     * @return false if that can't be
     */
    boolean onCredit(long freedThere, long noticesThere) {
        boolean possible =
                freedThere >= freed
                        && freedThere <= posted
                        && noticesThere >= noticesTaken
                        && noticesThere <= notices;
        if (possible) {
            freed = freedThere;
            noticesTaken = noticesThere;
            onFreed();
        }
        return possible;
    }

    /**
     * The peer has made another ring, into which goes what is posted from now on.
     *
     * @return false if that can't be
     */
    boolean onRing(PeerRing other) {
        boolean possible = other.isValid() && !turnUntold;
        if (possible) {
            peer = other;
            peerTurnedAt = posted;
            turnUntold = true;
            mark = -1;
            adapt();
        }
        return possible;
    }

    /**
     * Returns how many bytes aren't known to have arrived. The peer's word counts, too: when it has
     * closed, its last acknowledgements may be lost for good.
     */
    long missing() {
        boolean all = noticesTaken >= noticesOfBytes;
        return accepted - (all ? posted : Math.max(acknowledged, freed));
    }

    /** Returns how many bytes were taken since the beginning. */
    long accepted() {
        return accepted;
    }

    /** Returns how many bytes have arrived at the peer since the beginning. */
    long acknowledged() {
        return acknowledged;
    }
}
