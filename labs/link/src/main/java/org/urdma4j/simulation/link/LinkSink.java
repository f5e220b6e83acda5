package org.urdma4j.simulation.link;

/**
 * Where packets go that have crossed a link.
 *
 * @param <P> the packets
 */
@FunctionalInterface
public interface LinkSink<P> {
    /**
     * Takes over one packet.
     *
     * @param packetBytes its length as it was offered
     * @param marks bits of {@link Marks}
     * @param dueNs when it arrives by the model; in wall-clock time the call comes somewhat later
     */
    void deliver(P packet, int packetBytes, int marks, long dueNs);
}
