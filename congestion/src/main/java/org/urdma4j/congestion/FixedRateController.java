package org.urdma4j.congestion;

/**
 * Sends at one rate whatever happens, with a window that either is unlimited or is the rate times
 * the smallest round trip times a gain. For leased lines whose rate is known and for tests.
 */
public final class FixedRateController extends RateOnlyController {
    private final long bitsPerSecond;
    private final double windowGain;
    private int packetBytes;

    /**
     * Without a window.
     *
     * @param bitsPerSecond bits per second on the wire, 0 for no limit
     * @throws IllegalArgumentException if it is negative
     */
    public FixedRateController(long bitsPerSecond) {
        this(bitsPerSecond, 0);
    }

    /**
     * @param bitsPerSecond bits per second on the wire, 0 for no limit
     * @param windowGain the window in units of rate × smallest round trip, 0 for no window
     * @throws IllegalArgumentException if either is negative
     */
    public FixedRateController(long bitsPerSecond, double windowGain) {
        if (bitsPerSecond < 0 || !(windowGain >= 0)) {
            throw new IllegalArgumentException(
                    "neither the rate (%d bit/s) nor the gain (%s) may be negative"
                            .formatted(bitsPerSecond, windowGain));
        }
        this.bitsPerSecond = bitsPerSecond == 0 ? UNLIMITED : bitsPerSecond;
        this.windowGain = windowGain;
    }

    @Override
    public void start(int largestPacketBytes) {
        packetBytes = largestPacketBytes;
    }

    @Override
    public void onSent(long nowNs, long bytes) {
        // The rate depends on nothing.
    }

    @Override
    public long pacingBitsPerSecond() {
        return bitsPerSecond;
    }

    @Override
    public long windowBytes() {
        if (windowGain == 0 || minRttNs() == 0 || bitsPerSecond == UNLIMITED) {
            return UNLIMITED;
        }
        double bdp = Rates.bytes(bitsPerSecond, minRttNs());
        long burst = BurstPacer.burstBytes(bitsPerSecond, packetBytes);
        return (long) (windowGain * bdp) + 3 * burst;
    }

    @Override
    public String state() {
        return "fixed";
    }
}
