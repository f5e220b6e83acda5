package org.urdma4j.transport.port.frame;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The next hop on the link, as the kernel knows it. It is asked again while frames go there, so
 * that a new MAC address is followed; since none of them pass through the kernel's own tables, it
 * is also made to look again now and then. Any thread.
 */
final class Neighbour implements NextHop {
    private static final long QUERY_NS = 100_000_000;

    /** As long as nobody knows, beginning with what the kernel takes to find out; doubled. */
    private static final long FIRST_QUERY_NS = 100_000;

    private static final long LAST_QUERY_NS = 20_000_000;

    private static final long NUDGE_NS = 1_000_000_000;

    private final LongSupplier query;
    private final Runnable nudge;
    private final AtomicLong queriedNs = new AtomicLong();
    private final AtomicLong nudgedNs = new AtomicLong();
    private volatile long mac;
    private volatile long patienceNs = FIRST_QUERY_NS;

    /**
     * Looks it up.
     *
     * @param query asks the kernel for the address, {@link NextHop#UNKNOWN} if it has none
     * @param nudge makes the kernel find out where it is
     */
    Neighbour(LongSupplier query, Runnable nudge, long nowNs) {
        this.query = query;
        this.nudge = nudge;
        this.queriedNs.set(nowNs);
        this.nudgedNs.set(nowNs);
        this.mac = query.getAsLong();
        nudge.run();
    }

    @Override
    public long mac() {
        return mac;
    }

    private void lookUp() {
        long found = query.getAsLong();
        if (found != UNKNOWN) {
            mac = found; // what was right a moment ago is better than nothing
        }
        patienceNs = Math.min(2 * patienceNs, LAST_QUERY_NS);
    }

    @Override
    public void use(long nowNs) {
        if (isDue(queriedNs, nowNs, mac == UNKNOWN ? patienceNs : QUERY_NS)) {
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
