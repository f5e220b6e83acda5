package org.urdma4j.congestion;

/**
 * By how much a probe for bandwidth exceeds the steady rate. One that finds what it asks for is
 * followed by one of twice the excess. One that only overflowed the queue is followed by one of
 * half the excess, since a queue that is shorter than the probe shows nothing but loss; and each
 * that didn't, by one of twice, up to the usual.
 */
final class ProbeSize {
    /** The least worth asking for. */
    private static final double LEAST = 1.0 / 16;

    /** Of what a probe sends too much, the share whose loss means that the queue is too short. */
    private static final double OVERFLOW = 0.25;

    private final double usual;
    private final double most;
    private double excess;
    private double next;

    ProbeSize(RrccConfig config) {
        usual = config.probeGain() - 1;
        most = config.startUpGain() - 1;
        excess = usual;
        next = usual;
    }

    double gain() {
        return 1 + excess;
    }

    /** Returns how much of what it asked for a probe found, given the ratio of the rates. */
    double shareFound(double growth) {
        return (growth - 1) / excess;
    }

    /** The probe found what it asked for: the next one asks for twice as much. */
    void onFound() {
        excess = Math.min(most, 2 * excess);
    }

    /** The probe is over; the next one is of the usual size, if the queue takes that. */
    void onOver() {
        excess = next;
    }

    /** Learns what was lost of a probe beyond what is lost anyway, 0 to 1. */
    void onLoss(double ratio) {
        double overflow = excess / (1 + excess);
        next =
                ratio > OVERFLOW * overflow
                        ? Math.max(LEAST, Math.min(next, excess) / 2)
                        : Math.min(usual, 2 * next);
    }

    /** Returns whether the last probe overflowed a queue too short to show it. */
    boolean overflows() {
        return next < usual;
    }
}
