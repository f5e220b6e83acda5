package org.urdma4j.measure.rail;

import org.urdma4j.simulation.loss.LossSpec;
import org.urdma4j.simulation.units.Units;

/**
 * One path of several.
 *
 * @param rateBps bit/s with framing, 10^6 to 4 x 10^12
 * @param rttNs two-way propagation delay, 1 us to 10 s
 * @param loss of packets on the way there
 * @param queueBytes of its bottleneck, with framing
 */
public record Rail(long rateBps, long rttNs, LossSpec loss, long queueBytes) {
    private static final long MIN_RATE = 1_000_000;
    private static final long MAX_RATE = 4_000_000_000_000L;
    private static final long MIN_RTT_NS = 1000;
    private static final long MAX_RTT_NS = 10_000_000_000L;

    /** Headers and framing of a packet over IPv4, as {@code SimOptions.boundBps} counts them. */
    private static final int AROUND_PAYLOAD = 82;

    public Rail {
        if (rateBps < MIN_RATE || rateBps > MAX_RATE) {
            throw new IllegalArgumentException("the rate of a rail must be 1M to 4T");
        }
        if (rttNs < MIN_RTT_NS || rttNs > MAX_RTT_NS) {
            throw new IllegalArgumentException("the round trip of a rail must be 1us to 10s");
        }
    }

    /**
     * Reads a rail such as {@code 10G/20ms/0.1%}, with a queue of one bandwidth-delay product; the
     * loss may be left out.
     *
     * @throws IllegalArgumentException if it can't be read
     */
    static Rail parse(String text) {
        String[] parts = text.split("/", -1);
        if (parts.length < 2 || parts.length > 3) {
            throw new IllegalArgumentException(
                    "\"%s\" is no rail; write it like 10G/20ms/0.1%%".formatted(text.strip()));
        }
        long rateBps = Units.rate(parts[0]);
        long rttNs = Units.timeNs(parts[1]);
        LossSpec loss = LossSpec.parse(parts.length == 3 ? parts[2].strip() : "none");
        return new Rail(rateBps, rttNs, loss, bdpBytes(rateBps, rttNs));
    }

    private static long bdpBytes(long rateBps, long rttNs) {
        return (long) (rateBps / 8e9 * rttNs);
    }

    public Rail withQueue(long bytes) {
        return new Rail(rateBps, rttNs, loss, bytes);
    }

    /**
     * Returns the most payload that selective repeat can carry over it, in bit/s.
     *
     * @param payloadBytes of a full packet
     */
    public double boundBps(int payloadBytes) {
        double payload = payloadBytes;
        return payload / (payload + AROUND_PAYLOAD) * rateBps * (1 - loss.meanLoss());
    }
}
