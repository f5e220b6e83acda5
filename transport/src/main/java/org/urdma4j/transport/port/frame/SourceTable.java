package org.urdma4j.transport.port.frame;

import org.urdma4j.codec.net.Encapsulation;
import org.urdma4j.verbs.Gid;

/**
 * The last senders, so that none is made anew for each packet. Bounded: senders whose places
 * coincide take turns. Confined to the event loop.
 */
final class SourceTable {
    private static final int SLOTS = 1024;
    private static final long SPREAD = 0x9e37_79b9_7f4a_7c15L;
    private static final int SLOT_BITS = 10;

    private final boolean local;
    private final FrameSource[] sources = new FrameSource[SLOTS];

    /**
     * Creates an empty table.
     *
     * @param local whether they are on this machine
     */
    SourceTable(boolean local) {
        this.local = local;
    }

    FrameSource of(Encapsulation encapsulation, long prefix, long interfaceId) {
        // Of RoCEv2, the GID tells IPv4 from IPv6.
        int version = encapsulation == Encapsulation.ROCE_V1 ? 1 : 2;
        long mixed = (prefix * 31 + interfaceId) * 31 + version;
        int slot = (int) ((mixed * SPREAD) >>> (Long.SIZE - SLOT_BITS));
        FrameSource source = sources[slot];
        if (source == null
                || source.encapsulation() != encapsulation
                || source.gid().interfaceId() != interfaceId
                || source.gid().subnetPrefix() != prefix) {
            source = new FrameSource(new Gid(prefix, interfaceId), encapsulation, local);
            sources[slot] = source;
        }
        return source;
    }
}
