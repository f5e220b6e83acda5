package org.urdma4j.peers.end;

import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Counts what arrives, by the receiver's clock. The span that counts begins some time after the
 * first byte, and ends when it has lasted, whether anything arrives or not. One thread.
 */
public final class Meter {
    private static final double NS = 1e9;
    private static final double BITS = 8;

    private final long omitNs;
    private final long timeNs;
    private boolean begun;
    private boolean counting;
    private boolean over;
    private long firstNs;
    private long fromNs;
    private long untilNs;
    private long total;
    private long totalBefore;

    /**
     * Prepares.
     *
     * @param omitS seconds after the first byte that don't count
     * @param timeS seconds that do
     */
    public Meter(int omitS, int timeS) {
        omitNs = TimeUnit.SECONDS.toNanos(omitS);
        timeNs = TimeUnit.SECONDS.toNanos(timeS);
    }

    /**
     * Counts bytes; 0 says that time has passed.
     *
     * @return whether the span has ended: then nothing more counts
     */
    public boolean add(long nowNs, long bytes) {
        if (counting && nowNs - fromNs >= timeNs) {
            over = true;
            return true;
        }
        total += bytes;
        untilNs = nowNs;
        if (!begun && bytes > 0) {
            begun = true;
            firstNs = nowNs;
        }
        if (begun && !counting && nowNs - firstNs >= omitNs) {
            counting = true;
            fromNs = nowNs;
            totalBefore = total;
        }
        return false;
    }

    /** Returns all bytes, those before the span as well. */
    public long totalBytes() {
        return total;
    }

    /**
     * Returns what was counted as iperf3 says it.
     *
     * @throws IllegalStateException if it broke off before the span ended, or nothing arrived in it
     */
    public String json() {
        long bytes = total - totalBefore;
        double seconds = (untilNs - fromNs) / NS;
        if (!over) {
            throw new IllegalStateException("it broke off after %d bytes".formatted(total));
        }
        if (bytes == 0) {
            throw new IllegalStateException("nothing arrived while it was measured");
        }
        return String.format(
                Locale.ROOT,
                "{\"end\":{\"sum_received\":{\"bytes\":%d,\"seconds\":%.6f,"
                        + "\"bits_per_second\":%.0f}}}",
                bytes,
                seconds,
                bytes * BITS / seconds);
    }
}
