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
}
