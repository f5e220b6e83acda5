package org.urdma4j.leafspine.host;

import java.util.Arrays;

/** The messages of a queue pair, and which packets they are. Known to both ends. */
public final class Messages {
    private final int mtu;
    private int[] ends = new int[8];
    private int[] tails = new int[8];
    private int count;

    /**
     * @param mtu payload of a full packet
     */
    public Messages(int mtu) {
        this.mtu = mtu;
    }

    /** Adds a message of at least a byte; returns its number. */
    int add(long bytes) {
        if (count == ends.length) {
            ends = Arrays.copyOf(ends, 2 * count);
            tails = Arrays.copyOf(tails, 2 * count);
        }
        int packets = Math.toIntExact((bytes + mtu - 1) / mtu);
        ends[count] = packets() + packets;
        tails[count] = (int) (bytes - (long) (packets - 1) * mtu);
        return count++;
    }

    int packets() {
        return count == 0 ? 0 : ends[count - 1];
    }

    int count() {
        return count;
    }

    int of(int psn) {
        int at = Arrays.binarySearch(ends, 0, count, psn + 1);
        return at >= 0 ? at : -at - 1;
    }

    int packets(int message) {
        return message == 0 ? ends[0] : ends[message] - ends[message - 1];
    }

    /** Returns whether a packet is the last of its message. */
    boolean isLast(int psn) {
        return ends[of(psn)] == psn + 1;
    }

    int payload(int psn) {
        int message = of(psn);
        return ends[message] == psn + 1 ? tails[message] : mtu;
    }
}
