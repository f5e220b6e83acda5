package org.urdma4j.transport.port.pipeline;

import java.nio.ByteBuffer;

/**
 * Judges the ICRC of packets that came in, and counts those that it drops. Confined to the event
 * loop.
 */
@FunctionalInterface
public interface IcrcCheck {
    /** Lets everything pass. */
    IcrcCheck NONE = (packet, at, length, source) -> true;

    /** Packets of one run follow, all from {@code source}. */
    default void begin(Object source) {
        // for those that look at each packet by itself
    }

    /**
     * Returns whether the last packet that passed had a value that survives address translation.
     */
    default boolean translatable() {
        return false;
    }

    /**
     * Returns whether the packet may go on.
     *
     * @param at index of the BTH
     * @param length bytes from the BTH to the last pad byte; the ICRC is behind them
     * @param source where it came from
     */
    boolean passes(ByteBuffer packet, int at, int length, Object source);
}
