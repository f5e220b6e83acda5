package org.urdma4j.simulation.queue;

/** Packets first in, first out. */
final class PacketFifo {
    private QueuedPacket head;
    private QueuedPacket tail;
    private long bytes;
    private int packets;

    void add(QueuedPacket packet, long nowNs) {
        packet.enqueuedNs = nowNs;
        packet.next = null;
        if (head == null) {
            head = packet;
        } else {
            tail.next = packet;
        }
        tail = packet;
        bytes += packet.wireBytes;
        packets++;
    }

    /** Returns the oldest, null if there is none. */
    QueuedPacket remove() {
        QueuedPacket first = head;
        if (first != null) {
            head = first.next;
            first.next = null;
            bytes -= first.wireBytes;
            packets--;
        }
        return first;
    }

    boolean isEmpty() {
        return head == null;
    }

    /** Returns the bytes of the oldest; there must be one. */
    int firstBytes() {
        return head.wireBytes;
    }

    /** Returns how long the oldest has waited, 0 if there is none. */
    long delayNs(long nowNs) {
        return head == null ? 0 : head.waitedNs(nowNs);
    }

    long bytes() {
        return bytes;
    }

    int packets() {
        return packets;
    }
}
