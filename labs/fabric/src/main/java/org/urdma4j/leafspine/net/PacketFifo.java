package org.urdma4j.leafspine.net;

/** Packets in the order in which they came. A packet is in one at most. */
public final class PacketFifo {
    private Packet first;
    private Packet last;
    private long bytes;

    public void add(Packet packet) {
        packet.next = null;
        if (first == null) {
            first = packet;
        } else {
            last.next = packet;
        }
        last = packet;
        bytes += packet.bytes;
    }

    /** Returns the next packet and leaves it there, null if there is none. */
    public Packet peek() {
        return first;
    }

    /** Takes the next packet out, null if there is none. */
    public Packet poll() {
        Packet packet = first;
        if (packet != null) {
            first = packet.next;
            packet.next = null;
            bytes -= packet.bytes;
        }
        return packet;
    }

    public boolean isEmpty() {
        return first == null;
    }

    /** Returns the bytes of all, as they were when they came. */
    public long bytes() {
        return bytes;
    }
}
