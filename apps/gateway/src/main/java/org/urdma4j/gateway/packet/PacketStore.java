package org.urdma4j.gateway.packet;

import java.nio.ByteBuffer;

/**
 * Where packets are kept, given by whoever knows what they are: buffers with bytes, or objects that
 * stand for them. The engine moves handles and looks at headers only. Each handle that a method
 * returns is released once, or passed on once.
 *
 * @param <P> handles of packets
 */
public interface PacketStore<P> {
    /** Puts the view over a packet; nothing is kept of it beyond the call that asked. */
    void view(P packet, Headers headers);

    /** Returns whether the packet's ICRC is right. */
    boolean isIntact(P packet);

    /** Returns a second packet of the same content. */
    P copy(P packet);

    /** Takes back a packet that goes no further. */
    void release(P packet);

    /**
     * Returns what packets that a gateway makes look like below the transport, once they are to go
     * the way that {@code packet} goes: MACs, VLAN, addresses, ports, DSCP.
     *
     * @param old what was returned for an earlier packet of that way, or null; it is returned again
     *     if the headers are the same, and otherwise taken back
     */
    P template(P old, P packet);

    /** Returns the same for the opposite way of {@code packet}, of which nothing was seen yet. */
    P reversed(P packet);

    /**
     * Returns a packet with the headers of a template, IP identification 0, DF, and its ICRC.
     *
     * @param transport the bytes from BTH to the last pad byte, from 0 to the limit
     */
    P make(P template, ByteBuffer transport);
}
