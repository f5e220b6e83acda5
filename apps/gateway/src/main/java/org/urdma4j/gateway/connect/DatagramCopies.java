package org.urdma4j.gateway.connect;

import org.urdma4j.gateway.packet.Environment;

import java.util.ArrayDeque;

/**
 * Sends what the connection manager says over the long link three times, half a round trip apart,
 * so that no loss, nor a short burst of them, takes all. Some of its datagrams are said only once:
 * a program that disconnects and ends takes its DREQ's repetition with it, and its peer waits for
 * ever. Who gets one twice knows it by its ids (IBTA volume 1, 12.9.8). Not thread-safe.
 *
 * @param <P> handles of packets
 */
public final class DatagramCopies<P> {
    private static final int COPIES = 2;

    /** Copies under way at once; beyond, datagrams go without. */
    private static final int MOST = 256;

    private static final long LEAST_APART_NS = 1_000_000;

    private record Copy<P>(P packet, int left, long dueNs) {}

    private final Environment<P> environment;
    private final ArrayDeque<Copy<P>> copies = new ArrayDeque<>();
    private long lastDueNs = Long.MIN_VALUE;

    public DatagramCopies(Environment<P> environment) {
        this.environment = environment;
    }

    /** Takes a copy of a datagram that goes over the long link now. */
    public void onSent(P packet, long nowNs) {
        keep(packet, COPIES, nowNs);
    }

    private void keep(P packet, int left, long nowNs) {
        if (left == 0 || copies.size() == MOST) {
            return;
        }
        long dueNs = nowNs + Math.max(LEAST_APART_NS, environment.longRtt().ns() / 2);
        lastDueNs = Math.max(lastDueNs, dueNs); // in order, although the round trip may change
        copies.add(new Copy<>(environment.store().copy(packet), left, lastDueNs));
    }

    /** Sends the copies that are due. */
    public void onTimers(long nowNs) {
        while (nextDeadlineNs() <= nowNs) {
            Copy<P> due = copies.remove();
            keep(due.packet(), due.left() - 1, nowNs);
            environment.counters().datagramCopies++;
            environment.output().again(due.packet());
        }
    }

    /** Returns when the next is due, {@link Long#MAX_VALUE} for never. */
    public long nextDeadlineNs() {
        return copies.isEmpty() ? Long.MAX_VALUE : copies.element().dueNs();
    }

    /** Gives back what was to be sent yet. */
    public void close() {
        copies.forEach(copy -> environment.store().release(copy.packet()));
        copies.clear();
    }
}
