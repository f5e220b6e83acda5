package org.urdma4j.leafspine.net;

/** Packets to use again. */
public final class PacketPool {
    private Packet free;
    private long live;

    /** Returns a packet with nothing but these fields set. */
    public Packet take(PacketKind kind, int flow, int from, int to, int bytes) {
        Packet packet = free;
        if (packet == null) {
            packet = new Packet();
        } else {
            free = packet.next;
        }
        packet.clear();
        packet.kind = kind;
        packet.flow = flow;
        packet.from = from;
        packet.to = to;
        packet.bytes = bytes;
        live++;
        return packet;
    }

    /** Returns a packet with the fields of a copy. */
    public Packet take(Packet copy) {
        Packet packet = take(copy.kind, copy.flow, copy.from, copy.to, copy.bytes);
        packet.set(copy);
        return packet;
    }

    /** Takes a packet back that nobody has any more. */
    public void give(Packet packet) {
        packet.next = free;
        free = packet;
        live--;
    }

    public long live() {
        return live;
    }
}
