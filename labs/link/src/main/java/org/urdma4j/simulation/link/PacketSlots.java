package org.urdma4j.simulation.link;

import java.util.Arrays;

/**
 * The packets in flight, each in a numbered slot that is used again after it. Grows to the most
 * that are ever in flight and allocates nothing from then on.
 */
final class PacketSlots<P> {
    private Object[] packets;
    private long[] dueNs;
    private long[] order;
    private int[] bytes;
    private int[] marks;

    /** A ring of the slots not in use, from {@link #freeHead} on; its length is a power of two. */
    private int[] free;

    private int freeHead;
    private int freeCount;
    private long nextOrder;

    PacketSlots(int capacity) {
        packets = new Object[capacity];
        dueNs = new long[capacity];
        order = new long[capacity];
        bytes = new int[capacity];
        marks = new int[capacity];
        free = new int[capacity];
        addFree(0, capacity);
    }

    int put(P packet, int packetBytes, int packetMarks, long packetDueNs) {
        if (freeCount == 0) {
            grow();
        }
        // the one free longest: in order, so that the processor sees it coming
        int slot = free[freeHead];
        freeHead = (freeHead + 1) & (free.length - 1);
        freeCount--;
        packets[slot] = packet;
        bytes[slot] = packetBytes;
        marks[slot] = packetMarks;
        dueNs[slot] = packetDueNs;
        order[slot] = nextOrder++;
        return slot;
    }

    /** Empties the slot; what it holds beside the packet can be read until the next put. */
    P take(int slot) {
        // put() stores nothing but P
        @SuppressWarnings("unchecked")
        P packet = (P) packets[slot];
        packets[slot] = null;
        free[(freeHead + freeCount++) & (free.length - 1)] = slot;
        return packet;
    }

    int bytes(int slot) {
        return bytes[slot];
    }

    int marks(int slot) {
        return marks[slot];
    }

    void mark(int slot, int more) {
        marks[slot] |= more;
    }

    long dueNs(int slot) {
        return dueNs[slot];
    }

    long order(int slot) {
        return order[slot];
    }

    /** Returns whether a is delivered before b: due earlier, or due together and put earlier. */
    boolean isBefore(int a, int b) {
        long apart = dueNs[a] - dueNs[b];
        return apart < 0 || (apart == 0 && order[a] < order[b]);
    }

    private void grow() {
        int before = packets.length;
        int after = 2 * before;
        packets = Arrays.copyOf(packets, after);
        dueNs = Arrays.copyOf(dueNs, after);
        order = Arrays.copyOf(order, after);
        bytes = Arrays.copyOf(bytes, after);
        marks = Arrays.copyOf(marks, after);
        free = new int[after]; // there were none
        addFree(before, after);
    }

    private void addFree(int from, int to) {
        freeHead = 0;
        freeCount = 0;
        for (int slot = from; slot < to; slot++) {
            free[freeCount++] = slot;
        }
    }
}
