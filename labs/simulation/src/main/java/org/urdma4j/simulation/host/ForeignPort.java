package org.urdma4j.simulation.host;

import org.urdma4j.codec.icrc.Icrc;
import org.urdma4j.simulation.link.Marks;

/**
 * Makes a host speak something else than RoCE: packets of any length that carry one number, over
 * the routes of the network, where they share queues with everybody's. A host whose device is open
 * doesn't hear them. Confined to the thread that runs the virtual time.
 */
public final class ForeignPort {
    /** Bytes of a packet that exist; the rest of its length only takes time on links. */
    private static final int STORED = 32;

    /** Takes what arrives. */
    @FunctionalInterface
    public interface Receiver {
        /**
         * Takes a packet.
         *
         * @param marked whether it was marked with congestion on its way
         */
        void receive(long number, boolean marked);
    }

    private final SimulatedNetwork network;
    private final SimulatedHost host;
    private final Receiver receiver;

    /**
     * @param host whose packets all go to the receiver from now on
     * @param receiver is given the number of each packet that arrives
     */
    public ForeignPort(SimulatedNetwork network, SimulatedHost host, Receiver receiver) {
        this.network = network;
        this.host = host;
        this.receiver = receiver;
        host.foreign(this);
    }

    /**
     * Sends a packet, which arrives or is lost.
     *
     * @param to a host to which there is a route
     * @param bytes its length as links count it, framing left out; at least 32
     * @param ecn one of {@link org.urdma4j.simulation.queue.Ecn}
     * @param flow 0 to 16,383: what tells flows between the same hosts apart
     * @throws IllegalArgumentException if it is shorter or there is no route
     */
    public void send(SimulatedHost to, int bytes, long number, int ecn, int flow) {
        SimulatedRoute route = network.route(host.address(0), to.gid());
        if (route == null) {
            throw new IllegalArgumentException("no route leads from %s to %s".formatted(host, to));
        }
        if (bytes < STORED) {
            throw new IllegalArgumentException(
                    "a packet of %d bytes, at least %d are needed".formatted(bytes, STORED));
        }
        SimulatedPacket packet =
                network.pool().empty(route.withEntropy(flow), 0, STORED - Icrc.LENGTH);
        packet.ecn = ecn;
        packet.absent = bytes - packet.length;
        packet.buffer.putLong(0, number);
        packet.forward();
    }

    void receive(SimulatedPacket packet) {
        receiver.receive(
                packet.buffer.getLong(0), (packet.marks & Marks.CONGESTION_EXPERIENCED) != 0);
    }
}
