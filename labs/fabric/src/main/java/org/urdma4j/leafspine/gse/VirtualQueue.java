package org.urdma4j.leafspine.gse;

import org.urdma4j.leafspine.net.Packet;
import org.urdma4j.leafspine.net.PacketFifo;

/** What waits in a leaf for a NIC elsewhere, and what that NIC's leaf has granted. */
final class VirtualQueue {
    final PacketFifo waiting = new PacketFifo();
    long came;
    long demanded;
    long granted;
    long heardPs;
    long sent;
    int order;
    int path;
    int left;

    VirtualQueue(long unaskedBytes) {
        granted = unaskedBytes;
    }

    void add(Packet packet) {
        waiting.add(packet);
        came += packet.bytes;
    }

    boolean mayLeave() {
        Packet first = waiting.peek();
        return first != null && sent + first.bytes <= granted;
    }
}
