package org.urdma4j.congestion;

/** What is believed of the path, and the measures that follow from it: burst, round, limits. */
final class PathModel {
    /** More reacts too late to its own effect and leaves the link idle in turns. */
    private static final double STANDING_SLOPE = 1.2;

    private static final double MAX_STANDING_DECREASE = 0.4;

    /** By how much a probe exceeds a rate of one packet a round trip. */
    private static final double PROBE_SHARE = 1.4;

    /** As many times more where others take until the next probe what one doesn't. */
    private static final double FILLED_PROBE = 3;

    /**
     * With a long queue and less than this share of the estimate arriving, the estimate is history.
     */
    private static final double SHORTFALL = 0.75;

    /**
     * The start-up stops growing while a report shows this share of a round trip as queue: what is
     * on the way by then is already half a bandwidth-delay product too much.
     */
    private static final double HINT_SHARE = 1.0 / 64;

    private static final long MIN_HINT_NS = 10_000;

    /** Twice too fast without a queue loses half, so less than this share is not the limit. */
    private static final double POLICED_LOSS = 0.2;

    /**
     * Who sends fewer packets a round trip learns nothing of the path any more, neither of losses
     * nor of room, and would never come back (BBR draft 06 has as many at least in flight).
     */
    private static final long LEAST_PACKETS = 4;

    /** Below this a queue can't be told from the receiver's own delays. */
    private static final long MIN_QUEUE_NS = 20_000;

    /** Of the loss threshold, what holds where a queue is too short to be seen. */
    private static final double SHALLOW_SHARE = 1.0 / 16;

    private static final double LEAST_LATE_SHARE = 1.0 / 16;
    private static final double LATE_GROWTH = 1.05;

    final BandwidthFilter bandwidth = new BandwidthFilter();
    final DelaySignal delay = new DelaySignal();
    final LossMeter loss = new LossMeter();
    final QueueWatch queue = new QueueWatch();
    private final MarkMeter marks = new MarkMeter();
    private final RateBound bound = new RateBound();
    private final QueueReference reference;
    private final ShrunkPath shrunk;

    /** Which part of a flow's share it is content with. */
    private double share = 1;

    private final RrccConfig config;
    private int packetBytes;
    private long noiseNs;
    private long awayNs;
    private long hostBuffer;

    /** How much of the lateness the path's queue has shown to take at once, 0 to 1. */
    private double lateShare = 1;

    /** The bottleneck's rate as it is to be sent at: what arrives, and what is lost on the way. */
    private long rate;

    /** What others leave that heed losses. */
    private long courtesy = RateController.UNLIMITED;

    PathModel(RrccConfig config) {
        this.config = config;
        reference = new QueueReference(config);
        shrunk = new ShrunkPath(config);
    }

    void start(int largestPacketBytes) {
        packetBytes = largestPacketBytes;
    }

    /**
     * @param inState whether the newest arrival was sent in the state that goes on
     * @param cycling whether it was sent since the probing cycles began
     */
    void onSample(RateSample s, boolean inState, boolean cycling) {
        noiseNs = s.excusedNs();
        awayNs = s.hostNoiseNs;
        hostBuffer = s.hostBufferBytes;
        delay.onSample(s);
        loss.onSample(s);
        marks.onSample(s);
        bandwidth.onSample(s, roundNs() / 4);
        if (cycling) {
            queue.onAnySample(delay.queueNs());
        }
        if (shrunk.isOthers(s.sentNs, delay.queueNs())) {
            reference.leave(delay.queueNs());
            bandwidth.reset(Math.max(bandwidth.max(), shrunk.sharedRate()));
        }
        if (inState) {
            queue.onSample(s.nowNs, delay.queueNs(), queueLimitNs(), hintLimitNs());
        }
    }

    /**
     * Is content with a part of what a flow would get: of flows that see the same queue the faster
     * gives way, so who takes himself for faster has less when all stand still. Squared, since the
     * part alone moved the shares by half as much.
     */
    void share(double part) {
        share = part;
    }

    /** Returns whether more was lost in the last whole round than chance takes. */
    boolean isCongested() {
        return loss.ratio() > loss.random() + RrccConfig.LOSS_THRESHOLD;
    }

    /** Returns whether a queue stood throughout the round that goes on. */
    boolean isQueued() {
        return queue.roundMinNs() > queueLimitNs();
    }

    /** A round ends; {@code slow} is as in {@link DelaySignal#endRound}. */
    void endRound(boolean slow) {
        lateShare =
                isCongested()
                        ? Math.max(lateShare / 2, LEAST_LATE_SHARE)
                        : Math.min(lateShare * LATE_GROWTH, 1);
        queue.endRound();
        delay.endRound(slow);
        bandwidth.endRound();
    }

    void updateRate(long floor) {
        long arriving = Math.min(Math.min(bandwidth.max(), bound.bitsPerSecond()), courtesy);
        double known = Math.max(beforeLoss(arriving), (double) floor);
        rate = (long) (known == 0 ? 0 : Math.max(known, leastRate()));
        reference.update((long) (rate / (share * share)), delay.minRttNs());
    }

