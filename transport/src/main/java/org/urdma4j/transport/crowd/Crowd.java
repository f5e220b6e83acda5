package org.urdma4j.transport.crowd;

import java.util.ArrayDeque;
import java.util.function.IntConsumer;

/**
 * The queue pairs of a shard that have data for one peer. Congestion control of each by itself
 * shares a path among a few of them. Where they are many, the few packets that each sends at least
 * are more than the path and the peer's socket hold, and none can send less. So they take turns
 * then: together they have no more in flight than the path was seen to carry, and some to find out
 * whether it carries more, and whoever waited longest sends next. Confined to the event loop of the
 * shard.
 */
public final class Crowd {
    /** So many at a time need no turns: congestion control of each finds what it may send. */
    static final int FEW = 8;

    private final IntConsumer wake;
    private final SharedPath path = new SharedPath();
    private final ArrayDeque<Turn> waiting = new ArrayDeque<>();
    private final InFlight inFlight = new InFlight();
    private int active;
    private long promised; // to those whose turn it is

    /**
     * @param wake has the queue pair of a number polled: its turn has come
     */
    public Crowd(IntConsumer wake) {
        this.wake = wake;
    }

    /** Returns how many queue pairs have something in flight, or wait for their turn. */
    int active() {
        return active;
    }

    /** Returns how many wait for their turn. */
    int waiting() {
        return waiting.size();
    }

    /** Returns what is in flight, as {@link Turn} counts it. */
    long inFlightBytes() {
        return inFlight.bytes();
    }

    /**
     * Returns how much of {@code wanted} bytes, more than 0, may leave now; it may have to wait.
     */
    long allow(Turn turn, long wanted, long nowNs) {
        turnOver(nowNs);
        if (turn.waits) {
            return 0;
        }
        if (turn.left == 0) {
            if (active <= FEW && waiting.isEmpty()) {
                return wanted;
            }
            if (!waiting.isEmpty() || !hasRoom(turn)) {
                turn.waits = true;
                waiting.add(turn);
                update(turn);
                return 0;
            }
            begin(turn);
        }
        return Math.min(wanted, turn.left);
    }

    private void turnOver(long nowNs) {
        if (inFlight.turnOver(path.patienceNs(), nowNs)) {
            invite();
        }
    }

    private boolean hasRoom(Turn turn) {
        long limit = Math.max(turn.leastLimit, path.limitBytes());
        return inFlight.bytes() + promised < limit;
    }

    private void begin(Turn turn) {
        turn.left = turn.length;
        promised += turn.length;
        update(turn);
    }

    void onSent(Turn turn, long bytes, long cost) {
        turn.inFlight += bytes;
        inFlight.onSent(turn, cost);
        use(turn, Math.min(turn.left, bytes));
        update(turn);
    }

    private void use(Turn turn, long bytes) {
        turn.left -= bytes;
        promised -= bytes;
    }

    /** What is left of its turn goes to others. */
    void end(Turn turn) {
        if (turn.left > 0) {
            use(turn, turn.left);
            update(turn);
            invite();
        }
    }

    /** So much of it is in flight by now; the cost of the rest is free again. */
    void settle(Turn turn, long bytes) {
        long cost =
                bytes == 0 || turn.inFlight == 0
                        ? 0
                        : (long) ((double) turn.cost * ((double) bytes / (double) turn.inFlight));
        turn.inFlight = bytes;
        inFlight.onLeft(turn, cost);
        update(turn);
        invite();
    }

    void onReport(long bytes, long came, long lost, long roundTripNs, long minRttNs, long nowNs) {
        path.onReport(bytes, came, lost, roundTripNs, minRttNs, nowNs);
        turnOver(nowNs);
    }

    /** It has no part in this any more. */
    void leave(Turn turn) {
        if (turn.waits) {
            turn.waits = false;
            waiting.remove(turn);
        }
        use(turn, turn.left);
        settle(turn, 0);
    }

    private void invite() {
        while (!waiting.isEmpty() && (active <= FEW || hasRoom(waiting.peek()))) {
            Turn next = waiting.poll();
            next.waits = false;
            begin(next);
            wake.accept(next.qpn);
        }
    }

    private void update(Turn turn) {
        boolean now = turn.waits || turn.left > 0 || turn.inFlight > 0;
        if (now != turn.active) {
            turn.active = now;
            active += now ? 1 : -1;
        }
    }
}
