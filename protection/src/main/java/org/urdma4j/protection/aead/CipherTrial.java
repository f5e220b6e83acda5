package org.urdma4j.protection.aead;

import java.util.Comparator;
import java.util.List;

/**
 * An implementation that was tried.
 *
 * @param source the implementation
 * @param fault why it is refused, for people; empty if it isn't
 * @param times what a packet costs at each of {@link CipherTrials#SIZES}; none if it is refused
 */
public record CipherTrial(CipherSource source, String fault, List<CipherTime> times) {
    /** Cheapest first, by what a byte costs, all sizes alike. */
    static final Comparator<CipherTrial> BY_COST = Comparator.comparingDouble(CipherTrial::cost);

    public CipherTrial {
        times = List.copyOf(times);
    }

    /** Returns whether it may be used. */
    public boolean isSound() {
        return fault.isEmpty();
    }

    /** Returns what a byte costs, all sizes alike. */
    double cost() {
        return times.stream().mapToDouble(CipherTime::ofByte).sum();
    }
}
