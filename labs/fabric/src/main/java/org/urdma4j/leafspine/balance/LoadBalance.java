package org.urdma4j.leafspine.balance;

import org.urdma4j.leafspine.net.Noise;

import java.util.Locale;
import java.util.function.LongSupplier;

/** Ways to spread flows over equal cables. */
public enum LoadBalance {
    /** A hash of the flow, another in each switch. */
    ECMP,
    /** A hash of the flow, the same in all switches. */
    ECMP_POLARISED,
    /** A hash, and a new choice after each pause of 100 µs. */
    FLOWLET,
    /** Each packet by chance. */
    SPRAY,
    /** Each packet to the shortest queue. */
    ADAPTIVE,
    /** Leaves spread containers, ask for grants, and sort. */
    GSE_LEAF,
    /** The same by weights that spines grant. */
    GSE_WEIGHTS,
    /** Hosts spread containers; switches hash what hosts say. */
    GSE_HOST;

    private static final long FLOWLET_GAP_PS = 100_000_000L;

    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns whether leaves spread and sort, so that NICs need not. */
    public boolean isOfLeaves() {
        return this == GSE_LEAF || this == GSE_WEIGHTS;
    }

    public boolean reorders() {
        return this == SPRAY || this == ADAPTIVE || this == GSE_HOST;
    }

    /**
     * Returns what chooses among the cables of a group.
     *
     * @param noise of the switch
     * @param clock the time in picoseconds
     */
    public Balancer balancer(Noise noise, LongSupplier clock) {
        return switch (this) {
            case ECMP, GSE_LEAF, GSE_WEIGHTS, GSE_HOST -> new HashBalancer(noise.nextLong());
            case ECMP_POLARISED -> new HashBalancer(0);
            case FLOWLET -> new FlowletBalancer(noise, FLOWLET_GAP_PS, clock);
            case SPRAY -> new SprayBalancer(noise);
            case ADAPTIVE -> new AdaptiveBalancer(noise);
        };
    }
}
