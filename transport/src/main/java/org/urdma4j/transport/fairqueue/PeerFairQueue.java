package org.urdma4j.transport.fairqueue;

import org.urdma4j.congestion.CongestionControl;

import java.util.PriorityQueue;
import java.util.function.IntConsumer;

/**
 * The queue pairs of a shard that have data for one peer. Congestion control of each by itself
 * shares a path among a few of them, slowly, and knows of no weights; where they are many, the few
 * packets that each sends at least are more than the path and the peer's socket hold. So they take
 * turns. Who has had least for its weight is next, by start-time fair queueing (Goyal, Vin, Cheng,
 * SIGCOMM 1996), so that who had nothing to send for a while is before those who send all the time;
 * and who has had more than its part holds back for those who haven't ({@link Fairness}). Where
 * they are many they have no more in flight together than the path was seen to carry, and some to
 * find out whether it carries more. Confined to the event loop of the shard.
 */
public final class PeerFairQueue {
    /**
     * So many at a time need no limit, as congestion control of each finds what it may send, unless
     * the path overflows.
     */
    static final int FEW = 8;

    /** Turns that are to fit the path at a time. */
    private static final int PARTS = 4;

    /** So that others don't wait long, of other peers, too. */
    private static final int MOST_BATCHES = 16;

    private final IntConsumer wake;
    private final SharedPath path = new SharedPath();
    private final PriorityQueue<SfqEntry> waiting = new PriorityQueue<>(SfqEntry::compareStarts);
    private final InFlight inFlight = new InFlight();
    private final Fairness fairness = new Fairness(path);
    private long virtualNow;
    private long nowNs; // when it was last told of anything
    private int arrivals;
    private long promised; // to those whose turn it is

    /**
     * @param wake has the queue pair of a number polled: its turn has come
     */
    public PeerFairQueue(IntConsumer wake) {
        this.wake = wake;
    }

    /** Returns how many queue pairs have something in flight, or wait for their turn. */
    int active() {
        return fairness.active();
    }

    int waiting() {
        return waiting.size();
    }

    /** Returns what is in flight, as {@link SfqEntry} counts it. */
    long inFlightBytes() {
        return inFlight.bytes();
    }

    /**
     * Returns how many batches the turn's queue pair is to have where the lightest has one. It is
     * the event loop that everybody waits for then: the path has room for all of them, and for
     * nobody is there anything to find by waiting.
     */
    double batches(SfqEntry entry) {
        return Math.clamp((double) entry.weight / fairness.lightest(), 1, MOST_BATCHES);
    }

    /**
     * Tells congestion control of one that begins what others have seen of the path, if anything.
     * Who begins beside others finds its part sooner by turns and a start-up than by this.
     */
    public void brief(CongestionControl control, long timeNs) {
        long expected = (long) (8e9 * path.expectedRate(timeNs));
        if (expected > 0 && path.minRttNs() > 0 && active() == 0) {
            control.expect(expected, path.minRttNs());
        }
    }

    /**
     * Returns how much of {@code wanted} bytes, more than 0, may leave now; it may have to wait.
     */
    long allow(SfqEntry entry, long wanted, long timeNs) {
        turnOver(timeNs);
        if (entry.waits && !lookAgain(entry)) {
            return 0;
        }
        return entry.left == 0 ? ask(entry, wanted) : Math.min(wanted, entry.left);
    }

    private long ask(SfqEntry entry, long wanted) {
        boolean alone = isAlone(entry);
        entry.unlimited = false;
        entry.silent = !alone && fairness.isSilent(entry, nowNs);
        if (alone) {
            return wanted;
        }
        if (entry.silent) {
            entry.lookNs = nowNs + path.patienceNs();
            return 0; // a report or its timeout says more
        }
        entry.arrive(virtualNow, arrivals++);
        if (!isFirst(entry) || !mayBegin(entry)) {
            entry.waits = true;
            entry.lookNs = lookNs();
            waiting.add(entry);
            update(entry);
            return 0;
        }
        if (areFew()) {
            advance(entry);
            entry.unlimited = true;
            return wanted; // nobody would have what is left of its turn
        }
        begin(entry);
        return Math.min(wanted, entry.left);
    }

