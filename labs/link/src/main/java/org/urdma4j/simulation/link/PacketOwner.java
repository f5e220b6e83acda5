package org.urdma4j.simulation.link;

/**
 * What a link needs to do to packets, given by whoever knows what they are: buffers with bytes, or
 * objects that refer to payload elsewhere. The link itself moves references only.
 *
 * @param <P> the packets
 */
public interface PacketOwner<P> {
    /** Returns a second packet of the same content, to be delivered beside the first. */
    P copy(P packet);

    /**
     * Damages a packet as noise would. Where the bytes are at hand, one bit is flipped, in the
     * packet itself if nobody else reads it or else in a copy; where they are not, the packet is
     * marked so that its receiver treats it as one whose ICRC is wrong.
     *
     * @param bit which bit, counted from the packet's first byte, below eight times its length
     * @return the damaged packet, which takes the place of {@code packet}
     */
    P corrupt(P packet, int bit);

    /** Takes back a packet that will not be delivered. */
    void release(P packet);
}
