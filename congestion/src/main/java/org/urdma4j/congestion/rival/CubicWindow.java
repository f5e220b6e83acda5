package org.urdma4j.congestion.rival;

/**
 * The window of CUBIC (RFC 9438) in bytes on the wire, in segments of 1448 bytes so that it grows
 * as that of a kernel at an MTU of 1500 does.
 */
final class CubicWindow {
    private static final double C = 0.4;
    private static final double BETA = 0.7;
    private static final double RENO = 3 * (1 - BETA) / (1 + BETA);
    private static final double SEGMENT = 1538;
    private static final double MOST_GROWTH = 1.25;
    private static final double LEAST = 4;

    private double window;
    private double origin;
    private double secondsToOrigin;
    private double reno;
    private double before;
    private long epochNs;

    /** Begins with so many bytes, as after a decrease from more. */
    void begin(long nowNs, double bytes) {
        window = Math.max(LEAST, bytes / SEGMENT);
        before = window / BETA;
        beginEpoch(nowNs);
    }

    /** Lowers it for a loss. */
    void cut(long nowNs) {
        before = window < before ? window * (1 + BETA) / 2 : window;
        window = Math.max(LEAST, window * BETA);
        beginEpoch(nowNs);
    }

    private void beginEpoch(long nowNs) {
        epochNs = nowNs;
        reno = window;
        origin = Math.max(window, before);
        secondsToOrigin = Math.cbrt((origin - window) / C);
    }

    /** A round trip of growth; {@code fast} for a quarter, whatever the curve says. */
    void grow(long nowNs, boolean fast) {
        double t = (nowNs - epochNs) / 1e9 - secondsToOrigin;
        reno += RENO;
        double aim = Math.max(origin + C * t * t * t, reno);
        double most = MOST_GROWTH * window;
        window = fast ? most : Math.clamp(aim, window, most);
    }

    /** A round trip without growth; the curve goes on. */
    void pause() {
        reno += RENO;
    }

    /** Returns it in bytes. */
    double bytes() {
        return window * SEGMENT;
    }

    /** Returns in how many nanoseconds from its last decrease it is what it was before. */
    double periodNs() {
        return secondsToOrigin * 1e9;
    }
}
