package org.urdma4j.channel;

import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WrOpcode;

/**
 * What goes to the peer: bytes that were copied into a ring here, or stand in registered memory, by
 * WRITEs into the ring there. Guarded by the lock of its {@link Link}, but for the bytes of the
 * ring that aren't committed, which belong to the one who writes.
 *
 * <p>What is taken always has room at the peer. Copied bytes are posted at once while few WRITEs
 * are on the way, so that a short message goes out without delay; beyond that they are collected
 * until a {@link #batch} is there or others have arrived. The batch is such that as many as may be
 * on the way fill the peer's ring.
 */
final class Outbound {
    /** How many WRITEs may be posted; a notice may be taken before its acknowledgement is here. */
    static final int REQUESTS = 160;

    private static final int LONGEST = 1 << 20;
    private static final int LONGEST_BATCH = 1 << 18;
    private static final long LENGTH_BITS = 0x7fff_ffffL;

    /** In the {@code wrId} of what was sent from the ring. */
    private static final long COPIED = 1L << 32;

    private final QueuePair qp;
    private final Ring ring;
    private final Hello peer;
    private final int batch;
    private final SendWr request =
            new SendWr().opcode(WrOpcode.RDMA_WRITE_WITH_IMM).sendFlags(SendFlags.SIGNALED);

    private long accepted;
    private long posted;
    private long acknowledged;
    private long freed;
    private long copied;
    private long copiedPosted;
    private long copiedAcknowledged;
    private long notices;
    private long noticesTaken;
    private int requests;

    Outbound(QueuePair qp, Ring ring, Hello peer) {
        this.qp = qp;
        this.ring = ring;
        this.peer = peer;
        int share = Math.min(peer.bytes() / peer.notices(), LONGEST_BATCH);
        batch = Math.min(share, ring.size() / 4);
    }

    Ring ring() {
        return ring;
    }

    int peerBytes() {
        return peer.bytes();
    }

    /** Returns how many bytes may be copied into the ring, from {@link #position} on. */
    int room() {
        long here = ring.size() - (copied - copiedAcknowledged);
        return (int) Math.min(here, room(accepted));
    }

    private long room(long position) {
        return peer.bytes() - (position - freed);
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

    private boolean mayPost() {
        return notices - noticesTaken < peer.notices() && requests < REQUESTS;
    }

    /**
     * Posts what was copied.
     *
     * @param all without waiting for a batch
     */
    void flush(boolean all) {
        boolean more = true;
        while (more && copiedPosted < copied && mayPost()) {
            boolean due =
                    all
                            || copied - copiedPosted >= batch
                            || notices - noticesTaken < peer.notices() / 2;
            more = due && postCopied();
        }
    }

    private boolean postCopied() {
        int waiting = (int) Math.min(copied - copiedPosted, LONGEST);
        int length = piece(ring.contiguous(copiedPosted, waiting));
        boolean ok = post(ring.region(), ring.index(copiedPosted), length, COPIED);
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
                .addSge(region, offset, length)
                .rdma(peer.addr() + peerIndex(), peer.rkey())
                .immData(length);
        if (!Posting.send(qp, request)) {
            return false;
        }
        posted += length;
        notices++;
        requests++;
        return true;
    }

    /** A WRITE has been acknowledged. */
    void onCompleted(long wrId) {
        long length = wrId & LENGTH_BITS;
        acknowledged += length;
        requests--;
        if ((wrId & COPIED) != 0) {
            copiedAcknowledged += length;
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
        }
        return possible;
    }

    /**
     * Returns how many bytes aren't known to have arrived. The peer's word counts, too: when it has
     * closed, its last acknowledgements may be lost for good.
     */
    long missing() {
        return accepted - (noticesTaken == notices ? posted : acknowledged);
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
