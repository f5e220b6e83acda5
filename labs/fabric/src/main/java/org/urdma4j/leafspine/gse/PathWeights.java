package org.urdma4j.leafspine.gse;

import org.urdma4j.leafspine.topology.Shape;

import java.util.Arrays;

/**
 * What spines say that they can take for each leaf, and which spine a container goes over so that
 * each takes its part of them. Who says that it can take nothing isn't used: that is back-pressure.
 */
final class PathWeights {
    private final int servers;
    private final long stalePs;
    private final int whole;
    private final int[][] said;
    private final long[] saidPs;

    /** By how much each spine is behind its part, for each leaf, in bytes. */
    private final long[][] behind;

    /**
     * @param whole bytes that a spine takes for a leaf if all of it is well
     * @param stalePs after which what a spine has said counts no more
     */
    PathWeights(Shape shape, int whole, long stalePs) {
        this.servers = shape.servers();
        this.whole = whole;
        this.stalePs = stalePs;
        said = new int[shape.spines()][servers];
        saidPs = new long[shape.spines()];
        Arrays.fill(saidPs, -stalePs);
        behind = new long[servers][shape.spines()];
    }

    /** A spine says how many bytes it can take for each leaf. */
    void onSaid(int spine, int[] weights, long nowPs) {
        System.arraycopy(weights, 0, said[spine], 0, servers);
        saidPs[spine] = nowPs;
    }

    int of(int spine, int to, long nowPs) {
        return nowPs - saidPs[spine] >= stalePs ? whole : said[spine][to];
    }

    /**
     * Chooses by weights, in turns as even as can be.
     *
     * @param own bytes that this leaf can give to each spine
     * @return the spine, -1 if none can take anything
     */
    int choose(int to, int[] own, long nowPs) {
        long[] turns = behind[to];
        long sum = 0;
        int best = -1;
        for (int spine = 0; spine < turns.length; spine++) {
            int weight = Math.min(own[spine], of(spine, to, nowPs));
            if (weight > 0) {
                turns[spine] += weight;
                sum += weight;
                best = best < 0 || turns[spine] > turns[best] ? spine : best;
            }
        }
        if (best >= 0) {
            turns[best] -= sum;
        }
        return best;
    }
}
