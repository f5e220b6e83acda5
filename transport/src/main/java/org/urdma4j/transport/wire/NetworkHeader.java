package org.urdma4j.transport.wire;

import org.urdma4j.verbs.Gid;

/**
 * The network header of packets that came in, as receives of UD begin with it: the header of IPv6,
 * which is laid out as a GRH is, or 20 bytes of zeros and the header of IPv4 (IBTA annex A17.4.5).
 * Network backends that don't see it put together what they know of it. Reused; confined to the
 * event loop.
 */
public interface NetworkHeader extends PayloadSource {
    /** Bytes of the header. */
    int LENGTH = 40;

    /**
     * Turns to a packet.
     *
     * @param source where it came from, as the backend passed it
     * @param arrivedAt index of the GID that it came to
     * @param transportBytes its bytes from BTH to ICRC
     */
    void of(Object source, int arrivedAt, int transportBytes);

    /**
     * Returns where a packet was sent to: one of the port's addresses, or a multicast group.
     *
     * @param source where it came from, as the backend passed it
     * @param arrivedAt index of the GID that it came to
     */
    Gid destination(Object source, int arrivedAt);
}
