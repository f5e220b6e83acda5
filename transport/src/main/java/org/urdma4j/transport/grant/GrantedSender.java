package org.urdma4j.transport.grant;

import java.util.Arrays;

/**
 * What a receiver knows of one sender: what it wants, was granted, and what of that has arrived. In
 * bytes since the beginning, from BTH to ICRC. Confined to the event loop of its {@link
 * GrantScheduler}, which alone changes it.
 */
public final class GrantedSender {
    private static final long NEVER = Long.MAX_VALUE;
    private static final int TICKS = 4;
    private static final long RECLAIM_NS = 1_000_000;
    private static final long WINDOW_NS = 5_000_000_000L;

    /** The round trip before one was measured, in nanoseconds. */
    private static final long UNKNOWN_RTT_NS = 1_000_000;

    /** After so many bytes the earlier ones count half for what the network adds. */
    private static final long RATIO_BYTES = 1 << 20;

    final int key;
    long demand;
    long granted;
    long arrived;

    /** Less than 0 where the path doubles packets. */
    long lost;

    /** Total that was granted so long ago that whatever of it is missing counts as out no more. */
    long floor;

    /** What this sender adds to the load of the port. */
    long load;

    GrantedSender before;
    GrantedSender after;
    boolean queued;

    /** Whether it is one of those that loops share the port by. */
    boolean counted;

    boolean owed;
    private final long[] marks = new long[TICKS];
    private int mark;
    private long tickNs = NEVER;
    private long rttNs;
    private long newerRttNs;
    private long windowNs;
    private long plainBytes;
    private long wireBytes;

    GrantedSender(int key) {
        this.key = key;
    }

    /** Returns the total that the sender may have sent. */
    public long granted() {
        return granted;
    }

    public long arrived() {
        return arrived;
    }

    public boolean owed() {
        return owed;
    }

    public void onTold() {
        owed = false;
    }

    /** Returns when {@link GrantScheduler#onTick} is due, {@link Long#MAX_VALUE} for never. */
    public long tickNs() {
        return tickNs;
    }

    /**
     * A round trip was measured; the least of the last five to ten seconds counts.
     *
     * @param ns more than 0, or it is ignored
     */
    public void onRoundTrip(long ns, long nowNs) {
        if (ns <= 0) {
            return;
        }
        if (rttNs == 0 || nowNs - windowNs >= WINDOW_NS) {
            rttNs = rttNs == 0 ? ns : newerRttNs;
            newerRttNs = ns;
            windowNs = nowNs;
        }
        newerRttNs = Math.min(newerRttNs, ns);
        rttNs = Math.min(rttNs, ns);
    }

    long roundTripNs() {
        return rttNs == 0 ? UNKNOWN_RTT_NS : rttNs;
    }

    /** Bytes that came took so many on the wire. */
    void onWire(long plain, long wire) {
        plainBytes += plain;
        wireBytes += wire;
        if (plainBytes > RATIO_BYTES) {
            plainBytes /= 2;
            wireBytes /= 2;
        }
    }

    /** Returns what bytes of this sender take on the wire. */
    long onTheWire(long bytes) {
        return plainBytes <= 0 ? bytes : (long) ((double) bytes * wireBytes / plainBytes);
    }

    /** Returns what has been sent as far as it came; what is lost may be a guess too high. */
    long came() {
        return arrived + Math.min(0, lost);
    }

    /** Returns what of all that was granted will not come any more. */
    long used() {
        return arrived + lost;
    }

    /** Returns what was granted and may still come. */
    long out() {
        return Math.max(0, granted - Math.max(used(), floor));
    }

    boolean wants(long mostOut) {
        return demand > granted && granted - used() < mostOut;
    }

    /** Something was granted: from now on it grows old. */
    void age(long nowNs) {
        if (tickNs == NEVER) {
            Arrays.fill(marks, floor);
            tickNs = nowNs + tickLengthNs();
        }
    }

    /** Time has gone by; returns how many bytes are no longer out because of it. */
    long tick(long nowNs) {
        long before = out();
        mark = (mark + 1) % TICKS;
        floor = Math.min(granted, Math.max(floor, marks[mark]));
        marks[mark] = granted;
        tickNs = out() == 0 ? NEVER : nowNs + tickLengthNs();
        return before - out();
    }

    private long tickLengthNs() {
        return (2 * roundTripNs() + RECLAIM_NS) / TICKS;
    }

    /** Nothing is known any more. */
    void clear() {
        demand = 0;
        granted = 0;
        arrived = 0;
        lost = 0;
        floor = 0;
        load = 0;
        owed = false;
        tickNs = NEVER;
    }
}
