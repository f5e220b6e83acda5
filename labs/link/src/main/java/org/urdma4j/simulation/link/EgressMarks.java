package org.urdma4j.simulation.link;

import java.util.random.RandomGenerator;

/** Marks packets at the moment at which each leaves a link's queue, by what it leaves behind. */
final class EgressMarks {
    /** The slot of a packet that the wire loses: its mark shows nowhere. */
    static final int NO_SLOT = -1;

    private final RedMarking marking;
    private final RandomGenerator random;
    private final PacketSlots<?> slots;
    private final LinkCounters counters;

    EgressMarks(
            RedMarking marking,
            RandomGenerator random,
            PacketSlots<?> slots,
            LinkCounters counters) {
        this.marking = marking;
        this.random = random;
        this.slots = slots;
        this.counters = counters;
    }

    /** A packet leaves the queue; {@code copySlot} is that of its copy, if there is one. */
    void onLeave(int slot, int copySlot, long leftBehindBytes) {
        if (!marking.marks(leftBehindBytes, random)) {
            return;
        }
        counters.ecnMarked++;
        mark(slot);
        mark(copySlot);
    }

    private void mark(int slot) {
        if (slot != NO_SLOT) {
            slots.mark(slot, Marks.CONGESTION_EXPERIENCED);
        }
    }
}
