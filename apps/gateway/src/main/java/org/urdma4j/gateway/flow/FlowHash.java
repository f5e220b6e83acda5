package org.urdma4j.gateway.flow;

/**
 * Hashes addresses with a seed. Each word goes through a step that isn't linear, so that strangers
 * who don't know the seed can't choose addresses and queue pairs that meet in one bucket.
 */
record FlowHash(long seed) {
    private static final long ODD = 0x9e37_79b9_7f4a_7c15L;
    private static final long MIX = 0xff51_afd7_ed55_8ccdL;

    int of(long a, long b, long c, long d, int e) {
        return (int) (step(step(step(step(step(seed * ODD, a), b), c), d), e) >>> 32);
    }

    private static long step(long state, long word) {
        long mixed = (state ^ word) * MIX;
        return (mixed ^ (mixed >>> 29)) + ODD;
    }
}
