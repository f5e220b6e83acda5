package org.urdma4j.simulation.tcp;

/**
 * CUBIC (RFC 9438) with the constants of Linux: C 0.4, a decrease to 0.7, fast convergence, the
 * region that is no slower than Reno, HyStart if asked for.
 */
public final class Cubic extends LossBased {
    private static final double C = 0.4;
    private static final double BETA = 717.0 / 1024;

    /** What Reno would add a round trip with the same decrease. */
    private static final double RENO = 3 * (1 - BETA) / (1 + BETA);

    private double lastMax;
    private boolean epoch;
    private long epochNs;
    private double origin;
    private double secondsToOrigin;
    private double reno;

    /**
     * One that isn't paced, nor ECN-capable.
     *
     * @param hyStart whether slow start ends before losses, as it does unless turned off
     */
    public Cubic(boolean hyStart) {
        this(hyStart, false);
    }

    /**
     * One that isn't paced.
     *
     * @param ecn whether it asks for marks in place of losses
     */
    public Cubic(boolean hyStart, boolean ecn) {
        super(hyStart, false, ecn);
    }

    private Cubic() {
        super(true, true, false);
    }

    /**
     * Returns one as QUIC has it: paced at 1.25 times the window in a round trip (RFC 9002, section
     * 7.7), twice in slow start, in bursts of at most ten packets; slow start ends by longer round
     * trips alone (RFC 9406).
     */
    public static Cubic quic() {
        return new Cubic();
    }

    @Override
    double decreased(double from) {
        epoch = false;
        lastMax = from < lastMax ? from * (1 + BETA) / 2 : from;
        return from * BETA;
    }

    @Override
    void avoid(TcpAck ack) {
        if (!epoch) {
            beginEpoch(ack.nowNs);
        }
        double t = (ack.nowNs - epochNs + ack.minRttNs) / 1e9 - secondsToOrigin;
        double aim = origin + C * t * t * t;
        double growth = aim > window ? (aim - window) / window : 0.01 / window;
        if (lastMax == 0) {
            growth = Math.max(growth, 0.05); // nothing lost yet: no slower than that
        }
        reno += RENO * ack.acked / window;
        if (reno > window) {
            growth = Math.max(growth, (reno - window) / window);
        }
        window += Math.min(growth, 0.5) * ack.acked;
    }

    private void beginEpoch(long nowNs) {
        epoch = true;
        epochNs = nowNs;
        reno = window;
        origin = Math.max(window, lastMax);
        secondsToOrigin = Math.cbrt((origin - window) / C);
    }
}
