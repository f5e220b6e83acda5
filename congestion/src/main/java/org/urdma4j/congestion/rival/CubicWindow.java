package org.urdma4j.congestion.rival;

import org.urdma4j.congestion.lossyield.CubicCurve;

/**
 * The window of CUBIC (RFC 9438) in bytes on the wire, in segments of 1448 bytes so that it grows
 * as that of a kernel at an MTU of 1500 does.
 */
final class CubicWindow {
    private static final double MOST_GROWTH = 1.25;
    private static final double LEAST = 4;

    private final CubicCurve curve = new CubicCurve();
    private double window;

    /** Begins with so many bytes, as after a decrease from more. */
    void begin(long nowNs, double bytes) {
        window = Math.max(LEAST, bytes / CubicCurve.SEGMENT);
        curve.begin(nowNs, window, window / CubicCurve.BETA);
    }

    /** Lowers it for a loss. */
    void cut(long nowNs) {
        double from = window;
        window = Math.max(LEAST, from * CubicCurve.BETA);
        curve.decrease(nowNs, from, CubicCurve.BETA, window);
    }

    /** A round trip of growth; {@code fast} for a quarter, whatever the curve says. */
    void grow(long nowNs, boolean fast) {
        curve.endRound();
        double most = MOST_GROWTH * window;
        window = fast ? most : Math.clamp(curve.at(nowNs), window, most);
    }

    /** A round trip without growth; the curve goes on. */
    void pause() {
        curve.endRound();
    }

    double bytes() {
        return window * CubicCurve.SEGMENT;
    }

    /** Returns in how many nanoseconds from its last decrease it is what it was before. */
    double periodNs() {
        return curve.secondsToOrigin() * 1e9;
    }
}
