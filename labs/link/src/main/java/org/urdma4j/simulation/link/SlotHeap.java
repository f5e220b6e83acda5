package org.urdma4j.simulation.link;

import java.util.Arrays;

/** A binary heap of slot numbers, the one to be delivered next on top. */
final class SlotHeap {
    private final PacketSlots<?> order;
    private int[] slots = new int[64];
    private int count;

    /** Makes a heap in the order of {@link PacketSlots#isBefore}. */
    SlotHeap(PacketSlots<?> order) {
        this.order = order;
    }

    boolean isEmpty() {
        return count == 0;
    }

    int size() {
        return count;
    }

    int first() {
        return slots[0];
    }

    void add(int slot) {
        if (count == slots.length) {
            slots = Arrays.copyOf(slots, 2 * count);
        }
        int at = count++;
        while (at > 0) {
            int parent = (at - 1) >>> 1;
            if (!order.isBefore(slot, slots[parent])) {
                break;
            }
            slots[at] = slots[parent];
            at = parent;
        }
        slots[at] = slot;
    }

    int removeFirst() {
        int first = slots[0];
        int last = slots[--count];
        int at = 0;
        while (true) {
            int child = 2 * at + 1;
            if (child + 1 < count && order.isBefore(slots[child + 1], slots[child])) {
                child++;
            }
            if (child >= count || !order.isBefore(slots[child], last)) {
                break;
            }
            slots[at] = slots[child];
            at = child;
        }
        slots[at] = last;
        return first;
    }
}
