package org.urdma4j.congestion.courtesy;

/**
 * What a flow of CUBIC would have under way after the same overflows (RFC 9438), with a smaller
 * decrease. In bytes on the wire, by segments of an MTU of 1500, as such flows mostly have.
 */
final class CubicBound {
    private static final double C = 0.4;

    /** CUBIC's is 0.3: behind a short queue that leaves the link idle for as long as it lasts. */
    private static final double DECREASE = 0.15;

    /** What each round trip adds to a window of Reno's that yields as CUBIC does. */
    private static final double RENO = 3 * (1 - 0.7) / (1 + 0.7);

    private static final double SEGMENT = 1538;

    /** With less a flow tells nothing apart any more, and CUBIC would do so, too. */
    private static final double LEAST = 32;

    /** What is so far beyond what arrives bounds nothing. */
    private static final double IDLE = 2;

    private boolean on;
    private double window;
    private double origin;
    private double secondsToOrigin;
    private double reno;
    private double before;
    private long epochNs;

    /**
     * A queue overflowed.
     *
     * @param bytes what was under way
     * @param part how much of the decrease is made, 0 to 1
     */
    void cut(long nowNs, double bytes, double part) {
        double left = 1 - DECREASE * part;
        double segments = bytes / SEGMENT;
        before = on && segments < before ? segments * (1 + left) / 2 : segments;
        window = Math.max(LEAST, segments * left);
        epochNs = nowNs;
        reno = window;
        origin = Math.max(window, before);
        secondsToOrigin = Math.cbrt((origin - window) / C);
        on = true;
    }

    /** A round trip ended, at whose rate so much would be under way. */
    void endRound(long nowNs, double bytes) {
        if (!on) {
            return;
        }
        double seconds = (double) (nowNs - epochNs) / 1e9 - secondsToOrigin;
        reno += RENO;
        double curve = origin + C * seconds * seconds * seconds;
        window = Math.max(window, Math.max(curve, reno));
        on = window * SEGMENT <= IDLE * bytes;
    }

    /** Bounds nothing until the next overflow. */
    void lift() {
        on = false;
    }

    /** Returns how many bytes may be under way, or infinity. */
    double bytes() {
        return on ? window * SEGMENT : Double.POSITIVE_INFINITY;
    }
}
