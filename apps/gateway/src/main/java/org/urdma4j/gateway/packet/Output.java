package org.urdma4j.gateway.packet;

/**
 * Where packets leave.
 *
 * @param <P> handles of packets
 */
public interface Output<P> {
    /** Sends a packet towards the hosts. */
    void inside(P packet);

    /** Sends a packet over the long link. */
    void outside(P packet);

    /** Sends a packet over the long link that was sent there before. */
    void again(P packet);

    /** Sends a packet that the other gateway lacks over the long link, before all that waits. */
    void first(P packet);
}
