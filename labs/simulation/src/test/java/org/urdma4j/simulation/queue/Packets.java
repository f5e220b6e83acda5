package org.urdma4j.simulation.queue;

/** Packets for tests of queues. */
final class Packets {
    static final long MS = 1_000_000;
    static final int BYTES = 1500;

    private Packets() {}

    static QueuedPacket of(int flow, int ecn) {
        QueuedPacket packet = new QueuedPacket();
        packet.wireBytes = BYTES;
        packet.flow = flow;
        packet.ecn = ecn;
        return packet;
    }
}
