package org.urdma4j.leafspine.gse;

import org.urdma4j.leafspine.event.Event;
import org.urdma4j.leafspine.event.EventQueue;
import org.urdma4j.leafspine.net.Packet;

import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/**
 * Brings packets from one leaf to one NIC back into the order in which they were sent. What isn't
 * there after twice the largest delay seen is taken for lost, and the rest let go.
 */
final class Sorter {
    private static final int TIMES = 2;

    private final EventQueue events;
    private final Consumer<Packet> sorted;
    private final Delays delays;
    private final IntConsumer givenUp;
    private final TreeMap<Integer, Packet> held = new TreeMap<>();
    private final Event late = Event.of(this::skip);
    private int expected;

    /** The largest delay that a leaf has seen, and the bytes that it holds. */
    static final class Delays {
        private long largestPs;
        private long heldBytes;
        private long mostBytes;

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
     * @param givenUp told how many packets have been given up
     */
    Sorter(EventQueue events, Delays delays, Consumer<Packet> sorted, IntConsumer givenUp) {
        this.events = events;
        this.givenUp = givenUp;
        this.delays = delays;
        this.sorted = sorted;
    }

    void add(Packet packet) {
        delays.largestPs = Math.max(delays.largestPs, events.nowPs() - packet.orderedPs);
        if (packet.order > expected) {
            held.put(packet.order, packet);
            delays.onHeld(packet.bytes);
            if (!late.isScheduled()) {
                events.schedule(late, packet.orderedPs + TIMES * delays.largestPs);
            }
            return;
        }
        sorted.accept(packet);
        if (packet.order == expected) {
            expected++;
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
            long sincePs = held.firstEntry().getValue().orderedPs;
            events.schedule(late, sincePs + TIMES * delays.largestPs);
        }
    }

    private void skip() {
        givenUp.accept(held.firstKey() - expected);
        expected = held.firstKey();
        letGo();
    }
}
