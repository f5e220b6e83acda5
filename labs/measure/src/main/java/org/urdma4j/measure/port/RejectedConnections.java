package org.urdma4j.measure.port;

import org.urdma4j.transport.port.SystemClock;

/** Counts connections that were closed unheard, and tells of them now and then. Any thread. */
final class RejectedConnections {
    private static final long BETWEEN_NS = 1_000_000_000;

    private Arrivals told;
    private long closed;
    private long nextNs = Long.MIN_VALUE;

    synchronized void tell(Arrivals who) {
        told = who;
    }

    synchronized long closed() {
        return closed;
    }

    void count(String peer, String why) {
        long now = SystemClock.nowNs();
        long count;
        Arrivals who;
        synchronized (this) {
            closed++;
            if (now < nextNs) {
                return;
            }
            nextNs = now + BETWEEN_NS;
            count = closed;
            who = told;
        }
        // who is told may print, and a terminal may be slow
        var _ = Thread.ofVirtual().start(() -> who.turnedAway(peer, why, count));
    }
}
