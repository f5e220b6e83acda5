package org.urdma4j.simulation.link;

import java.util.Arrays;

/**
 * The packets that wait before a transmitter: when each will start, how many bytes it has, and,
 * where marks are made, in which slots of the link it is.
 */
final class WaitingPackets {
    private final EgressMarks marks;
    private long[] startNs = new long[64];
    private int[] bytes = new int[64];
    private int[] slots = new int[64];
    private int[] copySlots = new int[64];
    private int head;
    private int count;
    private long totalBytes;

    /**
     * @param marks is told of each packet that starts, null if nobody need be
     */
    WaitingPackets(EgressMarks marks) {
        this.marks = marks;
    }

    /** Appends a packet; starts must not run backwards. */
    void add(long packetStartNs, int packetBytes) {
        if (count == startNs.length) {
            grow();
        }
        int tail = (head + count) & (startNs.length - 1);
        startNs[tail] = packetStartNs;
        bytes[tail] = packetBytes;
        slots[tail] = EgressMarks.NO_SLOT;
        copySlots[tail] = EgressMarks.NO_SLOT;
        count++;
        totalBytes += packetBytes;
    }

    /** The packet added last is in these slots. */
    void newestIn(int slot, int copySlot) {
        int newest = (head + count - 1) & (startNs.length - 1);
        slots[newest] = slot;
        copySlots[newest] = copySlot;
    }

    void forgetSlots() {
        Arrays.fill(slots, EgressMarks.NO_SLOT);
        Arrays.fill(copySlots, EgressMarks.NO_SLOT);
    }

    /** Forgets the packets that have started by {@code nowNs}. */
    void retire(long nowNs) {
        while (count > 0 && nowNs - startNs[head] >= 0) {
            totalBytes -= bytes[head];
            if (marks != null) {
                // whoever was offered before it started is in the sum, and nobody else
                marks.onLeave(slots[head], copySlots[head], totalBytes);
            }
            head = (head + 1) & (startNs.length - 1);
            count--;
        }
    }

    long totalBytes() {
        return totalBytes;
    }

    private void grow() {
        int length = startNs.length;
        startNs = Arrays.copyOf(startNs, 2 * length);
        bytes = doubled(bytes);
        slots = doubled(slots);
        copySlots = doubled(copySlots);
        // what had wrapped to the front goes behind the old end
        System.arraycopy(startNs, 0, startNs, length, head);
    }

    private int[] doubled(int[] values) {
        int[] grown = Arrays.copyOf(values, 2 * values.length);
        System.arraycopy(values, 0, grown, values.length, head);
        return grown;
    }
}
