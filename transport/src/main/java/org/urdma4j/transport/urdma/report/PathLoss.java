package org.urdma4j.transport.urdma.report;

/**
 * How the path loses packets: which share, before any repair, and how many in a row. Both are
 * smoothed over about {@value #MEMORY} packets, or losses.
 */
public final class PathLoss {
    private static final double MEMORY = 50_000;
    private static final double BURST_MEMORY = 1_000;
    private static final int LONGEST = 256;
    private static final double TAIL = 0.99;

    private static final double[] NONE = {};

    /** By length; made when the first is lost. */
    private double[] bursts = NONE;

    private double share;
    private double weight;
    private double losses;

    /** A report told of packets that came and of packets that didn't. */
    void onPackets(long came, long lost) {
        double packets = came + Math.max(0, lost);
        if (packets <= 0) {
            return;
        }
        // At first a plain mean, so that the first reports count for what they are.
        weight = Math.min(MEMORY, weight + packets);
        double part = Math.min(1, packets / weight);
        share += (Math.max(0, lost) / packets - share) * part;
    }

    /** So many packets in a row were found lost. */
    void onBurst(long packets) {
        if (bursts.length == 0) {
            bursts = new double[LONGEST + 1];
        }
        bursts[(int) Math.min(LONGEST, packets)]++;
        losses++;
        if (losses > BURST_MEMORY) {
            for (int i = 0; i < bursts.length; i++) {
                bursts[i] /= 2;
            }
            losses /= 2;
        }
    }

    /** Returns the share of packets lost, 0 to 1. */
    public double share() {
        return share;
    }

    /** Returns how many packets in a row are lost on average, 1 when none was. */
    public double meanBurst() {
        double sum = 0;
        double count = 0;
        for (int i = 1; i < bursts.length; i++) {
            sum += i * bursts[i];
            count += bursts[i];
        }
        return count < 1 ? 1 : sum / count;
    }

    /** Returns how many in a row 99 of 100 losses don't exceed. */
    public int longBurst() {
        double count = 0;
        for (int i = 1; i < bursts.length; i++) {
            count += bursts[i];
            if (count >= TAIL * losses) {
                return i;
            }
        }
        return 1;
    }
}
