package org.urdma4j.wan.shuttle;

import org.urdma4j.simulation.link.PacketOwner;
import org.urdma4j.wan.frame.Frame;
import org.urdma4j.wan.frame.FrameRing;

import java.util.Arrays;

/** The packets not in use, and what the link asks to be done to one. */
final class PacketPool implements PacketOwner<Packet> {
    private final FrameRing ring;
    private Packet[] spare = new Packet[1024];
    private int spares;

    PacketPool(FrameRing ring) {
        this.ring = ring;
    }

    Packet take(Frame frame, int index) {
        Packet packet = spares == 0 ? new Packet() : spare[--spares];
        frame.retain();
        packet.set(frame, index);
        return packet;
    }

    /** Takes the packet back; its frame's reference stays with the caller. */
    Frame recycle(Packet packet) {
        if (spares == spare.length) {
            spare = Arrays.copyOf(spare, 2 * spares);
        }
        spare[spares++] = packet;
        return packet.frame;
    }

    @Override
    public Packet copy(Packet packet) {
        return take(packet.frame, packet.index);
    }

    @Override
    public Packet corrupt(Packet packet, int bit) {
        packet.damagedBit = bit;
        return packet;
    }

    @Override
    public void release(Packet packet) {
        ring.release(recycle(packet), 1);
    }
}
