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

    // Of all data, in units of timestamps: further than the first.
    private long packets;
    private int first;
    private int before;
    private long jitter16;
    private long further;

    // The turns that are over, delays and doubts twice.
    private long judged;
    private long delays2;
    private long doubts2;

    // This turn, relative to its first packet.
    private long sinceNs;
    private int there;
    private int back;
    private long count;
    private long sum;
    private int leastThere;
    private int leastBack;

    /**
     * Data has come.
     *
     * @param delay our clock less the peer's T1, in units of timestamps
     * @param tr the peer's clock less ours, as the packet says it; {@link PeerClock#UNKNOWN} if it
     *     doesn't
     * @return the round trip in nanoseconds, without meaning if it doesn't
     */
    public long onData(int delay, int tr, long nowNs) {
        if (packets++ == 0) {
            first = delay;
        } else {
            jitter16 += Math.abs((long) (delay - before)) - ((jitter16 + 8) >> SHIFT);
        }
        before = delay;
        further += delay - first;
        if (tr != PeerClock.UNKNOWN) {
            if (count == 0 || nowNs - sinceNs >= TURN_NS) {
                turn(delay, tr, nowNs);
            }
            int longer = delay - there;
            count++;
            sum += longer;
            leastThere = Math.min(leastThere, longer);
            leastBack = Math.min(leastBack, tr - back);
        }
        return (long) (delay + tr) << Timestamp.SHIFT;
    }

    private void turn(int delay, int tr, long nowNs) {
        judged += count;
        delays2 += delaysOfTurn2();
        doubts2 += doubtsOfTurn2();
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
                packets,
                Timestamp.UNIT_NS * (packets * first + further),
                judged + count,
                Timestamp.UNIT_NS / 2 * (delays2 + delaysOfTurn2()),
                Timestamp.UNIT_NS / 2 * (doubts2 + doubtsOfTurn2()));
    }
}
