package org.urdma4j.transport.port.frame;

import org.urdma4j.transport.port.linux.NextHopQuery;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The next hop on the link, as the kernel knows it. It is asked again while frames go there, so
 * that a new MAC address is followed; since none of them pass through the kernel's own tables, it
 * is also made to look again now and then. Any thread.
 */
final class Neighbour implements NextHop {
    private static final long QUERY_NS = 100_000_000;
    private static final long NUDGE_NS = 1_000_000_000;

    private final NextHopQuery query;
    private final NextHopQuery.Hop hop;
    private final Runnable nudge;
    private final AtomicLong queriedNs = new AtomicLong();
    private final AtomicLong nudgedNs = new AtomicLong();
    private volatile long mac;

    /**
     * Looks it up.
     *
     * @param nudge makes the kernel find out where it is
     */
    Neighbour(NextHopQuery query, NextHopQuery.Hop hop, Runnable nudge, long nowNs) {
        this.query = query;
        this.hop = hop;
        this.nudge = nudge;
        this.queriedNs.set(nowNs);
        this.nudgedNs.set(nowNs);
        this.mac = query.mac(hop);
        nudge.run();
    }

    @Override
    public long mac() {
        return mac;
    }

    /** Asks at once; returns whether the address is known. */
    boolean lookUp() {
        long found = query.mac(hop);
        if (found != UNKNOWN) {
            mac = found; // what was right a moment ago is better than nothing
        }
        return mac != UNKNOWN;
    }

    @Override
    public void use(long nowNs) {
        if (isDue(queriedNs, nowNs, QUERY_NS) || mac == UNKNOWN) {
            lookUp();
        }
        if (isDue(nudgedNs, nowNs, NUDGE_NS)) {
            nudge.run();
        }
    }

    private static boolean isDue(AtomicLong lastNs, long nowNs, long periodNs) {
        long last = lastNs.get();
        return nowNs - last >= periodNs && lastNs.compareAndSet(last, nowNs);
    }
}
