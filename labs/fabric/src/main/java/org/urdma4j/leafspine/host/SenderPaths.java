package org.urdma4j.leafspine.host;

import org.urdma4j.leafspine.net.Noise;

/**
 * The paths of a queue pair: each is a source port of its own, and what switches make of that. A
 * container goes where it is there first, by what answers have said of each.
 */
final class SenderPaths {
    /** A path with more of a queue than this is given up for another one. */
    private static final long LONG_PS = 4_000_000L;

    private final SenderPath[] paths;
    private final Noise noise;
    private final double psPerByte;
    private int next;
    private long leastPs = Long.MAX_VALUE;

    /**
     * @param count at least 1; a single one has the entropy of the queue pair
     * @param psPerByte of the NIC
     */
    SenderPaths(int count, long entropy, double psPerByte) {
        this.psPerByte = psPerByte;
        paths = new SenderPath[count];
        noise = new Noise(entropy);
        for (int i = 0; i < count; i++) {
            paths[i] = new SenderPath(count == 1 ? entropy : noise.nextLong());
        }
        next = noise.nextInt(count);
    }

    /** Returns the path for the next container; of equal ones, they take turns. */
    SenderPath choose(long nowPs) {
        SenderPath best = null;
        double bestPs = Double.MAX_VALUE;
        int bestAt = 0;
        for (int i = 0; i < paths.length; i++) {
            int at = next + i < paths.length ? next + i : next + i - paths.length;
            SenderPath path = paths[at];
            if (paths.length > 1 && path.out.isEmpty() && path.queuePs() > LONG_PS) {
                path.renew(noise.nextLong());
            }
            double delayPs = path.delayPs(nowPs, psPerByte);
            if (!path.rests(nowPs) && delayPs < bestPs) {
                best = path;
                bestPs = delayPs;
                bestAt = at;
            }
        }
        if (best == null) {
            best = paths[next];
            bestAt = next;
        }
        next = bestAt + 1 < paths.length ? bestAt + 1 : 0;
        return best;
    }

    void onDelay(SenderPath path, long nowPs, long delayPs) {
        leastPs = Math.min(leastPs, delayPs);
        path.onDelay(nowPs, delayPs - leastPs);
    }

    SenderPath[] all() {
        return paths;
    }
}
