package org.urdma4j.congestion;

/**
 * By how much a probe for bandwidth exceeds the steady rate. One that finds what it asks for is
 * followed by one of twice the excess. One that only overflowed the queue is followed by one of
 * half the excess, since a queue that is shorter than the probe shows nothing but loss; and each
 * that didn't, by one of twice, up to the usual.
 */
final class ProbeSize {
    /** The least worth asking for, where probes overflow the queue. */
    private static final double LEAST = 1.0 / 64;

    /** The least where queues mark it: such a queue may be much shorter than the path. */
    private static final double LEAST_UNMARKED = 1.0 / 256;

    /** The least that shows up elsewhere. */
    private static final double USUAL_LEAST = 1.0 / 16;

    /** Of what a probe sends too much, the share whose loss means that the queue is too short. */
    private static final double OVERFLOW = 0.25;

    /**
     * A probe of which more than this share is marked is more than the queue is meant for: one that
     * fills it to two thirds of K_max, so that those of two flows may meet.
     */
    private static final double MARKED = 1.0 / 16;

    /** By how much the next may exceed one that wasn't marked: half of them would be, doubling. */
    private static final double UNMARKED_GROWTH = 1.25;

    /** As much more than a fast flow's the probe of a slow one may exceed its rate. */
    private static final double SLOW = 1.25;

    private final double largest;
    private double usual;
    private final double most;
    private double excess;
    private double next;
    private boolean following;

    /** What marks leave of the excess. */
    private double unmarked;

    private boolean marked;
    private final boolean shrinks;
    private final boolean heedsMarks;

    ProbeSize(RrccConfig config) {
        largest = SLOW * (RrccConfig.PROBE_GAIN - 1);
        usual = largest;
        most = RrccConfig.START_UP_GAIN - 1;
        excess = usual;
        next = usual;
        unmarked = most;
        shrinks = config.has(RrccRule.PROBE_OVERFLOW);
        heedsMarks = config.has(RrccRule.MARKED_PROBE);
    }

    double gain() {
        return 1 + excess;
    }

    /**
     * A probe begins. Unless the one before it found room, it is to add no more to the queue than
     * flows agree to leave standing.
     *
     * @param share that queue as a share of the round trip for which the probe lasts
     */
    void begin(double share) {
        boolean overflows = overflows();
        usual = Math.clamp(share, USUAL_LEAST, largest);
        next = overflows ? Math.min(next, usual) : usual;
        if (!following) {
            excess = Math.min(next, unmarked);
        }
    }

    /** Returns how much of what it asked for a probe found, given the ratio of the rates. */
    double shareFound(double growth) {
        return (growth - 1) / excess;
    }

    /** The probe found what it asked for: the next one asks for twice as much. */
    void onFound() {
        following = true;
        excess = Math.min(most, 2 * excess);
    }

    /** The probe is over; the next one is of the usual size, if the queue takes that. */
    void onOver() {
        following = false;
        excess = Math.min(next, unmarked);
    }

    /** Learns what was lost of a probe beyond what is lost anyway, 0 to 1. */
    void onLoss(double ratio) {
        double overflow = excess / (1 + excess);
        next =
                shrinks && ratio > OVERFLOW * overflow
                        ? Math.max(LEAST, Math.min(next, excess) / 2)
                        : Math.min(usual, 2 * next);
    }

    /** Learns which share of a probe came with a congestion mark, 0 to 1. */
    void onMarks(double ratio) {
        marked = heedsMarks && ratio > MARKED;
        unmarked =
                marked
                        ? Math.max(LEAST_UNMARKED, Math.min(unmarked, excess) / 2)
                        : Math.min(most, UNMARKED_GROWTH * unmarked);
    }

    /** Returns whether the last probe was more than the queue is meant for, whatever it found. */
    boolean marked() {
        return marked;
    }

    /** Returns whether the last probe overflowed a queue too short to show it. */
    boolean overflows() {
        return next < usual;
    }
}