    /** Returns the rate to send at in bit/s, 0 while unknown. */
    long rate() {
        return rate;
    }

    /**
     * Ends a round of a settled state: returns whether a queue of a whole round trip and far less
     * arriving than believed say that the path has shrunk. A host that was away for as long leaves
     * the same picture, but once it is back nothing waits any more: where that happens, two rounds
     * in a row have to show it.
     */
    boolean isOutgrown(RateSample s) {
        boolean far =
                !s.appLimited
                        && delay.queueNs()
                                > reference.foreignNs() + delay.minRttNs() + 2 * burstNs() + awayNs
                        && (double) bandwidth.round()
                                < SHORTFALL * (1 - loss.random()) * (double) rate;
        return shrunk.onRound(far, isHostAway());
    }

    /** Whether hosts are away for longer than a packet and its report take. */
    boolean isHostAway() {
        return awayNs > delay.minRttNs();
    }

    /**
     * A round of a settled state was whole: what its marks and losses mean. Without a queue they
     * are random, unless probes overflow the queue before they show in it; with one, or in such a
     * queue, what is beyond random and a threshold is congestion.
     *
     * @param steady whether the rate was neither raised nor lowered
     * @param shallow whether probes overflow the queue
     * @param asked whether it is being asked where losses come from, which lowers the rate by
     *     itself
     */
    void judgeLoss(boolean steady, boolean shallow, boolean asked) {
        loss.countAsUsual();
        if (config.has(RrccConfig.Paper.DECREASE)) {
            if (loss.ratio() > RrccConfig.LOSS_THRESHOLD) {
                bound.onLoss(loss.ratio(), rate, 0);
            }
            return;
        }
        if (steady && marks.full() && config.has(RrccRule.MARKED_ESTIMATE)) {
            bound.onMarks(markDecrease(), rate, beforeLoss(bandwidth.roundMean()));
        }
        if (steady && !shallow && queue.roundMaxNs() < queueLimitNs()) {
            loss.countAsRandom();
        } else if (asked) {
            return;
        } else if (shallow) {
            decrease(RrccConfig.LOSS_THRESHOLD * SHALLOW_SHARE, bandwidth.roundMean());
        } else if (isQueued()) {
            decrease(RrccConfig.LOSS_THRESHOLD, bandwidth.round());
        }
    }

    /** Sends no more than a limit, in bit/s, until it is known where losses come from. */
    void hold(double limit, double before) {
        bound.hold(limit, before);
    }

    /** Returns the rate of the fewest packets a round trip, however long the queue makes that. */
    private double leastRate() {
        long rttNs = Math.max(delay.minRttNs() + delay.queueNs(), noiseNs);
        return rttNs <= 0 ? 0 : Rates.bitsPerSecond(LEAST_PACKETS * packetBytes, rttNs);
    }

    /** Has no more arrive than a rate, in bit/s, for the sake of others. */
    void courtesy(long bitsPerSecond) {
        courtesy = bitsPerSecond;
    }

    /** Returns whether others leave less than arrives. */
    private boolean isCourteous() {
        return courtesy < Math.min(bandwidth.max(), bound.bitsPerSecond());
    }

    private void decrease(double threshold, long arriving) {
        if (!config.has(RrccRule.QUEUE_LOSS)) {
            return;
        }
        double excess = loss.ratio() - loss.random() - threshold;
        bound.onLoss(excess, rate, beforeLoss(arriving));
    }

    /** Returns what has to be sent for that much to arrive, in bit/s. */
    private double beforeLoss(long arriving) {
        return config.has(RrccRule.COMPENSATION)
                ? (double) arriving / (1 - loss.random())
                : (double) arriving;
    }

    private double markDecrease() {
        return !config.has(RrccRule.MARKED_ROUND)
                ? 0
                : marks.decrease(reference.firmness(delay.minRttNs()));
    }

    /**
     * A probing cycle ends, and with it what congestion loss took, and some of what marks took.
     *
     * @return whether there may be room to probe for: no queue stands over the reference, and
     *     others are left nothing
     */
    boolean endCycle() {
        boolean room = reference.endCycle(queue.endCycle(), overReferenceNs() > 0, loss.usual());
        bandwidth.nextCycle();
        delay.endCycle();
        loss.endCycle();
        shrunk.endCycle();
        bound.endCycle(bandwidth.max(), marks.full());
        return room && !marks.full() && !isCourteous();
    }

    /** A probe has found room: what congestion took isn't so any more. */
    void onFound() {
        bound.lift();
    }

    /**
     * Returns by how much a probe may exceed the steady rate for one round trip. With the root of
     * the rate, so that flows that probe and give way as often come to the same rate; in proportion
     * to it they would keep whatever shares they have.
     */
    double probeShare() {
        double packets = Rates.bytes(rate, roundNs()) / packetBytes;
        double times = reference.isFilled(loss.usual()) ? FILLED_PROBE : 1;
        double part =
                config.has(RrccRule.PROBE_BY_RATE)
                        ? PROBE_SHARE / Math.sqrt(Math.max(1, packets))
                        : RrccConfig.PROBE_GAIN - 1;
        return times * share * part;
    }

