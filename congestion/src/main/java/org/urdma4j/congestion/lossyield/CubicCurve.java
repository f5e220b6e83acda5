package org.urdma4j.congestion.lossyield;

/**
 * How CUBIC's window grows after a decrease (RFC 9438, sections 4.2 to 4.7), in segments as a
 * kernel at an MTU of 1500 sends them. How far it decreases, and what least it has, is its user's.
 */
public final class CubicCurve {
    /** Bytes on the wire of a segment of 1448 bytes. */
    public static final double SEGMENT = 1538;

    /** What CUBIC leaves of a window. */
    public static final double BETA = 0.7;

    private static final double C = 0.4;

    /** What each round trip adds to a window of Reno's that yields as CUBIC does. */
    private static final double RENO = 3 * (1 - BETA) / (1 + BETA);

    private double origin;
    private double secondsToOrigin;
    private double reno;
    private double before;
    private long epochNs;

    /**
     * Begins anew.
     *
     * @param nowNs the time in nanoseconds
     * @param window what there is from now on
     * @param most what there was before
     */
    public void begin(long nowNs, double window, double most) {
        before = most;
        beginEpoch(nowNs, window);
    }

    /**
     * A decrease. One from less than the last began from aims for less, so that others have room.
     *
     * @param nowNs the time in nanoseconds
     * @param from what there was
     * @param left the part of it that was to be left
     * @param window what is left
     */
    public void decrease(long nowNs, double from, double left, double window) {
        before = from < before ? from * (1 + left) / 2 : from;
        beginEpoch(nowNs, window);
    }

    private void beginEpoch(long nowNs, double window) {
        epochNs = nowNs;
        reno = window;
        origin = Math.max(window, before);
        secondsToOrigin = Math.cbrt((origin - window) / C);
    }

    /** The next decrease is from more than the last. */
    public void forget() {
        before = 0;
    }

    /** A round trip passes. */
    public void endRound() {
        reno += RENO;
    }

    /** Returns the window at a time in nanoseconds: by the cubic, or Reno's if that is larger. */
    public double at(long nowNs) {
        double t = (double) (nowNs - epochNs) / 1e9 - secondsToOrigin;
        return Math.max(origin + C * t * t * t, reno);
    }

    /** Returns in how many seconds from its last decrease it is what it was before. */
    public double secondsToOrigin() {
        return secondsToOrigin;
    }
}
