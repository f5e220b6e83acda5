package org.urdma4j.lab;

import org.urdma4j.measure.rail.Rail;
import org.urdma4j.measure.rail.RailPlan;
import org.urdma4j.measure.spec.Range;
import org.urdma4j.simulation.loss.LossSpec;
import org.urdma4j.simulation.units.Units;

import java.util.List;
import java.util.stream.IntStream;

/**
 * One path.
 *
 * @param rttNs two-way propagation delay, ns
 * @param loss of packets on the way from the sender to the receiver, not all of them; nothing is
 *     lost on the way back
 * @param rateBps rate of the link, preamble and gap between frames included, bit/s
 * @param mtu the largest IP packet, bytes
 * @param queueNs what the drop-tail queue in front of the link holds, as time at its rate, ns
 * @param rails several paths in place of one; round trip and rate are then the longest and their
 *     sum, and the loss is that of the first
 */
public record LabCell(
        long rttNs, LossSpec loss, long rateBps, int mtu, long queueNs, RailPlan rails) {
    /** The queue of every cell: 20 ms. */
    public static final long QUEUE_NS = 20_000_000;

    private static final long GIGABIT = 1_000_000_000;
    private static final int MTU = 1500;
    private static final int JUMBO_MTU = 9000;
    private static final int MIN_MTU = 1280;
    private static final int MAX_MTU = 9216;
    private static final long MAX_RTT_NS = 10_000_000_000L;

    /** IPv4 20, UDP 8, base transport header 12, ICRC 4. */
    private static final int HEADERS = 44;

    /** The headers, and preamble 8, Ethernet 14, frame check sequence 4, gap 12. */
    private static final int HEADERS_AND_FRAMING = HEADERS + 38;

    public LabCell {
        Range.require(rttNs >= 0 && rttNs <= MAX_RTT_NS, "the RTT of a cell is 0 to 10s");
        Range.require(loss.meanLoss() < 1, "the loss of a cell is 0 to below 100%");
        Range.require(
                rateBps >= 1_000_000 && rateBps <= 100 * GIGABIT,
                "the rate of a cell is 1M to 100G");
        Range.require(mtu >= MIN_MTU && mtu <= MAX_MTU, "the MTU of a cell is 1280 to 9216");
        Range.require(queueNs > 0, "a cell needs a queue");
    }

    public LabCell(long rttNs, LossSpec loss, long rateBps, int mtu, long queueNs) {
        this(rttNs, loss, rateBps, mtu, queueNs, RailPlan.NONE);
    }

    /**
     * Makes one of several rails.
     *
     * @param rails one at least
     * @param mtu 0 for the usual one of the first
     */
    public static LabCell of(RailPlan rails, int mtu) {
        Rail first = rails.rails().getFirst();
        return new LabCell(
                rails.rttNs(),
                first.loss(),
                rails.rateBps(),
                mtu == 0 ? usualMtu(first.rateBps()) : mtu,
                QUEUE_NS,
                rails);
    }

    /** Returns one of its rails as if it were the only path. */
    public LabCell rail(int i) {
        Rail rail = rails.rails().get(i);
        return new LabCell(rail.rttNs(), rail.loss(), rail.rateBps(), mtu, queueNs);
    }

    /** Returns the MTU that links of this rate usually have: 1500 to 1 Gbit/s, 9000 above. */
    public static int usualMtu(long rateBps) {
        return rateBps <= GIGABIT ? MTU : JUMBO_MTU;
    }

    /**
     * Reads {@code RTT/LOSS[/RATE[/MTU]]}, such as {@code 20ms/0.1%} or {@code 80ms/1%/5G/9000};
     * LOSS is what {@link LossSpec} reads.
     *
     * @param rateBps where the text has no rate
     * @param mtu where the text has no MTU; 0 for the usual one of the rate
     * @throws IllegalArgumentException if it can't be read
     */
    public static LabCell parse(String text, long rateBps, int mtu) {
        List<String> parts = List.of(text.split("/", -1));
        Range.require(
                parts.size() >= 2 && parts.size() <= 4,
                "\"%s\" is not a cell; write it like 20ms/0.1%% or 80ms/1%%/5G/9000"
                        .formatted(text));
        long rate = parts.size() > 2 ? Units.rate(parts.get(2)) : rateBps;
        int ownMtu = parts.size() > 3 ? mtu(parts.get(3)) : mtu;
        return new LabCell(
                Units.timeNs(parts.get(0)),
                LossSpec.parse(parts.get(1)),
                rate,
                ownMtu == 0 ? usualMtu(rate) : ownMtu,
                QUEUE_NS);
    }

    private static int mtu(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "\"%s\" is not an MTU; write it like 1500".formatted(text), e);
        }
    }

    /** Returns what each way takes, ns. */
    public long delayNs() {
        return rttNs / 2;
    }

    /**
     * Returns what selective repeat can reach: every packet that isn't lost carries the most that
     * fits the MTU, and nothing else is sent; bit/s of payload.
     */
    public double boundBps() {
        if (!rails.isEmpty()) {
            return IntStream.range(0, rails.rails().size())
                    .mapToDouble(i -> rail(i).boundBps())
                    .sum();
        }
        double payload = mtu - HEADERS;
        return payload / (payload + HEADERS_AND_FRAMING) * rateBps * (1 - loss.meanLoss());
    }
}
