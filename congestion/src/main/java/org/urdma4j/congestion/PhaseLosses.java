package org.urdma4j.congestion;

/**
 * What was lost of the packets of two kinds of phases: probes for bandwidth, whose loss tells
 * whether the queue takes them, and whose marks whether it is meant to, and those in which the
 * sender holds back, whose loss is random.
 */
final class PhaseLosses {
    /** Deviations of what is usually lost that a probe may lose beyond it by chance. */
    private static final double CHANCE = 2;

    private final LossMeter loss;
    private final ProbeSize size;
    private final LossSpan probe = new LossSpan();
    private final LossSpan quiet = new LossSpan();

    PhaseLosses(LossMeter loss, ProbeSize size) {
        this.loss = loss;
        this.size = size;
    }

    void beginProbe(long nowNs) {
        probe.begin(nowNs);
    }

    void beginQuiet(long nowNs) {
        quiet.begin(nowNs);
    }

    void endQuiet(long nowNs) {
        quiet.end(nowNs);
    }

    /** The phase is over, of whichever kind it was. */
    void end(long nowNs) {
        probe.end(nowNs);
        quiet.end(nowNs);
    }

    /** What is on its way shows nothing any more. */
    void cancel() {
        probe.cancel();
        quiet.cancel();
    }

    void onSample(RateSample s) {
        if (quiet.onSample(s)) {
            loss.onQuietSpan(quiet, size.overflows());
        }
        if (probe.onSample(s)) {
            size.onLoss(probe.lost() / probe.packets() - usualAtMost(probe.packets()));
            size.onMarks(probe.marked() / probe.packets());
        }
    }

    /**
     * Returns what so few packets may have lost by chance: a probe has no more than a round trip.
     */
    private double usualAtMost(double packets) {
        double usual = loss.usual();
        return usual + CHANCE * Math.sqrt(usual * (1 - usual) / packets);
    }
}