    /**
     * Returns when to look again. Those who are waited for may have lost all they sent, so that no
     * report of theirs comes, and their timeout may be far away.
     */
    private long lookNs() {
        return fairness.looks() ? nowNs + path.patienceNs() : Long.MAX_VALUE;
    }

    /** Returns whether a turn that waited may have begun by now. */
    private boolean lookAgain(SfqEntry entry) {
        if (nowNs - entry.lookNs >= 0) {
            entry.lookNs = lookNs();
            invite();
        }
        return !entry.waits;
    }

    private void turnOver(long timeNs) {
        nowNs = timeNs;
        if (inFlight.turnOver(path.patienceNs(), nowNs)) {
            invite();
        }
    }

    /** Returns whether no other has something in flight or waits. */
    boolean isAlone(SfqEntry entry) {
        return active() == (entry.isActive() ? 1 : 0);
    }

    /** Who holds back for this one may wait already. */
    private boolean isFirst(SfqEntry entry) {
        return waiting.isEmpty() || SfqEntry.compareStarts(entry, waiting.peek()) < 0;
    }

    private boolean areFew() {
        return active() <= FEW && !path.isOverflowing();
    }

    private boolean mayBegin(SfqEntry entry) {
        return (areFew() || hasRoom(entry)) && fairness.mayGo(entry, nowNs);
    }

    private boolean hasRoom(SfqEntry entry) {
        return inFlight.bytes() + promised < path.limitBytes(entry.leastLimit);
    }

    private void advance(SfqEntry entry) {
        virtualNow += Math.max(0, entry.start - virtualNow);
    }

    private void begin(SfqEntry entry) {
        advance(entry);
        entry.left = length(entry);
        promised += entry.left;
        update(entry);
    }

    /** Turns are shorter where few would fit. */
    private int length(SfqEntry entry) {
        long part = path.limitBytes(entry.leastLimit) / PARTS;
        return Math.clamp(part, entry.length / 4, entry.length);
    }

    void onSent(SfqEntry entry, long bytes, long cost) {
        fairness.onSent(bytes);
        entry.inFlight += bytes;
        inFlight.onSent(entry, cost);
        if (entry.left > 0 || entry.unlimited) {
            entry.charge(bytes);
        }
        if (entry.left > 0) {
            use(entry, (int) Math.min(entry.left, bytes));
        }
        update(entry);
    }

    private void use(SfqEntry entry, int bytes) {
        entry.left -= bytes;
        promised -= bytes;
    }

    /** What is left of its turn goes to others. */
    void end(SfqEntry entry) {
        if (entry.left > 0) {
            use(entry, entry.left);
            update(entry);
            invite();
        }
    }

    /** So much of it is in flight by now; the cost of the rest is free again. */
    void settle(SfqEntry entry, long bytes) {
        long cost =
                bytes == 0 || entry.inFlight == 0
                        ? 0
                        : (long) ((double) entry.cost * ((double) bytes / (double) entry.inFlight));
        entry.inFlight = bytes;
        entry.silent = false;
        inFlight.onLeft(entry, cost);
        update(entry);
        invite();
    }

    void onReport(
            long bytes,
            long came,
            long lost,
            long roundTripNs,
            long minRttNs,
            boolean full,
            long timeNs) {
        path.onReport(bytes, came, lost, roundTripNs, minRttNs, full, timeNs);
        turnOver(timeNs);
    }

    /** It has no part in this any more. */
    void leave(SfqEntry entry) {
        if (entry.waits) {
            entry.waits = false;
            waiting.remove(entry);
        }
        use(entry, entry.left);
        settle(entry, 0);
    }

    private void invite() {
        while (!waiting.isEmpty() && (isAlone(waiting.peek()) || mayBegin(waiting.peek()))) {
            SfqEntry next = waiting.poll();
            next.waits = false;
            begin(next);
            wake.accept(next.qpn);
        }
    }

    private void update(SfqEntry entry) {
        boolean now = entry.waits || entry.left > 0 || entry.inFlight > 0;
        if (now != entry.isActive()) {
            fairness.setActive(entry, now);
            if (now) {
                entry.onActive(nowNs);
            }
        }
    }
}
