package org.urdma4j.simulation.link;

import java.util.ArrayList;
import java.util.List;

/** A packet of the tests: a number, and the bit that was flipped. */
record Pkt(int id, int flippedBit, boolean copied) {
    static final int INTACT = -1;

    Pkt(int id) {
        this(id, INTACT, false);
    }

    /** Remembers what came back to it. */
    static final class Owner implements PacketOwner<Pkt> {
        final List<Pkt> released = new ArrayList<>();

        @Override
        public Pkt copy(Pkt packet) {
            return new Pkt(packet.id, packet.flippedBit, true);
        }

        @Override
        public Pkt corrupt(Pkt packet, int bit) {
            return new Pkt(packet.id, bit, packet.copied);
        }

        @Override
        public void release(Pkt packet) {
            released.add(packet);
        }
    }

    /** One delivery. */
    record Delivery(Pkt packet, int bytes, int marks, long dueNs) {}

    /** Remembers what was delivered. */
    static final class Sink implements LinkSink<Pkt> {
        final List<Delivery> deliveries = new ArrayList<>();

        @Override
        public void deliver(Pkt packet, int packetBytes, int marks, long dueNs) {
            deliveries.add(new Delivery(packet, packetBytes, marks, dueNs));
        }

        List<Integer> ids() {
            return deliveries.stream().map(delivery -> delivery.packet().id()).toList();
        }

        List<Long> dueNs() {
            return deliveries.stream().map(Delivery::dueNs).toList();
        }
    }
}
