package org.urdma4j.congestion;

/**
 * Releases packets in bursts at a rate that may change at any time: a token bucket that opens when
 * it holds one burst and holds at most two; of whoever sends packet by packet a burst is one
 * packet, and it holds one. A change of rate keeps the bucket's content, so that a controller may
 * set the rate on each report. The content is counted in bits × 10⁻⁹, in which a nanosecond at a
 * rate in bit/s is a whole number: nothing is lost by rounding.
 *
 * <p>Whoever waits for the time that {@link #nextSendNs} named and comes late, because the host had
 * other things to do, finds in the bucket what the delay would have cost, up to a limit; and so
 * does whoever is still sending what it found, for that takes time as well. A sender that had
 * nothing to send gets no such credit.
 */
final class BurstPacer {
    /**
     * More of a host's noise than this is not excused: too much would go out, or stand, at once.
     */
    static final long MOST_LATE_NS = 10_000_000;

    private static final long LEAST_LATE_NS = 250_000;
    private static final int MAX_BURST_BYTES = 64 * 1024;

    /** What whoever sends packet by packet may make up for in any case. */
    private static final long LATE_PACKETS_BYTES = 256 * 1024;

    private static final long ANY_TIME_NS = 1_000_000_000;

    /** Far from where it would overflow. */
    private static final long MOST_CREDIT = Long.MAX_VALUE / 4;

    private static final long NANO_BITS_PER_BYTE = 8_000_000_000L;

    private final int packetBytes;
    private final boolean byPacket;
    private long bitsPerSecond = RateController.UNLIMITED;
    private long burstBytes;
    private long burst;
    private long content;
    private long filledNs;
    private boolean started;
    private long lateLimitNs;
    private long lateLimit;

    /** Whether somebody has waited for nothing but its turn since {@link #onIdle}. */
    private boolean waiting;

    /** When the next burst is due as far as whoever waits for it knows, if {@link #awaited}. */
    private long dueNs;

    private boolean awaited;

    BurstPacer(int packetBytes) {
        this(packetBytes, false);
    }

    private BurstPacer(int packetBytes, boolean byPacket) {
        this.packetBytes = packetBytes;
        this.byPacket = byPacket;
        if (byPacket) {
            limitCredit(ANY_TIME_NS, LATE_PACKETS_BYTES);
        }
        rate(0, RateController.UNLIMITED);
    }

    /** Returns a pacer as the controller wants it: of bursts, or packet by packet. */
    static BurstPacer of(RateController controller, int packetBytes) {
        return new BurstPacer(packetBytes, controller.pacedByPacket());
    }

    /**
     * Returns what may leave back to back at a rate: the smaller of 64 KB and one millisecond at
     * it, at least two packets.
     */
    static long burstBytes(long bitsPerSecond, int packetBytes) {
        return Math.max(2L * packetBytes, Math.min(MAX_BURST_BYTES, bitsPerSecond / 8000));
    }

    void rate(long nowNs, long newBitsPerSecond) {
        if (newBitsPerSecond == bitsPerSecond && burst != 0) {
            return;
        }
        if (started) {
            fill(nowNs);
        }
        long before = most();
        bitsPerSecond = newBitsPerSecond;
        burstBytes = byPacket ? packetBytes : burstBytes(newBitsPerSecond, packetBytes);
        burst = burstBytes * NANO_BITS_PER_BYTE;
        // what was made up for at a higher rate would be a flood at this one
        content = started ? Math.min(content, Math.max(before, most()) + lateCredit()) : burst;
    }

    /** Sets the rate at a moment that nobody named: what accrued since the last call is kept. */
    void capChanged(long newBitsPerSecond) {
        rate(filledNs, newBitsPerSecond);
    }

    /**
     * Sets how much lateness is made up for at most, in nanoseconds, of which a quarter of a
     * millisecond always is, and in bytes. Whoever sends packet by packet has a limit of its own.
     */
    void lateLimit(long ns, long bytes) {
        if (!byPacket) {
            limitCredit(Math.max(ns, LEAST_LATE_NS), bytes);
        }
    }

