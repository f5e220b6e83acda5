package org.urdma4j.leafspine.gse;

import org.urdma4j.leafspine.event.Event;
import org.urdma4j.leafspine.event.EventQueue;
import org.urdma4j.leafspine.net.Packet;

import java.util.BitSet;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * Brings packets from one leaf to one NIC back into the order in which they were sent. What isn't
 * there after twice the largest delay seen is asked for, again and again; at last it is given up,
 * and the rest let go. Each number goes on once, though asking may bring more than one copy.
 */
final class Sorter {
    private static final int TIMES = 2;

    /** How often a packet is asked for. */
    static final int REQUESTS = 8;

    /** Packets of a request. */
    private static final int MOST_MISSING = 64;

    private final EventQueue events;
    private final Consumer<Packet> sorted;
    private final Consumer<Packet> repeated;
    private final Delays delays;
    private final Consumer<int[]> missing;
    private final IntConsumer givenUp;
    private final TreeMap<Integer, Packet> held = new TreeMap<>();
    private final BitSet lost = new BitSet();
    private final Event late = Event.of(this::onLate);
    private int expected;
    private int sent;
    private int requests;
    private long notBeforePs;

    /** The largest delay that a leaf has seen, and the bytes that it holds. */
    static final class Delays {
        private long largestPs;
        private long heldBytes;
        private long mostBytes;

        /**
         * @param leastPs taken for the largest delay as long as none is larger, above 0
         */
        Delays(long leastPs) {
            largestPs = leastPs;
        }

        long heldBytes() {
            return heldBytes;
        }

        void onHeld(long bytes) {
            heldBytes += bytes;
            mostBytes = Math.max(mostBytes, heldBytes);
        }

        long mostBytes() {
            return mostBytes;
        }
    }

    /**
     * @param sorted takes packets in order
     * @param repeated takes packets whose number has come before
     * @param missing told which packets are missing, in order, to have them sent again
     * @param givenUp told how many packets have been given up
     */
    Sorter(
            EventQueue events,
            Delays delays,
            Consumer<Packet> sorted,
            Consumer<Packet> repeated,
            Consumer<int[]> missing,
            IntConsumer givenUp) {
        this.events = events;
        this.missing = missing;
        this.givenUp = givenUp;
        this.delays = delays;
        this.sorted = sorted;
        this.repeated = repeated;
    }

    void add(Packet packet) {
        delays.largestPs = Math.max(delays.largestPs, events.nowPs() - packet.orderedPs);
        int order = packet.order;
        if (order < expected ? !lost.get(order) : held.containsKey(order)) {
            repeated.accept(packet);
            return;
        }
        if (order > expected) {
            held.put(order, packet);
            delays.onHeld(packet.bytes);
            if (!late.isScheduled()) {
                waitSince(packet.orderedPs);
            }
            return;
        }
        lost.clear(order);
        sorted.accept(packet);
        if (order == expected) {
            expected++;
            requests = 0;
            letGo();
        }
    }

    private void letGo() {
        while (!held.isEmpty() && held.firstKey() == expected) {
            Packet packet = held.pollFirstEntry().getValue();
            delays.onHeld(-packet.bytes);
            expected++;
            sorted.accept(packet);
        }
        events.cancel(late);
        if (!held.isEmpty()) {
            waitSince(held.firstEntry().getValue().orderedPs);
        } else if (expected < sent) {
            waitSince(events.nowPs());
        }
    }

    /** So many have been sent: those that aren't here may be lost, though none has come after. */
    void onSent(int packets) {
        sent = Math.max(sent, packets);
        if (expected < sent && !late.isScheduled()) {
            waitSince(events.nowPs());
        }
    }

    private void waitSince(long sincePs) {
        long duePs = Math.max(sincePs + TIMES * delays.largestPs, notBeforePs);
        events.schedule(late, Math.max(duePs, events.nowPs()));
    }

    private void onLate() {
        int end = held.isEmpty() ? sent : Math.max(sent, held.lastKey());
        if (requests == REQUESTS) {
            int next = held.isEmpty() ? end : held.firstKey();
            givenUp.accept(next - expected);
            lost.set(expected, next);
            expected = next;
            requests = 0;
            letGo();
            return;
        }
        requests++;
        missing.accept(
                IntStream.range(expected, end)
                        .filter(order -> !held.containsKey(order))
                        .limit(MOST_MISSING)
                        .toArray());
        notBeforePs = events.nowPs() + TIMES * delays.largestPs;
        events.schedule(late, notBeforePs);
    }

    /** Returns the number of the first packet that isn't sorted yet. */
    int next() {
        return expected;
    }
}
