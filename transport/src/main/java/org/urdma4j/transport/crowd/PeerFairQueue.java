package org.urdma4j.transport.crowd;

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

    /** Returns how many wait for their turn. */
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
    double batches(SfqEntry turn) {
        return Math.clamp((double) turn.weight / fairness.lightest(), 1, MOST_BATCHES);
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
    long allow(SfqEntry turn, long wanted, long timeNs) {
        turnOver(timeNs);
        if (turn.waits && !lookAgain(turn)) {
            return 0;
        }
        return turn.left == 0 ? ask(turn, wanted) : Math.min(wanted, turn.left);
    }

    private long ask(SfqEntry turn, long wanted) {
        boolean alone = isAlone(turn);
        turn.unlimited = false;
        turn.silent = !alone && fairness.isSilent(turn, nowNs);
        if (alone) {
            return wanted;
        }
        if (turn.silent) {
            turn.lookNs = nowNs + path.patienceNs();
            return 0; // a report or its timeout says more
        }
        turn.arrive(virtualNow, arrivals++);
        if (!isFirst(turn) || !mayBegin(turn)) {
            turn.waits = true;
            turn.lookNs = lookNs();
            waiting.add(turn);
            update(turn);
            return 0;
        }
        if (areFew()) {
            advance(turn);
            turn.unlimited = true;
            return wanted; // nobody would have what is left of its turn
        }
        begin(turn);
        return Math.min(wanted, turn.left);
    }

    /**
     * Returns when to look again. Those who are waited for may have lost all they sent, so that no
     * report of theirs comes, and their timeout may be far away.
     */
    private long lookNs() {
        return fairness.looks() ? nowNs + path.patienceNs() : Long.MAX_VALUE;
    }

    /** Returns whether a turn that waited may have begun by now. */
    private boolean lookAgain(SfqEntry turn) {
        if (nowNs - turn.lookNs >= 0) {
            turn.lookNs = lookNs();
            invite();
        }
        return !turn.waits;
    }

    private void turnOver(long timeNs) {
        nowNs = timeNs;
        if (inFlight.turnOver(path.patienceNs(), nowNs)) {
            invite();
        }
    }

    /** Returns whether no other has something in flight or waits. */
    boolean isAlone(SfqEntry turn) {
        return active() == (turn.isActive() ? 1 : 0);
    }

    /** Who holds back for this one may wait already. */
    private boolean isFirst(SfqEntry turn) {
        return waiting.isEmpty() || SfqEntry.compareStarts(turn, waiting.peek()) < 0;
    }

    private boolean areFew() {
        return active() <= FEW && !path.isOverflowing();
    }

    private boolean mayBegin(SfqEntry turn) {
        return (areFew() || hasRoom(turn)) && fairness.mayGo(turn, nowNs);
    }

    private boolean hasRoom(SfqEntry turn) {
        return inFlight.bytes() + promised < path.limitBytes(turn.leastLimit);
    }

    private void advance(SfqEntry turn) {
        virtualNow += Math.max(0, turn.start - virtualNow);
    }

    private void begin(SfqEntry turn) {
        advance(turn);
        turn.left = length(turn);
        promised += turn.left;
        update(turn);
    }

    /** Turns are shorter where few would fit. */
    private int length(SfqEntry turn) {
        long part = path.limitBytes(turn.leastLimit) / PARTS;
        return Math.clamp(part, turn.length / 4, turn.length);
    }

    void onSent(SfqEntry turn, long bytes, long cost) {
        fairness.onSent(bytes);
        turn.inFlight += bytes;
        inFlight.onSent(turn, cost);
        if (turn.left > 0 || turn.unlimited) {
            turn.charge(bytes);
        }
        if (turn.left > 0) {
            use(turn, (int) Math.min(turn.left, bytes));
        }
        update(turn);
    }

    private void use(SfqEntry turn, int bytes) {
        turn.left -= bytes;
        promised -= bytes;
    }

    /** What is left of its turn goes to others. */
    void end(SfqEntry turn) {
        if (turn.left > 0) {
            use(turn, turn.left);
            update(turn);
            invite();
        }
    }

    /** So much of it is in flight by now; the cost of the rest is free again. */
    void settle(SfqEntry turn, long bytes) {
        long cost =
                bytes == 0 || turn.inFlight == 0
                        ? 0
                        : (long) ((double) turn.cost * ((double) bytes / (double) turn.inFlight));
        turn.inFlight = bytes;
        turn.silent = false;
        inFlight.onLeft(turn, cost);
        update(turn);
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
    void leave(SfqEntry turn) {
        if (turn.waits) {
            turn.waits = false;
            waiting.remove(turn);
        }
        use(turn, turn.left);
        settle(turn, 0);
    }

    private void invite() {
        while (!waiting.isEmpty() && (isAlone(waiting.peek()) || mayBegin(waiting.peek()))) {
            SfqEntry next = waiting.poll();
            next.waits = false;
            begin(next);
            wake.accept(next.qpn);
        }
    }

    private void update(SfqEntry turn) {
        boolean now = turn.waits || turn.left > 0 || turn.inFlight > 0;
        if (now != turn.isActive()) {
            fairness.setActive(turn, now);
            if (now) {
                turn.onActive(nowNs);
            }
        }
    }
}
