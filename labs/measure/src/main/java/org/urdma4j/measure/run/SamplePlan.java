package org.urdma4j.measure.run;

import org.urdma4j.measure.spec.Load;

/**
 * When samples are taken: at each interval, anew from where the omitted start ends, there, and at
 * the end. Both ends have the same plan, each by its own clock, so samples with the same index
 * belong together.
 */
final class SamplePlan {
    private final Load load;

    SamplePlan(Load load) {
        this.load = load;
    }

    /** Returns the first instant after {@code afterNs}, both since the start. */
    long next(long afterNs) {
        long origin = afterNs < load.omitNs() ? 0 : load.omitNs();
        long end = afterNs < load.omitNs() ? load.omitNs() : load.endNs();
        if (load.intervalNs() == 0) {
            return end;
        }
        long next = origin + ((afterNs - origin) / load.intervalNs() + 1) * load.intervalNs();
        return Math.min(next, end);
    }

    /** Returns whether the sample due at {@code instantNs} is the last. */
    boolean last(long instantNs) {
        return instantNs >= load.endNs();
    }
}
