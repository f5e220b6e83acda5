package org.urdma4j.leafspine.gse;

import org.urdma4j.leafspine.net.Packet;
import org.urdma4j.leafspine.net.PacketFifo;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;

/** What waits in a leaf for a NIC elsewhere, and what that NIC's leaf has granted. */
final class VirtualQueue {
    /** More are out than a failure leaves unsorted only if the other leaf is gone. */
    private static final int MOST_COPIES = 1024;

    final PacketFifo waiting = new PacketFifo();

    /** Of what has left, in order, until the other leaf says that it has sorted it. */
    private final ArrayDeque<Packet> copies = new ArrayDeque<>();

    long came;
    long demanded;
    long granted;
    long heardPs;
    int order;
    private long sent;
    private int path;
    private long left; // of the container

    VirtualQueue(long unaskedBytes) {
        granted = unaskedBytes;
    }

    void add(Packet packet) {
        waiting.add(packet);
        came += packet.bytes;
    }

    /** Returns whether the container has no room for the next packet. */
    boolean isAtEnd() {
        return waiting.peek().bytes > left;
    }

    /** Begins a container that takes a path. */
    void begin(long containerBytes, int containerPath) {
        left = containerBytes;
        path = containerPath;
    }

    /** Takes the next packet out, into the container. */
    Packet take() {
        Packet packet = waiting.poll();
        sent += packet.bytes;
        left -= packet.bytes;
        packet.path = path;
        packet.order = order++;
        return packet;
    }

    void keep(Packet packet) {
        copies.add(packet.copy());
        if (copies.size() > MOST_COPIES) {
            copies.remove();
        }
    }

    void onSorted(int next) {
        while (!copies.isEmpty() && copies.peek().order < next) {
            copies.remove();
        }
    }

    /** Returns the copies with these numbers, as far as there are any. */
    List<Packet> copies(int[] orders) {
        return copies.stream().filter(it -> Arrays.binarySearch(orders, it.order) >= 0).toList();
    }

    boolean mayLeave() {
        Packet first = waiting.peek();
        return first != null && sent + first.bytes <= granted;
    }
}
