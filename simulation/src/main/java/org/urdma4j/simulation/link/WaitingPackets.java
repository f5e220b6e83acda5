package org.urdma4j.simulation.link;

import java.util.Arrays;

/** The packets that wait before a transmitter: when each will start, and how many bytes it has. */
final class WaitingPackets {
    private long[] startNs = new long[64];
    private int[] bytes = new int[64];
    private int head;
    private int count;
    private long totalBytes;

    /** Appends a packet; starts must not run backwards. */
    void add(long packetStartNs, int packetBytes) {
        if (count == startNs.length) {
            grow();
        }
        int tail = (head + count) & (startNs.length - 1);
        startNs[tail] = packetStartNs;
        bytes[tail] = packetBytes;
        count++;
        totalBytes += packetBytes;
    }

    /** Forgets the packets that have started by {@code nowNs}. */
    void retire(long nowNs) {
        while (count > 0 && nowNs - startNs[head] >= 0) {
            totalBytes -= bytes[head];
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
        bytes = Arrays.copyOf(bytes, 2 * length);
        // what had wrapped to the front goes behind the old end
        System.arraycopy(startNs, 0, startNs, length, head);
        System.arraycopy(bytes, 0, bytes, length, head);
    }
}
