package org.urdma4j.simulation.tcp;

/**
 * CUBIC (RFC 9438) with the constants of Linux: C 0.4, a decrease to 0.7, fast convergence, the
 * region that is no slower than Reno, HyStart if asked for. Not paced; super-packets are what
 * leaves in a millisecond.
 */
public final class Cubic implements TcpControl {
    private static final double C = 0.4;
    private static final double BETA = 717.0 / 1024;

    /** What Reno would add a round trip with the same decrease. */
    private static final double RENO = 3 * (1 - BETA) / (1 + BETA);

    private static final int FIRST_WINDOW = 10;
    private static final int LEAST_WINDOW = 2;

    private final HyStart hyStart;
    private final Recovery recovery = new Recovery();
    private double window = FIRST_WINDOW;
    private double threshold = Double.MAX_VALUE;
    private double lastMax;
    private boolean epoch;
    private long epochNs;
    private double origin;
    private double secondsToOrigin;
    private double reno;
    private long rttNs;
    private int decreases;

    /**
     * @param hyStart whether slow start ends before losses, as it does unless turned off
     */
    public Cubic(boolean hyStart) {
        this.hyStart = hyStart ? new HyStart() : null;
    }

    @Override
    public void onAck(TcpAck ack) {
        rttNs = rttNs == 0 ? ack.rttNs : rttNs - rttNs / 8 + ack.rttNs / 8;
        if (recovery.ends(ack)) {
            window = threshold;
        }
        if (ack.lost > 0 && recovery.begins(ack)) {
            decrease(ack);
        }
        if (recovery.active()) {
            window = Math.max(recovery.window(ack), 1);
        } else if (ack.priorInFlight + superPacket() >= (int) window) {
            grow(ack);
        }
    }

    private void decrease(TcpAck ack) {
        decreases++;
        reduce(recovery.active() ? threshold : window);
        recovery.begin(ack, (int) threshold);
    }

    private void reduce(double from) {
        epoch = false;
        lastMax = from < lastMax ? from * (1 + BETA) / 2 : from;
        threshold = Math.max(from * BETA, LEAST_WINDOW);
    }

    private void grow(TcpAck ack) {
        int acked = ack.acked;
        if (window < threshold) {
            if (hyStart != null && hyStart.onAck(ack, (int) window)) {
                threshold = window;
            } else {
                window += acked;
                return;
            }
        }
        if (!epoch) {
            beginEpoch(ack.nowNs);
        }
        double t = (ack.nowNs - epochNs + ack.minRttNs) / 1e9 - secondsToOrigin;
        double aim = origin + C * t * t * t;
        double growth = aim > window ? (aim - window) / window : 0.01 / window;
        if (lastMax == 0) {
            growth = Math.max(growth, 0.05); // nothing lost yet: no slower than that
        }
        reno += RENO * acked / window;
        if (reno > window) {
            growth = Math.max(growth, (reno - window) / window);
        }
        window += Math.min(growth, 0.5) * acked;
    }

    private void beginEpoch(long nowNs) {
        epoch = true;
        epochNs = nowNs;
        reno = window;
        origin = Math.max(window, lastMax);
        secondsToOrigin = Math.cbrt((origin - window) / C);
    }

    @Override
    public void onTimeout(long nowNs) {
        reduce(window);
        window = 1;
        recovery.stop(0);
    }

    @Override
    public int window() {
        return Math.max((int) window, 1);
    }

    @Override
    public double pacing() {
        return UNPACED;
    }

    @Override
    public int superPacket() {
        double gain = window < threshold / 2 ? 2 : 1.2;
        double aMillisecond = rttNs == 0 ? 0 : gain * window * 1e6 / rttNs;
        return Math.clamp((long) aMillisecond, 2, TcpFlow.SUPER_PACKET);
    }

    /** Returns how often the window was lowered for a loss. */
    public int decreases() {
        return decreases;
    }

    @Override
    public String state() {
        return recovery.active() ? "recovery" : window < threshold ? "slow-start" : "avoidance";
    }
}
