package org.urdma4j.measure.sim;

import org.urdma4j.fec.FecMode;
import org.urdma4j.measure.rail.RailPlan;
import org.urdma4j.measure.spec.Operation;
import org.urdma4j.measure.spec.PaperMode;
import org.urdma4j.measure.spec.Range;
import org.urdma4j.simulation.link.RedMarking;
import org.urdma4j.simulation.loss.LossSpec;
import org.urdma4j.verbs.CongestionControlType;
import org.urdma4j.verbs.UrdmaPaths;

import java.util.List;

/**
 * What runs. {@link #builder()} has the defaults.
 *
 * @param rateBps of the bottleneck, framing included, 10^6 to 4 x 10^12 bit/s
 * @param rttNs two-way propagation delay, 1 us to 10 s
 * @param loss of the direction in which the payload goes
 * @param queueBytes of the bottleneck, with framing
 * @param profile of both ends
 * @param cc what decides how fast a flow sends
 * @param referenceRateBps what the sender is told of the path, 0 for nothing; the standard profile
 *     sends at this rate in place of the link's
 * @param referenceFloorHard whether the reference rate is a floor whatever is lost
 * @param initialWindow packets that may leave in the first round trip
 * @param fec {@code off}, {@code auto}, {@code paper}, {@code K,R}, or {@code 2d:R,C}
 * @param payloadBytes of a full packet: a path MTU of the verbs; for URDMA any multiple of 4 from
 *     256 to 16,384
 * @param flows 1 to 64, each between two hosts of its own
 * @param staggerNs between the start of one flow and the next
 * @param messageBytes size of messages that are sent one at a time, 0 for bulk
 * @param messages how many of them each flow sends, 0 for as many as the time allows
 * @param timeNs how long it runs at most, from the start of the first flow
 * @param seed of everything random
 * @param bulk what is sent in bulk
 * @param impairments of the path
 * @param marking of the packets that leave the bottleneck's queue
 * @param rails in place of the one path; rate and round trip are then their sum and the longest,
 *     and neither loss nor queue counts
 * @param paths how queue pairs send over the rails
 * @param grantRateBps what the receiving port grants, 0 for the bottleneck's rate; with grants all
 *     flows end at one host
 * @param beside what else goes over the bottleneck, each between two hosts of its own
 * @param paper what of URDMA is as in its paper; of first window, floor and FEC that only says it
 */
