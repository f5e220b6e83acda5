package org.urdma4j.simulation.tcp;

import java.util.Arrays;

/** What is known of each packet in flight, by its number; grows to the most that ever are. */
final class Transmissions {
    private long[] sentNs = new long[1024];
    private long[] delivered = new long[1024];
    private long[] deliveredNs = new long[1024];
    private long[] firstSentNs = new long[1024];
    private long[] inFlight = new long[1024];
    private long[] lost = new long[1024];
    private boolean[] arrived = new boolean[1024];
    private long first;
    private long next;

    /**
     * Adds a packet that is sent now.
     *
     * @param packets in flight with it
     * @param lostSoFar how many were taken for lost
     */
    long add(
            long nowNs, long deliveredSoFar, long atNs, long firstNs, int packets, long lostSoFar) {
        if (next - first == sentNs.length) {
            grow();
        }
        int at = at(next);
        sentNs[at] = nowNs;
        delivered[at] = deliveredSoFar;
        deliveredNs[at] = atNs;
        firstSentNs[at] = firstNs;
        inFlight[at] = packets;
        lost[at] = lostSoFar;
        arrived[at] = false;
        return next++;
    }

    /** Returns the smallest number that isn't settled. */
    long first() {
        return first;
    }

    /** Returns the number of the packet that is sent next. */
    long next() {
        return next;
    }

    void settleFirst() {
        first++;
    }

    boolean arrived(long number) {
        return arrived[at(number)];
    }

    void setArrived(long number) {
        arrived[at(number)] = true;
    }

    long sentNs(long number) {
        return sentNs[at(number)];
    }

    long delivered(long number) {
        return delivered[at(number)];
    }

    long deliveredNs(long number) {
        return deliveredNs[at(number)];
    }

    long firstSentNs(long number) {
        return firstSentNs[at(number)];
    }

    /** Returns how many were in flight when it was sent, itself among them. */
    int inFlight(long number) {
        return (int) inFlight[at(number)];
    }

    /** Returns how many had been taken for lost when it was sent. */
    long lost(long number) {
        return lost[at(number)];
    }

    private int at(long number) {
        return (int) (number & (sentNs.length - 1));
    }

    private void grow() {
        int half = sentNs.length;
        long[][] all = {sentNs, delivered, deliveredNs, firstSentNs, inFlight, lost};
        for (int i = 0; i < all.length; i++) {
            all[i] = turned(all[i], half);
        }
        boolean[] flags = new boolean[2 * half];
        for (long n = first; n < next; n++) {
            flags[(int) (n & (2L * half - 1))] = arrived[at(n)];
        }
        arrived = flags;
        sentNs = all[0];
        delivered = all[1];
        deliveredNs = all[2];
        firstSentNs = all[3];
        inFlight = all[4];
        lost = all[5];
    }

    private long[] turned(long[] from, int half) {
        long[] to = Arrays.copyOf(from, 2 * half);
        for (long n = first; n < next; n++) {
            to[(int) (n & (2L * half - 1))] = from[(int) (n & (half - 1))];
        }
        return to;
    }
}
