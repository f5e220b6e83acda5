package org.urdma4j.transport.port.frame;

/** Where the frames to a peer go on the link. Any thread. */
public interface NextHop {
    /** What {@link #mac} returns while nobody knows. */
    long UNKNOWN = -1;

    /** Returns the MAC address, 48 bits, or {@link #UNKNOWN}. */
    long mac();

    /** Returns whether it is this machine, which the loopback interface leads to. */
    default boolean isLocal() {
        return false;
    }

    /**
     * Frames are about to be sent there: an address that was found long ago is looked up again.
     *
     * @param nowNs the port's clock
     */
    default void use(long nowNs) {
        // some are known once and for all
    }
}
