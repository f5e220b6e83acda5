package org.urdma4j.wan.shuttle;

import java.lang.foreign.MemorySegment;

/** Is shown each wire packet as it enters the path, whatever becomes of it. */
@FunctionalInterface
public interface WireWatch {
    /**
     * Takes a look at one packet.
     *
     * @param nowNs when it was read
     * @param at where in {@code memory} its Ethernet header is; valid during the call
     */
    void onPacket(long nowNs, MemorySegment memory, int at, int bytes);
}
