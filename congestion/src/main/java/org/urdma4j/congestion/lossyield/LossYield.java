package org.urdma4j.congestion.lossyield;

/**
 * Gives way to those who heed losses and no delay: after each overflow of a short queue it leaves
 * no more to arrive than a flow of theirs would have ({@link CubicBound}), as far as that is of use
 * ({@link YieldDetector}). All times are in nanoseconds of one clock, rates in bit/s on the wire.
 */
public final class LossYield {
    private final ShortQueue queue = new ShortQueue();
    private final QueueOverflow overflow;
    private final CubicBound bound = new CubicBound();
    private final YieldDetector detector = new YieldDetector();

    /** What was sent before doesn't answer to the last decrease. */
    private long cutNs;

    private final boolean judges;

    /**
     * From a report on.
     *
     * @param nowNs when it came
     * @param received packets that had arrived, of all
     * @param missing packets that were lost, of all
     * @param judges whether it ends where it is of no use
     */
    public LossYield(long nowNs, long received, long missing, boolean judges) {
        this.judges = judges;
        overflow = new QueueOverflow(queue, received, missing);
        cutNs = nowNs;
    }

    /**
     * A report came.
     *
     * @param nowNs when
     * @param received packets that had arrived, of all
     * @param missing packets that were lost, of all
     * @param queueNs what the newest packet waited
     * @param minRttNs the round trip without any queue
     */
    public void onReport(long nowNs, long received, long missing, long queueNs, long minRttNs) {
        queue.onReport(nowNs, queueNs, minRttNs);
        overflow.onReport(received, missing, queueNs);
    }

    /** A round trip ended in which losses and rates say nothing. */
    public void skipRound() {
        overflow.endRound();
        queue.endRound();
    }

    /**
     * A round trip ended.
     *
     * @param nowNs when
     * @param sentNs when the newest packet that has arrived was sent
     * @param rttNs the round trip with its queue
     * @param sends at which rate is sent
     * @param arrives at which rate packets are believed to arrive
     * @param tells whether losses in it are those of a sender that fills the path
     * @return what may arrive from now on, or {@code Long.MAX_VALUE} for anything
     */
    public long endRound(
            long nowNs, long sentNs, double rttNs, long sends, long arrives, boolean tells) {
        boolean overflowed = overflow.endRound();
        boolean gives = overflowed && tells && sentNs - cutNs >= 0;
        if (judges) {
            detector.onRound(overflow.share(), gives, queue.endRound());
        } else {
            queue.endRound();
        }
        double bytes = (double) arrives * rttNs / 8e9;
        if (gives) {
            cutNs = nowNs;
            bound.cut(nowNs, Math.min((double) sends * rttNs / 8e9, bytes), detector.part());
        } else {
            bound.endRound(nowNs, bytes);
        }
        if (detector.part() == 0 || queue.isLeft()) {
            bound.lift();
        }
        return (long) (bound.bytes() * 8e9 / rttNs);
    }
}