    /**
     * Returns whether the queue, and what is left to others, have room for another probe at once.
     */
    boolean hasRoom() {
        return !isCourteous()
                && delay.queueNs() < queueLimitNs()
                && queue.leastLatelyNs() - noiseNs <= reference.ns();
    }

    /** The path has shrunk: the estimate begins anew from what arrives. */
    void shrink(long nowNs) {
        shrunk.begin(nowNs, bandwidth.max(), delay.queueNs());
        bandwidth.reset(bandwidth.round());
    }

    /** The sender has held back until its own queue must be gone. */
    void endDrain(long nowNs) {
        shrunk.endDrain(nowNs);
    }

    /** The path has not shrunk, it is longer: the estimate is what it was. */
    void lengthen(LengthTest test) {
        delay.lengthen(test.shortestNs(), test.forwardNs());
        queue.forget();
        reference.forget();
        bandwidth.reset(Math.max(bandwidth.max(), test.rateBefore()));
    }

    /**
     * Believes the rate at which packets arrived lately, if it is higher. After the path seemed to
     * have shrunk it is not believed beyond the estimate before that: it may have been a receiver
     * that was slow for a while, and which then reads what waits as fast as it can.
     */
    void takeArrivalRate() {
        long arrival = Math.min(bandwidth.arrival(), shrunk.ceiling());
        if (arrival > bandwidth.max()) {
            bandwidth.reset(arrival);
        }
    }

    /** Returns whether the queue has stood over its limit for an eighth of a round trip. */
    boolean isPressed(long nowNs) {
        return queue.reports() >= 3 && queue.highForNs(nowNs) >= delay.minRttNs() / 8;
    }

    /**
     * Returns the gain of the steady state, at most 1. The estimate is a maximum and so errs
     * upwards; what that leaves standing in the queue is taken back here, and several flows give
     * way to each other in the same measure.
     */
    double steadyGain() {
        double excess = STANDING_SLOPE * (double) overReferenceNs() / (double) roundNs();
        double standing =
                Math.clamp(excess, 0, config.has(RrccRule.GIVE_WAY) ? MAX_STANDING_DECREASE : 0);
        return 1 - Math.max(standing, markDecrease());
    }

    private long overReferenceNs() {
        return queue.standingNs() - burstNs() - noiseNs - reference.ns();
    }

    /**
     * A round trip, or on a short path the time of four bursts, or for which this host may be away:
     * the least that tells.
     */
    long roundNs() {
        return Math.max(Math.max(delay.minRttNs(), 4 * burstNs()), Math.max(noiseNs, 1));
    }

    long queueLimitNs() {
        return limitNs(RrccConfig.QUEUE_SHARE, MIN_QUEUE_NS);
    }

    /** Without a queue a start-up that lost little meets chance, not the path's limit. */
    double lossLimit() {
        return queue.roundMaxNs() > hintLimitNs() ? RrccConfig.LOSS_THRESHOLD : POLICED_LOSS;
    }

    long burst() {
        return BurstPacer.burstBytes(rate, packetBytes);
    }

    /** Returns whether no more than so many BDP, and a burst, have yet to arrive. */
    boolean holdsAtMost(double gain, RateSample s) {
        return s.inFlightBytes <= backBytes() + bdp(gain) + burst();
    }

    long bdp(double gain) {
        return (long) (gain * Rates.bytes(rate, delay.minRttNs()));
    }

    /**
     * Returns what has arrived while word of it waits on the way back, in bytes: who fills that way
     * has no say in how much there may be on the way there.
     */
    long backBytes() {
        return config.has(RrccRule.WAY_BACK) ? (long) Rates.bytes(rate, delay.backNs()) : 0;
    }

    /** Returns what of the sender waits in a queue that others keep, in bytes. */
    long foreignBytes() {
        return (long) Rates.bytes(rate, reference.foreignNs());
    }

    private long hintLimitNs() {
        return limitNs(HINT_SHARE, MIN_HINT_NS);
    }

    private long limitNs(double share, long leastNs) {
        long shareNs = (long) (share * (double) delay.minRttNs());
        return Math.max(Math.max(shareNs, 2 * burstNs()), Math.max(leastNs, noiseNs));
    }

    /** Returns for how long a sender that was away may send at once what it has missed. */
    long lateLimitNs() {
        long lateNs = Math.max(delay.minRttNs() / 8, noiseNs);
        return (long) (lateShare * (double) Math.min(lateNs, BurstPacer.MOST_LATE_NS));
    }

    /** Returns what arrives while a host is away, as far as it can hold it, in bytes. */
    long noiseBytes() {
        return Math.min((long) Rates.bytes(rate, noiseNs), hostBuffer);
    }

    private long burstNs() {
        return rate == 0 ? 0 : (long) Rates.ns(burst(), rate);
    }
}
