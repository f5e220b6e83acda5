package org.urdma4j.simulation.link;

import java.util.Arrays;

/** A growing ring of slot numbers, first in first out. */
final class SlotFifo {
    private int[] slots = new int[64];
    private int head;
    private int count;

    boolean isEmpty() {
        return count == 0;
    }

    int size() {
        return count;
    }

    int first() {
        return slots[head];
    }

    int last() {
        return slots[(head + count - 1) & (slots.length - 1)];
    }

    void add(int slot) {
        int length = slots.length;
        if (count == length) {
            slots = Arrays.copyOf(slots, 2 * length);
            // what had wrapped to the front goes behind the old end
            System.arraycopy(slots, 0, slots, length, head);
        }
        slots[(head + count) & (slots.length - 1)] = slot;
        count++;
    }

    int removeFirst() {
        int slot = slots[head];
        head = (head + 1) & (slots.length - 1);
        count--;
        return slot;
    }
}
