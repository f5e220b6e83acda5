package org.urdma4j.congestion;

/**
 * Releases packets in bursts at a fixed rate: a token bucket that opens when it holds a burst. A
 * burst is what may leave back to back, the smaller of 64 KB and one millisecond at the rate but at
 * least two packets: enough for one segmentation-offload batch, and little enough that neither a
 * receive socket nor a router queue meets a whole message at once. The bucket holds two bursts, so
 * that a timer that fires late costs no rate.
 *
 * <p>Not thread-safe; confined to the event loop of its queue pair. Times are nanoseconds of any
 * clock that does not run backwards and are compared by subtraction.
 */
public final class FixedRatePacer {
    /** The rate that means: never wait. */
    public static final long UNLIMITED = 0;

    private static final int MAX_BURST_BYTES = 64 * 1024;
    private static final long NANO_BITS_PER_BYTE = 8 * 1_000_000_000L;

    private long bitsPerSecond = UNLIMITED;
    private long burstBytes;
    private long burstNs;

    /** When the bucket was, or will be, exactly empty. Meaningless until {@link #started}. */
    private long emptyNs;

    /** What {@link #emptyNs} lacks by rounding, in units of 1/rate nanoseconds. */
    private long remainder;

    private boolean started;

    /**
     * Sets the rate; what was sent before is forgotten.
     *
     * @param bitsPerSecond bits per second on the wire, or {@link #UNLIMITED}
     * @param packetBytes length of the largest packet on the wire, in bytes
     * @throws IllegalArgumentException if either is negative
     */
    public void rate(long bitsPerSecond, int packetBytes) {
        if (bitsPerSecond < 0 || packetBytes < 0) {
            throw new IllegalArgumentException(
                    "neither the rate (%d bit/s) nor the packet size (%d) may be negative"
                            .formatted(bitsPerSecond, packetBytes));
        }
        this.bitsPerSecond = bitsPerSecond;
        started = false;
        remainder = 0;
        if (bitsPerSecond != UNLIMITED) {
            long millisecond = bitsPerSecond / 8 / 1000;
            burstBytes = Math.max(2L * packetBytes, Math.min(MAX_BURST_BYTES, millisecond));
            burstNs = burstBytes * NANO_BITS_PER_BYTE / bitsPerSecond;
        }
    }

    /** Returns the rate in bits per second, or {@link #UNLIMITED}. */
    public long bitsPerSecond() {
        return bitsPerSecond;
    }

    /**
     * Returns how many bytes may leave at {@code nowNs}, 0 when the next burst is not due yet. The
     * last packet of a burst may exceed it; the excess is paid for by a longer wait.
     */
    public long budget(long nowNs) {
        if (bitsPerSecond == UNLIMITED) {
            return Long.MAX_VALUE;
        }
        if (!started) {
            return burstBytes;
        }
        long filledNs = nowNs - emptyNs;
        if (filledNs < burstNs) {
            return 0;
        }
        return filledNs >= 2 * burstNs ? 2 * burstBytes : bytesIn(filledNs);
    }

    /** Records that {@code wireBytes}, framing included, left at {@code nowNs}. */
    public void onTransmit(long nowNs, long wireBytes) {
        if (bitsPerSecond == UNLIMITED) {
            return;
        }
        long fullNs = nowNs - (started ? 2 * burstNs : burstNs);
        if (!started || emptyNs - fullNs < 0) {
            emptyNs = fullNs;
            remainder = 0;
            started = true;
        }
        long scaled = wireBytes * NANO_BITS_PER_BYTE + remainder;
        emptyNs += scaled / bitsPerSecond;
        remainder = scaled % bitsPerSecond;
    }

    /** Returns when {@link #budget} is next positive; a time not after {@code nowNs} means now. */
    public long nextTransmitNs(long nowNs) {
        return bitsPerSecond == UNLIMITED || !started ? nowNs : emptyNs + burstNs;
    }

    private long bytesIn(long ns) {
        return Math.max(burstBytes, (long) ((double) ns * bitsPerSecond / NANO_BITS_PER_BYTE));
    }
}
