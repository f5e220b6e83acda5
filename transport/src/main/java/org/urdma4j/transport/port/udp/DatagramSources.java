package org.urdma4j.transport.port.udp;

import org.urdma4j.transport.port.linux.ReceivedDatagrams;

import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;

/**
 * The last senders, so that none is made anew for each read. Bounded: senders whose places coincide
 * take turns. Confined to the event loop.
 */
final class DatagramSources {
    private static final int PLACES_BITS = 10;
    private static final int SPREAD = 0x9e37_79b9;

    private final MemorySegment[] names = new MemorySegment[1 << PLACES_BITS];
    private final InetSocketAddress[] sources = new InetSocketAddress[1 << PLACES_BITS];

    /** Returns where datagram {@code i} came from. */
    InetSocketAddress of(ReceivedDatagrams received, int i) {
        int place = (received.sourceHash(i) * SPREAD) >>> (Integer.SIZE - PLACES_BITS);
        if (names[place] == null || !received.isFrom(i, names[place])) {
            names[place] = received.name(i);
            sources[place] = received.source(i);
        }
        return sources[place];
    }
}