    private void limitCredit(long ns, long bytes) {
        lateLimitNs = ns;
        lateLimit = Math.min(bytes, MOST_CREDIT / NANO_BITS_PER_BYTE) * NANO_BITS_PER_BYTE;
    }

    /**
     * It isn't for its turn that anybody waits: the window is full, or there is nothing to send.
     */
    void forgetTurn() {
        awaited = false;
    }

    /** Returns, once, whether its turn was missed by more than is made up for. */
    boolean missedTurn(long nowNs) {
        boolean missed = awaited && nowNs - dueNs > (byPacket ? LEAST_LATE_NS : lateLimitNs);
        awaited &= !missed;
        return missed;
    }

    /** There was nothing to send: nobody waits, and what was made up for lapses. */
    void onIdle() {
        waiting = false;
        content = Math.min(content, most());
    }

    /**
     * Less than a burst is under way. Whoever had nothing to send until now finds one burst, as far
     * as the cap allowed it meanwhile: what an application that waits for each answer has asked for
     * so far says nothing of what the path carries, and no more of ours meets there than the two
     * bursts that the bucket may hold in any case. Not only when nothing is: a READ is answered
     * before anybody reports of its request.
     *
     * @param capBitsPerSecond the rate that is never exceeded
     */
    void onPathNearlyEmpty(long nowNs, long capBitsPerSecond) {
        if (waiting || !started || bitsPerSecond == RateController.UNLIMITED) {
            return;
        }
        long elapsedNs = Math.max(0, nowNs - filledNs);
        long lacking = burst - content;
        fill(nowNs);
        if (lacking > 0) {
            boolean all = elapsedNs > lacking / capBitsPerSecond;
            long capped = all ? burst : burst - lacking + elapsedNs * capBitsPerSecond;
            content = Math.max(content, capped);
        }
    }

    long bitsPerSecond() {
        return bitsPerSecond;
    }

    long burstBytes() {
        return burstBytes;
    }

    /** Returns how many bytes may leave, 0 when the next burst is not due. */
    long budget(long nowNs) {
        if (bitsPerSecond == RateController.UNLIMITED) {
            return Long.MAX_VALUE;
        }
        fill(nowNs);
        if (content < burst) {
            return 0;
        }
        // one packet is let out by any budget, and may be a few bytes shorter than the largest
        return byPacket ? 1 + (content - burst) / NANO_BITS_PER_BYTE : content / NANO_BITS_PER_BYTE;
    }

    void onSent(long nowNs, long bytes) {
        if (bitsPerSecond != RateController.UNLIMITED) {
            fill(nowNs);
            content -= bytes * NANO_BITS_PER_BYTE;
        }
    }

    /** Returns when {@link #budget} is next positive, not before {@code nowNs}. */
    long nextSendNs(long nowNs) {
        dueNs = due(nowNs);
        awaited = true;
        return dueNs;
    }

    private long due(long nowNs) {
        if (bitsPerSecond == RateController.UNLIMITED) {
            return nowNs;
        }
        fill(nowNs);
        if (content >= burst) {
            return nowNs;
        }
        waiting = true;
        return nowNs + Math.ceilDiv(burst - content, bitsPerSecond);
    }

    /** What it holds at most, beside what lateness is made up for. */
    private long most() {
        return byPacket ? burst : 2 * burst;
    }

    private long lateCredit() {
        if (!waiting || lateLimitNs <= 0) {
            return 0;
        }
        long rate = Math.min(bitsPerSecond, MOST_CREDIT / lateLimitNs);
        return Math.min(lateLimitNs * rate, lateLimit);
    }

    private void fill(long nowNs) {
        long elapsedNs = started ? nowNs - filledNs : 0;
        if (!started || elapsedNs > 0) {
            filledNs = nowNs;
        }
        started = true;
        if (elapsedNs <= 0 || bitsPerSecond == RateController.UNLIMITED) {
            return;
        }
        long room = Math.max(0, most() + lateCredit() - content);
        content += elapsedNs > room / bitsPerSecond ? room : elapsedNs * bitsPerSecond;
    }
}
