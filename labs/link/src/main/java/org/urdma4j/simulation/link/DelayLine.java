package org.urdma4j.simulation.link;

/**
 * Packets on their way, taken out in the order in which they are due. Those that come in that order
 * wait in a ring, at no cost that grows with their number; only the ones out of order go through a
 * heap.
 */
final class DelayLine<P> {
    /** What {@link #nextDue} and {@link #next} return when there is no such packet. */
    static final int NONE = -1;

    private final PacketSlots<P> slots = new PacketSlots<>(256);
    private final SlotFifo inOrder = new SlotFifo();
    private final SlotHeap outOfOrder = new SlotHeap(slots);

    /**
     * Adds a packet; where it is due earlier than one added before, it overtakes that one.
     *
     * @return its slot
     */
    int add(P packet, int packetBytes, int marks, long dueNs) {
        int slot = slots.put(packet, packetBytes, marks, dueNs);
        if (inOrder.isEmpty() || dueNs - slots.dueNs(inOrder.last()) >= 0) {
            inOrder.add(slot);
        } else {
            outOfOrder.add(slot);
        }
        return slot;
    }

    /** Adds a packet that others will overtake, and returns its slot. */
    int addHeld(P packet, int packetBytes, int marks, long dueNs) {
        int slot = slots.put(packet, packetBytes, marks, dueNs);
        outOfOrder.add(slot);
        return slot;
    }

    int size() {
        return inOrder.size() + outOfOrder.size();
    }

    /** Returns the slot of the packet that is due next, or {@link #NONE}; it stays. */
    int next() {
        if (outOfOrder.isEmpty()) {
            return inOrder.isEmpty() ? NONE : inOrder.first();
        }
        return inOrder.isEmpty() || slots.isBefore(outOfOrder.first(), inOrder.first())
                ? outOfOrder.first()
                : inOrder.first();
    }

    /** Takes the next packet's slot off the line if it is due by {@code nowNs}, else NONE. */
    int nextDue(long nowNs) {
        int slot = next();
        return slot == NONE || nowNs - slots.dueNs(slot) < 0 ? NONE : remove(slot);
    }

    /** Takes the given slot, which {@link #next} has returned, off the line. */
    int remove(int slot) {
        return !inOrder.isEmpty() && inOrder.first() == slot
                ? inOrder.removeFirst()
                : outOfOrder.removeFirst();
    }

    /** Returns the slots, for a packet's particulars and to take it out. */
    PacketSlots<P> slots() {
        return slots;
    }
}
