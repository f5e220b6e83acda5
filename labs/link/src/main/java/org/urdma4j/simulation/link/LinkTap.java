package org.urdma4j.simulation.link;

/**
 * Watches a link: captures, histograms, traces. Called on the link's thread; a tap must not keep
 * the packet or change it.
 *
 * @param <P> the packets
 */
public interface LinkTap<P> {
    /**
     * A packet that the queue has taken will leave the sender's side, to be lost later or not.
     *
     * @param nowNs when it was offered
     * @param departNs when its last bit leaves; not before {@code nowNs}, and in order
     * @param queuedNs how long it waits before its first bit leaves
     */
    default void onTransmit(P packet, int packetBytes, long nowNs, long departNs, long queuedNs) {}

    /**
     * A packet reaches the receiver's side.
     *
     * @param marks bits of {@link Marks}
     * @param dueNs when it arrives by the model
     * @param lateNs how much later than that it is delivered; 0 in virtual time
     */
    default void onDeliver(P packet, int packetBytes, int marks, long dueNs, long lateNs) {}

    /** A packet that was offered will not be delivered. */
    default void onDrop(P packet, int packetBytes, DropCause cause, long nowNs) {}
}