public record SimOptions(
        long rateBps,
        long rttNs,
        LossSpec loss,
        long queueBytes,
        Profile profile,
        CongestionControlType cc,
        long referenceRateBps,
        boolean referenceFloorHard,
        int initialWindow,
        String fec,
        int payloadBytes,
        int flows,
        long staggerNs,
        long messageBytes,
        int messages,
        long timeNs,
        long seed,
        BulkLoad bulk,
        Impairments impairments,
        RedMarking marking,
        RailPlan rails,
        UrdmaPaths paths,
        long grantRateBps,
        List<Beside> beside,
        PaperMode paper) {
    /** {@link #fec()} of a run without forward error correction. */
    public static final String NO_FEC = "off";

    private static final int MAX_INITIAL_WINDOW = 0xffff;
    static final long MIN_RATE = 1_000_000;
    private static final long MAX_RATE = 4_000_000_000_000L;
    private static final long MAX_RTT_NS = 10_000_000_000L;
    private static final int MAX_FLOWS = 64;
    private static final long MAX_MESSAGE = 1L << 31;

    /** Checks that all of this can be run. */
    public SimOptions {
        Range.require(rateBps >= MIN_RATE && rateBps <= MAX_RATE, "--rate must be 1M to 4T");
        Range.require(rttNs >= 1000 && rttNs <= MAX_RTT_NS, "--rtt must be 1us to 10s");
        Range.require(queueBytes >= 0, "--queue must not be negative");
        Range.require(
                referenceRateBps == 0
                        || (referenceRateBps >= MIN_RATE && referenceRateBps <= MAX_RATE),
                "--reference-rate must be 1M to 4T");
        var _ = FecMode.parse(fec);
        Range.require(
                !referenceFloorHard || referenceRateBps > 0,
                "--reference-floor hard needs --reference-rate");
        Range.require(
                initialWindow >= 2 && initialWindow <= MAX_INITIAL_WINDOW,
                "--initial-window must be 2 to " + MAX_INITIAL_WINDOW);
        Range.require(
                payloadBytes >= 256 && payloadBytes <= 16_384 && payloadBytes % 4 == 0,
                "--mtu is " + payloadBytes + ", must be a multiple of 4 from 256 to 16384");
        Range.require(flows >= 1 && flows <= MAX_FLOWS, "--flows must be 1 to " + MAX_FLOWS);
        Range.require(messageBytes <= MAX_MESSAGE, "--message can be 2G at most");
        Range.require(messages >= 0, "--messages must be at least 1");
        Range.require(messages == 0 || messageBytes > 0, "--messages needs --message SIZE");
        Range.require(
                messageBytes == 0 || bulk.operation() == Operation.WRITE,
                "messages one at a time are WRITEs");
        Range.require(
                cc != CongestionControlType.DCQCN || !marking.equals(RedMarking.NONE),
                "--cc dcqcn goes by the marks of the queue; leave --ecn none out");
        Range.require(
                grantRateBps == 0 || cc.grants(), "--grants needs --cc rrcc+grants or grants");
        Range.require(
                !cc.grants() || flows == 1 || rails.isEmpty(),
                "several flows with grants end at one host: leave --rails out, or --flows");
        Range.require(
                grantRateBps <= rateBps,
                "--grants is above the port's rate, which is that of the link");
        beside = List.copyOf(beside);
        Range.require(
                beside.size() <= MAX_FLOWS, "--beside takes %d flows at most".formatted(MAX_FLOWS));
        Range.require(
                beside.isEmpty() || rails.isEmpty(),
                "--beside goes over one path; leave --rails out");
        for (Beside other : beside) {
            Range.require(
                    other.startNs() < timeNs,
                    "--beside %s starts when the run is over".formatted(other.name()));
        }
        Range.require(
                !paper.wanted() || profile == Profile.URDMA,
                "--paper and --sack are URDMA's; leave them out or use --profile urdma");
        Range.require(
                paper.rules().isEmpty() || cc == CongestionControlType.RRCC,
                "--paper cycle and decrease are about --cc rrcc");
        Range.require(timeNs > 0, "--time must be above 0");
        Range.require(
                staggerNs >= 0 && staggerNs * (flows - 1) < timeNs,
                "--time must be longer than it takes until the last flow starts");
    }

    /** Starts from one flow of the standard profile over 100 Gbit/s and 20 ms for 5 s. */
    public static SimOptionsBuilder builder() {
        return new SimOptionsBuilder();
    }

    /** Returns what fits the path in one round trip, in bytes with framing. */
    public static long bdpBytes(long rateBps, long rttNs) {
        return (long) (rateBps / 8e9 * rttNs);
    }

    /** Returns whether round trips decide, as published or patched. */
    boolean timely() {
        return cc == CongestionControlType.TIMELY || cc == CongestionControlType.TIMELY_PATCHED;
    }

    public boolean oneAtATime() {
        return messageBytes > 0;
    }

    /**
     * Returns the most payload that selective repeat can carry, in bit/s: what is left of the rate
     * beside 82 bytes of framing and headers per packet (14 Ethernet, 4 FCS, 20 preamble and gap,
     * 20 IPv4, 8 UDP, 12 BTH, 4 ICRC), whatever headers a profile has, and beside the losses.
     */
    public double boundBps() {
        if (!rails.isEmpty()) {
            return rails.boundBps(payloadBytes);
        }
        double payload = payloadBytes;
        return payload / (payload + 82) * rateBps * (1 - loss.meanLoss());
    }
}
