package org.urdma4j.transport.urdma.report;

import org.urdma4j.codec.urdma.Timestamp;
import org.urdma4j.transport.qp.ArrivalStatistics;

/**
 * How evenly the peer's data comes, and how long it is on its way. The two clocks aren't compared:
 * a way has no negative length, so by how much they differ lies between the least difference read
 * here and the least that the peer read. The middle is taken, and half of what lies between told,
 * anew each second, lest clocks that drift apart count.
 */
public final class ArrivalTimes {
    private static final long TURN_NS = 1_000_000_000L;

    /** RFC 3550, A.8: the jitter is kept as sixteen times itself, so that it can be an integer. */
    private static final int SHIFT = 4;

    private boolean begun;
    private int before;
    private long jitter16;

    // The turns that are over, in units of timestamps; delays and doubts twice.
    private long packets;
    private long delays2;
    private long doubts2;
    private long differences;

    // This turn, relative to its first packet.
    private long sinceNs;
    private int there;
    private int back;
    private long count;
    private long sum;
    private int leastThere;
    private int leastBack;

    public void reset() {
        begun = false;
        jitter16 = 0;
        packets = 0;
        delays2 = 0;
        doubts2 = 0;
        differences = 0;
        count = 0;
    }

    /**
     * Data has come.
     *
     * @param delay our clock less the peer's T1, in units of timestamps
     * @param tr the peer's clock less ours, as the packet says it; {@link PeerClock#UNKNOWN} if it
     *     doesn't
     * @return the round trip in nanoseconds, without meaning if it doesn't
     */
    public long onData(int delay, int tr, long nowNs) {
        if (begun) {
            jitter16 += Math.abs((long) (delay - before)) - ((jitter16 + 8) >> SHIFT);
        }
        begun = true;
        before = delay;
        if (tr != PeerClock.UNKNOWN) {
            if (count == 0 || nowNs - sinceNs >= TURN_NS) {
                turn(delay, tr, nowNs);
            }
            int further = delay - there;
            count++;
            sum += further;
            leastThere = Math.min(leastThere, further);
            leastBack = Math.min(leastBack, tr - back);
        }
        return (long) (delay + tr) << Timestamp.SHIFT;
    }

    private void turn(int delay, int tr, long nowNs) {
        packets += count;
        delays2 += delaysOfTurn2();
        doubts2 += doubtsOfTurn2();
        differences += count * there + sum;
        sinceNs = nowNs;
        there = delay;
        back = tr;
        count = 0;
        sum = 0;
        leastThere = 0;
        leastBack = 0;
    }

    private long delaysOfTurn2() {
        return 2 * sum + count * (leastBack - leastThere + (there + back));
    }

    /** Clocks drift: what seems to be less than nothing is nothing. */
    private long doubtsOfTurn2() {
        return count * Math.max(0, leastBack + leastThere + (there + back));
    }

    public ArrivalStatistics statistics() {
        return new ArrivalStatistics(
                (Timestamp.UNIT_NS * jitter16) >> SHIFT,
                packets + count,
                Timestamp.UNIT_NS / 2 * (delays2 + delaysOfTurn2()),
                Timestamp.UNIT_NS / 2 * (doubts2 + doubtsOfTurn2()),
                Timestamp.UNIT_NS * (differences + count * there + sum));
    }
}
