package org.urdma4j.congestion;

/**
 * Paces a queue pair to which no reports come, as those of standard RoCE: at a fixed limit, or,
 * with a {@link RateController}, at the rate that this makes of congestion notifications and round
 * trips, and never above the limit. Confined to the event loop of its queue pair; times are
 * nanoseconds of any clock that does not run backwards.
 */
public final class RatePacer {
    /** The limit that means: none. */
    public static final long UNLIMITED = FixedRatePacer.UNLIMITED;

    private final FixedRatePacer fixed = new FixedRatePacer();

    /** Null before there was a round trip. */
    private RateSample sample;

    private RateController controller;
    private BurstPacer pacer;
    private int pacedBytes;

    /** Has a controller decide, not shared with others, null for none; before {@link #rate}. */
    public void control(RateController rateController) {
        controller = rateController;
        pacer = null;
        sample = null;
    }

    /**
     * Sets the limit; to set what holds already changes nothing.
     *
     * @param bitsPerSecond bits per second on the wire, or {@link #UNLIMITED}
     * @param packetBytes length of the largest packet on the wire, in bytes, over 0 with a
     *     controller
     * @throws IllegalArgumentException if either is negative
     */
    public void rate(long bitsPerSecond, int packetBytes) {
        boolean starts = controller != null && pacer == null;
        if (fixed.bitsPerSecond() == bitsPerSecond && pacedBytes == packetBytes && !starts) {
            return;
        }
        pacedBytes = packetBytes;
        fixed.rate(bitsPerSecond, packetBytes);
        if (starts) {
            controller.start(packetBytes);
            pacer = BurstPacer.of(controller, packetBytes);
        }
        if (pacer != null) {
            pacer.capChanged(limitedRate());
        }
    }

    /** Returns the limit in bits per second, or {@link #UNLIMITED}. */
    public long bitsPerSecond() {
        return fixed.bitsPerSecond();
    }

    /** Returns the rate of now in bits per second, or {@link #UNLIMITED}. */
    public long pacingBitsPerSecond() {
        return pacer == null ? fixed.bitsPerSecond() : pacer.bitsPerSecond();
    }

    /** Returns what decides, null if only the limit does. */
    public RateController controller() {
        return pacer == null ? null : controller;
    }

    /** Returns the newest round trip in nanoseconds, 0 while unknown. */
    public long rttNs() {
        return sample == null ? 0 : sample.rttNs;
    }

    /**
     * Returns how many bytes may leave at {@code nowNs}, 0 when none is due yet. The last packet
     * may exceed it; the excess is paid for by a longer wait.
     */
    public long budget(long nowNs) {
        if (pacer == null) {
            return fixed.budget(nowNs);
        }
        controller.advance(nowNs);
        pacer.rate(nowNs, limitedRate());
        return pacer.budget(nowNs);
    }

    /** Records that {@code wireBytes}, framing included, left at {@code nowNs}. */
    public void onTransmit(long nowNs, long wireBytes) {
        if (pacer == null) {
            fixed.onTransmit(nowNs, wireBytes);
            return;
        }
        pacer.onSent(nowNs, wireBytes);
        controller.onSent(nowNs, wireBytes);
    }

    /** Returns when {@link #budget} is next positive; a time not after {@code nowNs} means now. */
    public long nextTransmitNs(long nowNs) {
        return pacer == null ? fixed.nextTransmitNs(nowNs) : pacer.nextSendNs(nowNs);
    }

    /** The peer says that what we send meets a queue. */
    public void onNotified(long nowNs) {
        if (pacer != null) {
            controller.onNotified(nowNs);
            pacer.rate(nowNs, limitedRate());
        }
    }

    /** Returns after how many bytes a round trip is wanted, {@link Long#MAX_VALUE} for never. */
    public long sampleBytes() {
        return pacer == null ? Long.MAX_VALUE : controller.sampleBytes();
    }

    /** A round trip was measured, in nanoseconds. */
    public void onRoundTrip(long nowNs, long rttNs) {
        if (pacer != null) {
            if (sample == null) {
                sample = new RateSample();
            }
            sample.nowNs = nowNs;
            sample.rttNs = rttNs;
            controller.onSample(sample);
            pacer.rate(nowNs, limitedRate());
        }
    }

    private long limitedRate() {
        long cap = fixed.bitsPerSecond();
        long rate = controller.pacingBitsPerSecond();
        return cap == UNLIMITED ? rate : Math.min(cap, rate);
    }
}
