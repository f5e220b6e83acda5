package org.urdma4j.channel;

import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.RecvWr;

/**
 * What comes from the peer: the ring into which it writes, and the receives by which it tells.
 * Guarded by the lock of its {@link Link}; the bytes that have arrived and aren't freed belong to
 * the one who reads.
 *
 * <p>Another ring may be offered; the peer says with which WRITE it begins to write there. What it
 * had written before is read where it stands, and then that ring is retired. One is offered at a
 * time, and none while there is an earlier one to read from.
 *
 * <p>The peer has {@link #NOTICES} WRITEs on the way at most, and {@link #CREDITS} credits: what it
 * knows to be free in our ring can't grow while we take nothing, and so neither can what it tells
 * us of what it took from us: an eighth of a ring each time makes 8 in each of two rings, a quarter
 * of the notices 4, one offers a ring, one answers its end and one is the last.
 */
final class Inbound {
    static final int NOTICES = 64;
    static final int CREDITS = 24;

    /** Receives that are posted together, since the device is woken up for each post. */
    private static final int TOGETHER = 8;

    static final int RECEIVES = NOTICES + CREDITS + TOGETHER;
    static final int BYTES = RECEIVES * Credit.LENGTH;

    /** A part of the ring, and of the notices, of which the peer is told when it has been freed. */
    private static final int RING_PARTS = 8;

    private static final int NOTICE_PARTS = 4;

    private final MemoryRegion slots;
    private final RecvWr receive = new RecvWr();

    /** Slots into which no receive is posted. */
    private final long[] taken = new long[TOGETHER];

    private int takenCount;

    /** Into which the peer writes. */
    private Ring ring;

    /** From which is read; only changed while nothing of it is unread. */
    private Ring reading;

    /** Where the peer's stream went on in {@link #ring}. */
    private long turnedAt;

    /** Offered, and the peer hasn't written there yet. */
    private Ring next;

    private boolean nextTold;

    /** Read to its end. */
    private Ring retired;

    private boolean wanted;
    private long arrived;
    private long arrivedAtLook = -1;
    private long freed;
    private long freedTold;
    private long notices;
    private long noticesTold;
    private boolean ended;

    Inbound(Ring ring, MemoryRegion slots) {
        this.ring = ring;
        this.reading = ring;
        this.slots = slots;
    }

    /** Returns where the bytes stand that {@link #readable} has counted. */
    Ring reading() {
        return reading;
    }

    Hello hello() {
        return new Hello(ring.forPeer(), NOTICES);
    }

    /** Returns whether a receive was posted into a slot. */
    boolean post(QueuePair qp, long slot) {
        long offset = slot * Credit.LENGTH;
        receive.wrId(slot).clearSges().addSge(slots, offset, Credit.LENGTH);
        return Posting.receive(qp, receive);
    }

    /**
     * Posts a receive into a slot again, later perhaps: more are posted than the peer has need of.
     */
    void postAgain(QueuePair qp, long slot) {
        taken[takenCount++] = slot;
        if (takenCount == TOGETHER) {
            takenCount = 0;
            for (long each : taken) {
                post(qp, each); // fails only if the connection has ended
            }
        }
    }

    /**
     * The peer has written.
     *
     * @param notice what it says of that
     * @return whether it was allowed to
     */
    boolean onNotice(int notice) {
        boolean turns = Notice.isNext(notice);
        if (!Notice.isValid(notice) || ended || (turns && !nextTold)) {
            return false;
        }
        if (turns) {
            turn();
        }
        int length = Notice.length(notice);
        if (length > ring.size() - (arrived - Math.max(freed, turnedAt))) {
            return false;
        }
        arrived += length;
        notices++;
        wanted |= Notice.wants(notice);
        return true;
    }

    private void turn() {
        ring = next;
        next = null;
        nextTold = false;
        turnedAt = arrived;
        readOn();
    }

    /** Goes on in the ring that the peer is in, if all of the one before has been read. */
    private void readOn() {
        if (reading != ring && freed >= turnedAt) {
            retired = reading;
            reading = ring;
        }
    }

    /** Returns how long a ring should be offered, 0 for none. */
    int wantedBytes(int most) {
        return wanted && mayOffer() && ring.size() < most ? ring.longer(most) : 0;
    }

    /** As {@link #wantedBytes}, once: whether or not there is memory, the peer asks again. */
    int takeWantedBytes(int most) {
        int bytes = wantedBytes(most);
        wanted &= bytes == 0;
        return bytes;
    }

    private boolean mayOffer() {
        return next == null && retired == null && reading == ring && !ended;
    }

    /** Whether nothing was written or waits to be read since this was asked before. */
    boolean rests() {
        boolean rests = arrived == arrivedAtLook && freed == arrived;
        arrivedAtLook = arrived;
        return rests && mayOffer() && !ring.isFirst();
    }

    /**
     * Has the peer told of a ring.
     *
     * @return false if it can't be now, since there is another or the stream has ended
     */
    boolean offer(Ring offered) {
        boolean may = mayOffer();
        if (may) {
            next = offered;
            wanted = false;
        }
        return may;
    }

    /** Returns the length of the ring into which the peer writes. */
    int ringBytes() {
        return ring.size();
    }

    boolean hasRetired() {
        return retired != null;
    }

    /** Returns a ring in which nobody has anything any more, once; null for none. */
    Ring takeRetired() {
        Ring taken = retired;
        retired = null;
        return taken;
    }

    /** The peer says that nothing follows. */
    void onEnd() {
        ended = true;
    }

    int available() {
        return (int) (arrived - freed);
    }

    /** Returns how much of that is in the ring from which is read. */
    int readable() {
        return (int) ((reading == ring ? arrived : turnedAt) - freed);
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
        readOn();
    }

    /** Whether the peer should be told what was taken: at its end, that everything was. */
    boolean creditDue() {
        return (ended && notices != noticesTold)
                || freed - freedTold >= Math.max(ring.size(), reading.size()) / RING_PARTS
                || notices - noticesTold >= NOTICES / NOTICE_PARTS
                || (next != null && !nextTold);
    }

    /** Tells the peer what was taken. */
    boolean credit(CreditSender sender, boolean end) {
        boolean offers = next != null && !nextTold;
        boolean sent = sender.send(freed, notices, offers ? next.forPeer() : null, end);
        if (sent) {
            freedTold = freed;
            noticesTold = notices;
            nextTold |= offers;
        }
        return sent;
    }

    MemoryRegion slots() {
        return slots;
    }
}
