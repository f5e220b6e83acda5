package org.urdma4j.simulation.fabric;

import org.urdma4j.simulation.host.SimulatedPacket;

import java.util.Arrays;

/** The frames of one priority that wait at a port, each with the port by which it came. */
final class FrameQueue {
    private SimulatedPacket[] packets = new SimulatedPacket[64];
    private FabricPort[] sources = new FabricPort[64];
    private int head;
    private int count;
    private long bytes;

    boolean isEmpty() {
        return count == 0;
    }

    /** Returns the bytes of all frames, without check sequences. */
    long bytes() {
        return bytes;
    }

    /** Returns the bytes of the first frame. */
    int firstBytes() {
        return packets[head].frameBytes();
    }

    /**
     * Adds a frame.
     *
     * @param source where it came into the switch, null in a host
     */
    void add(SimulatedPacket packet, FabricPort source) {
        int length = packets.length;
        if (count == length) {
            packets = Arrays.copyOf(packets, 2 * length);
            sources = Arrays.copyOf(sources, 2 * length);
            // what had wrapped to the front goes behind the old end
            System.arraycopy(packets, 0, packets, length, head);
            System.arraycopy(sources, 0, sources, length, head);
        }
        int tail = (head + count) & (packets.length - 1);
        packets[tail] = packet;
        sources[tail] = source;
        count++;
        bytes += packet.frameBytes();
    }

    /** Returns where the first frame came from. */
    FabricPort firstSource() {
        return sources[head];
    }

    SimulatedPacket removeFirst() {
        SimulatedPacket packet = packets[head];
        packets[head] = null;
        sources[head] = null;
        head = (head + 1) & (packets.length - 1);
        count--;
        bytes -= packet.frameBytes();
        return packet;
    }
}
