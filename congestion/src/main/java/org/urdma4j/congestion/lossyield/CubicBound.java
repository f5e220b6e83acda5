package org.urdma4j.congestion.lossyield;

/**
 * What a flow of CUBIC would have under way after the same overflows (RFC 9438), with a smaller
 * decrease. In bytes on the wire, by segments of an MTU of 1500, as such flows mostly have.
 */
final class CubicBound {
    /** CUBIC's is 0.3: behind a short queue that leaves the link idle for as long as it lasts. */
    private static final double DECREASE = 0.15;

    /** With less a flow tells nothing apart any more, and CUBIC would do so, too. */
    private static final double LEAST = 32;

    /** What is so far beyond what arrives bounds nothing. */
    private static final double IDLE = 2;

    private final CubicCurve curve = new CubicCurve();
    private boolean on;
    private double window;

    /**
     * A queue overflowed.
     *
     * @param bytes what was under way
     * @param part how much of the decrease is made, 0 to 1
     */
    void cut(long nowNs, double bytes, double part) {
        double left = 1 - DECREASE * part;
        double segments = bytes / CubicCurve.SEGMENT;
        window = Math.max(LEAST, segments * left);
        curve.decrease(nowNs, segments, left, window);
        on = true;
    }

    /** A round trip ended, at whose rate so much would be under way. */
    void endRound(long nowNs, double bytes) {
        if (!on) {
            return;
        }
        curve.endRound();
        window = Math.max(window, curve.at(nowNs));
        if (window * CubicCurve.SEGMENT > IDLE * bytes) {
            lift();
        }
    }

    /** Bounds nothing until the next overflow. */
    void lift() {
        on = false;
        curve.forget();
    }

    /** Returns how many bytes may be under way, or infinity. */
    double bytes() {
        return on ? window * CubicCurve.SEGMENT : Double.POSITIVE_INFINITY;
    }
}
