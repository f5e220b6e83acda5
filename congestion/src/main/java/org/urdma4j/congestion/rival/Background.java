package org.urdma4j.congestion.rival;

import org.urdma4j.congestion.RateController;
import org.urdma4j.congestion.RateSample;

/**
 * Yields to everybody and takes what nobody wants, as LEDBAT++ does
 * (draft-irtf-iccrg-ledbat-plus-plus): what another controller allows, of which a smaller and
 * smaller part is used while a queue stands, whoever's it is. What the other learns meanwhile only
 * ever raises its estimate, so that the link is full soon after the others have left. Confined to
 * one event loop.
 */
public final class Background extends DelegatingController {
    /** A queue of this part of the smallest round trip is given way to. */
    private static final long TARGET_SHARE = 12;

    private static final long LEAST_TARGET_NS = 500_000;
    private static final long MOST_TARGET_NS = 10_000_000;

    /** Round trips at low rates are those of bursts of two packets. */
    private static final int LEAST_PACKETS = 2;

    private final LeastDelay least = new LeastDelay();
    private final LeastDelay leastForward = new LeastDelay();
    private final YieldPart yield = new YieldPart();
    private long queueNs;
    private long roundLeastNs = Long.MAX_VALUE;

    /**
     * @param inner what fills the path when nobody else is there, not shared
     */
    public Background(RateController inner) {
        super(inner);
    }

    @Override
    public void onSample(RateSample s) {
        leastForward.onSample(s.nowNs, s.forwardDelayNs);
        if (s.rttNs > 0) {
            least.onSample(s.nowNs, s.rttNs);
            // Who fills the way back is not in ours; nor is it a queue that clocks drift apart.
            queueNs = Math.min(s.rttNs - least.ns(), s.forwardDelayNs - leastForward.ns());
            roundLeastNs = Math.min(roundLeastNs, queueNs);
        }
        // less was sent than the path takes: that says nothing of what it takes
        s.appLimited |= yield.part() < 1;
        super.onSample(s);
        if (s.roundEnd && roundLeastNs != Long.MAX_VALUE) {
            yield.endRound(s.nowNs, roundLeastNs, targetNs(s));
            roundLeastNs = Long.MAX_VALUE;
        }
    }

    private long targetNs(RateSample s) {
        long share = Math.clamp(least.ns() / TARGET_SHARE, LEAST_TARGET_NS, MOST_TARGET_NS);
        long rate = Math.max(1, inner.pacingBitsPerSecond());
        long burstNs = (long) (16e9 * LEAST_PACKETS * packetBytes / (double) rate);
        return share + Math.min(burstNs, share) + s.excusedNs();
    }

    @Override
    public long pacingBitsPerSecond() {
        return (long) Math.max(1, yield.part() * (double) inner.pacingBitsPerSecond());
    }

    @Override
    public long steadyBitsPerSecond() {
        return (long) Math.max(1, yield.part() * (double) inner.steadyBitsPerSecond());
    }

    @Override
    public long windowBytes() {
        long window = inner.windowBytes();
        if (yield.part() == 1 || window == UNLIMITED) {
            return window;
        }
        return Math.max(
                (long) LEAST_PACKETS * packetBytes, (long) (yield.part() * (double) window));
    }

    @Override
    public long queueNs() {
        return queueNs;
    }

    @Override
    public String state() {
        return yield.part() < 1 ? "yield" : inner.state();
    }
}
