package org.urdma4j.simulation.tcp;

import org.urdma4j.simulation.queue.Ecn;

/**
 * What Reno and CUBIC have in common: slow start, one decrease of the window in a round trip for
 * losses or marks, proportional rate reduction, and super-packets of what leaves in a millisecond,
 * paced or not.
 */
abstract class LossBased implements TcpControl {
    static final int FIRST_WINDOW = 10;
    static final int LEAST_WINDOW = 2;

    /** The longest burst of a paced sender. */
    private static final int PACED_BURST = 10;

    private final HyStart hyStart;
    private final boolean paced;
    private final boolean ecn;
    private final Recovery recovery = new Recovery();
    double window = FIRST_WINDOW;
    private double threshold = Double.MAX_VALUE;
    private long rttNs;
    private int decreases;

    /**
     * @param hyStart whether slow start ends before losses
     * @param ecn whether marks stand for losses
     */
    LossBased(boolean hyStart, boolean paced, boolean ecn) {
        this.hyStart = hyStart ? new HyStart(!paced) : null;
        this.paced = paced;
        this.ecn = ecn;
    }

    /** Returns the window after a decrease from another. */
    abstract double decreased(double from);

    /** Grows the window beyond slow start. */
    abstract void avoid(TcpAck ack);

    @Override
    public final void onAck(TcpAck ack) {
        rttNs = rttNs == 0 ? ack.rttNs : rttNs - rttNs / 8 + ack.rttNs / 8;
        if (recovery.ends(ack)) {
            window = threshold;
        }
        if (recovery.begins(ack)) {
            decreases++;
            reduce(recovery.active() ? threshold : window);
            recovery.begin(ack, (int) threshold);
        }
        if (recovery.active()) {
            window = Math.max(recovery.window(ack), 1);
        } else if (ack.priorInFlight + superPacket() >= (int) window) {
            grow(ack);
        }
    }

    private void reduce(double from) {
        threshold = Math.max(decreased(from), LEAST_WINDOW);
    }

    private void grow(TcpAck ack) {
        if (window < threshold) {
            if (hyStart == null || !hyStart.onAck(ack, (int) window)) {
                window += ack.acked;
                return;
            }
            threshold = window;
        }
        avoid(ack);
    }

    @Override
    public final void onTimeout(long nowNs) {
        reduce(window);
        window = 1;
        recovery.stop(0);
    }

    @Override
    public final int window() {
        return Math.max((int) window, 1);
    }

    @Override
    public final double pacing() {
        return paced && rttNs > 0 ? gain(1.25) * window * 1e9 / rttNs : UNPACED;
    }

    @Override
    public final int superPacket() {
        double aMillisecond = rttNs == 0 ? 0 : gain(1.2) * window * 1e6 / rttNs;
        return paced
                ? Math.clamp((long) aMillisecond, 1, PACED_BURST)
                : Math.clamp((long) aMillisecond, 2, TcpFlow.SUPER_PACKET);
    }

    private double gain(double beyondSlowStart) {
        return window < threshold / 2 ? 2 : beyondSlowStart;
    }

    @Override
    public final int ecn() {
        return ecn ? Ecn.ECT_0 : Ecn.NOT_ECT;
    }

    /** Returns how often the window was lowered for a loss or mark. */
    public final int decreases() {
        return decreases;
    }

    @Override
    public final String state() {
        return recovery.active() ? "recovery" : window < threshold ? "slow-start" : "avoidance";
    }
}
