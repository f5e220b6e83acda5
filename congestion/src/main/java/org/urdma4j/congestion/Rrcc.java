package org.urdma4j.congestion;

/**
 * Congestion control by bandwidth, round trip and loss together, after the URDMA paper's RRCC
 * (section 2.2.2): exponential start-up, drain, a steady rate at the bottleneck's bandwidth with a
 * probe each cycle, a decrease in proportion to congestion loss, and a probe for the smallest round
 * trip. A reference rate replaces the start-up. What each state does, and the constants with their
 * reasons, is in {@code docs/congestion.md}.
 *
 * <p>Phases are told apart by when the newest arrival was <em>sent</em>, which the echo gives, so
 * that what a probe did is never taken for what came before or after it.
 */
public final class Rrcc implements RateController {
    private enum State {
        START_UP("start-up"),
        REFERENCE("reference"),
        DRAIN("drain"),
        STEADY("steady"),
        PROBE_UP("probe-up"),
        PROBE_DOWN("probe-down"),
        MIN_RTT("min-rtt"),
        RESUME("resume");

        private final String text;

        State(String text) {
            this.text = text;
        }
    }

    /** Leaves a queue of one bandwidth-delay product in two round trips. */
    private static final double DRAIN_GAIN = 0.5;

    private static final double MIN_RTT_GAIN = 0.5;
    private static final double RESUME_GAIN = 0.5;

    /** A queue that stands below this share of a round trip is left alone. */
    private static final double STANDING_SHARE = 0.05;

    /** A probe into a queue that others keep needs room beyond its own bandwidth-delay product. */
    private static final double PROBE_WINDOW = 1.3;

    /** More reacts too late to its own effect and leaves the link idle in turns. */
    private static final double STANDING_SLOPE = 1.2;

    private static final double MAX_STANDING_DECREASE = 0.4;

    /** A queue of its own that stays what it was at less than this gain is none. */
    private static final double SLOW = 0.8;

    /**
     * With a long queue and less than this share of the estimate arriving, the estimate is history.
     */
    private static final double SHORTFALL = 0.75;

    private static final int MIN_WINDOW_PACKETS = 4;

    /**
     * The start-up stops growing while a report shows this share of a round trip as queue: what is
     * on the way by then is already half a bandwidth-delay product too much.
     */
    private static final double HINT_SHARE = 1.0 / 64;

    private static final long MIN_HINT_NS = 10_000;
    private static final double HOLD_GAIN = 1.25;
    private static final double HOLD_WINDOW = 1.5;

    /** Twice too fast without a queue loses half, so less than this share is not the limit. */
    private static final double POLICED_LOSS = 0.2;

    /** Below this a queue can't be told from the receiver's own delays. */
    private static final long MIN_QUEUE_NS = 20_000;

    private final RrccConfig config;
    private final BandwidthFilter bandwidth = new BandwidthFilter();
    private final DelaySignal delay = new DelaySignal();
    private final LossMeter loss = new LossMeter();
    private final FullPipe pipe = new FullPipe();
    private final QueueWatch queue = new QueueWatch();
    private final ReferenceRate reference;
    private int packetBytes;
    private State state;
    private long pacing;
    private long window;

    /** The bottleneck's rate as it is to be sent at: what arrives, and what is lost on the way. */
    private long rate;

    /** What congestion loss left of the rate, until the next probe. */
    private long bound = UNLIMITED;

    private double probeGain;
    private long probeFromRate;
    private boolean drained;

    /** The newest report showed a queue in the start-up. */
    private boolean hold;

    private long stateNs;
    private long cycleNs;
    private double cycleFactor = 1;
    private long minRttProbeNs;
    private boolean probeSampling;
    private boolean started;
    private boolean resumed;
    private int rounds;

    /** When the newest packet of the last round was sent. */
    private long lastRoundSentNs;

    private long reportNs;
    private long reportGapNs;

    /** With {@link RrccConfig#DEFAULT}. */
    public Rrcc() {
        this(RrccConfig.DEFAULT);
    }

    /**
     * @param config the settings
     */
    public Rrcc(RrccConfig config) {
        this.config = config;
        reference = new ReferenceRate(config.referenceBitsPerSecond(), config.referenceFloorHard());
        state = config.referenceBitsPerSecond() > 0 ? State.REFERENCE : State.START_UP;
        probeGain = config.probeGain();
    }

    @Override
    public void start(int largestPacketBytes) {
        packetBytes = largestPacketBytes;
        refresh();
    }

    @Override
    public void onSent(long nowNs) {
        if (!started) {
            started = true;
            stateNs = nowNs;
            cycleNs = nowNs;
            minRttProbeNs = nowNs;
        }
        State before = state;
        byTime(nowNs);
        if (state != before) {
            refresh();
        }
    }

    @Override
    public void onSample(RateSample s) {
        if (reportNs != 0 && !resumed) {
            reportGapNs = Math.max(s.nowNs - reportNs, reportGapNs - reportGapNs / 8);
        }
        reportNs = s.nowNs;
        sampleMinRttProbe(s);
        delay.onSample(s);
        loss.onSample(s);
        bandwidth.onSample(s, roundNs() / 4);
        queue.onAnySample(delay.queueNs());
        if (s.sentNs - stateNs >= 0) {
            queue.onSample(s.nowNs, delay.queueNs(), queueLimitNs(), hintLimitNs());
        }
        if (s.roundEnd) {
            onRound(s);
        }
        step(s);
        refresh();
    }

    @Override
    public void onTimeout(long nowNs) {
        reference.onTimeout();
        if (bandwidth.max() > 0 || config.referenceBitsPerSecond() > 0) {
            enter(State.RESUME, nowNs);
            resumed = true;
        }
        refresh();
    }

    private void onRound(RateSample s) {
        rounds++;
        loss.endRound(s);
        reference.onRound(loss.ratio());
        if (outgrown(s)) {
            bandwidth.reset(bandwidth.round());
            enter(State.DRAIN, s.nowNs);
        }
        boolean whole = lastRoundSentNs - stateNs >= 0;
        lastRoundSentNs = s.sentNs;
        if (state == State.STEADY && whole && queue.roundMaxNs() < queueLimitNs()) {
            loss.countAsRandom();
        } else if (whole && (state == State.STEADY || state == State.PROBE_DOWN)) {
            decrease();
        }
        boolean slow = state == State.STEADY && steadyGain() < SLOW;
        queue.endRound();
        delay.endRound(slow);
        bandwidth.endRound();
    }

    /** A queue of a whole round trip and far less arriving than believed: the path has shrunk. */
    private boolean outgrown(RateSample s) {
        return (state == State.STEADY || state == State.PROBE_DOWN)
                && !s.appLimited
                && delay.queueNs() > delay.minRttNs() + 2 * burstNs()
                && (double) bandwidth.round() < SHORTFALL * (1 - loss.random()) * (double) rate;
    }

    /** A round that saw a queue all along: its loss beyond the threshold is congestion. */
    private void decrease() {
        double excess = loss.ratio() - loss.random() - config.lossThreshold();
        if (excess > 0 && queue.roundMinNs() > queueLimitNs()) {
            double arrives = (double) bandwidth.round() / (1 - loss.random());
            bound = (long) Math.max(arrives, (1 - excess) * (double) rate);
        }
    }

    private void step(RateSample s) {
        switch (state) {
            case START_UP -> startUp(s);
            case REFERENCE -> validate(s);
            case DRAIN -> drain(s);
            case PROBE_DOWN -> judgeProbe(s);
            case MIN_RTT -> {
                boolean half = s.inFlightBytes <= bdp(MIN_RTT_GAIN) + burst();
                if (half || s.sentNs - stateNs >= roundNs()) {
                    enterSteady(s.nowNs);
                }
            }
            case RESUME -> resume(s);
            case STEADY, PROBE_UP -> byTime(s.nowNs);
        }
    }

    private void startUp(RateSample s) {
        boolean full =
                s.roundEnd && !s.appLimited && pipe.onRound(bandwidth.max(), loss, lossLimit());
        hold = queue.hinted();
        if (full || pressed(s.nowNs)) {
            takeArrivalRate();
            enter(State.DRAIN, s.nowNs);
        } else if (hold) {
            // A bottleneck that has just filled shows its rate here first.
            takeArrivalRate();
        }
    }

    private void validate(RateSample s) {
        long expected = (long) (0.95 * (1 - loss.ratio()) * config.referenceBitsPerSecond());
        if (pressed(s.nowNs)) {
            reference.refute();
            takeArrivalRate();
            enter(State.DRAIN, s.nowNs);
        } else if (bandwidth.max() >= expected) {
            enterSteady(s.nowNs);
        } else if (s.roundEnd && !s.appLimited && rounds > 3) {
            reference.refute();
            enterSteady(s.nowNs);
        }
    }

    private void drain(RateSample s) {
        if (delay.queueNs() > queueLimitNs()) {
            takeArrivalRate();
        }
        boolean empty = s.sentNs - stateNs >= 0 && queue.reports() == 0;
        if (empty || s.inFlightBytes <= bdp(1) + burst() || s.sentNs - stateNs > 3 * roundNs()) {
            enterSteady(s.nowNs);
        }
    }

    private void judgeProbe(RateSample s) {
        drained |= s.inFlightBytes <= bdp(1) + burst();
        if (s.sentNs - stateNs < 0) {
            return;
        }
        double grown = (double) bandwidth.thisCycle() / (1 - loss.random());
        boolean more = grown >= (double) probeFromRate * (1 + (probeGain - 1) / 2);
        if (more && delay.queueNs() < queueLimitNs()) {
            probeGain = Math.min(config.startUpGain(), 1 + 2 * (probeGain - 1));
            enterProbe(s.nowNs);
            return;
        }
        probeGain = config.probeGain();
        enter(State.STEADY, s.nowNs);
    }

    private void resume(RateSample s) {
        if (s.sentNs - stateNs < 0) {
            return;
        }
        loss.restart(s);
        if (resumed) {
            // The path is back. One more round at half the rate shows whether it is what it was.
            resumed = false;
            stateNs = s.nowNs;
        } else {
            enterSteady(s.nowNs);
            minRttProbeNs = s.nowNs;
        }
    }

    /** What is due by time alone. */
    private void byTime(long nowNs) {
        if (state == State.STEADY) {
            if (minRttDue(nowNs)) {
                delay.announceProbe();
                enter(State.MIN_RTT, nowNs);
                minRttProbeNs = nowNs;
                probeSampling = false;
            } else if (nowNs - cycleNs >= cycleLengthNs()) {
                enterProbe(nowNs);
            }
        } else if (state == State.PROBE_UP && nowNs - stateNs >= roundNs()) {
            enter(State.PROBE_DOWN, nowNs);
            drained = false;
        }
    }

    private boolean minRttDue(long nowNs) {
        long periodNs = Math.max(config.minRttPeriodNs(), 100 * delay.minRttNs());
        if (delay.pathLooksLonger()) {
            return true;
        }
        return nowNs - minRttProbeNs >= periodNs
                && (delay.lowestFallNs() == 0 || nowNs - delay.lowestFallNs() >= periodNs);
    }

    private void sampleMinRttProbe(RateSample s) {
        // The second half of the probe, and what is sent in the half round trip after it, meets the
        // emptiest queue.
        long sinceNs = s.sentNs - minRttProbeNs;
        if (rounds == 0 || minRttProbeNs == 0) {
            return;
        }
        long rttNs = roundNs();
        if (state == State.MIN_RTT && !probeSampling && sinceNs >= rttNs / 2) {
            probeSampling = true;
            delay.beginProbe();
            loss.beginQuietSpan(s);
        } else if (probeSampling && state != State.MIN_RTT && s.sentNs - stateNs >= 0) {
            probeSampling = false;
            long beforeNs = delay.minRttNs();
            delay.endProbe();
            loss.endQuietSpan(s);
            if (delay.minRttNs() > beforeNs + beforeNs / 8) {
                probeSoon(s.nowNs);
            }
        }
    }

    private void takeArrivalRate() {
        if (bandwidth.arrival() > bandwidth.max()) {
            bandwidth.reset(bandwidth.arrival());
        }
    }

    private void enterProbe(long nowNs) {
        bandwidth.nextCycle();
        delay.endCycle();
        bound = UNLIMITED;
        refresh();
        probeFromRate = rate;
        cycleNs = nowNs;
        cycleFactor = cycleFactor(nowNs);
        enter(State.PROBE_UP, nowNs);
    }

    private void enterSteady(long nowNs) {
        // What ended here may have ended too early.
        probeSoon(nowNs);
        enter(State.STEADY, nowNs);
    }

    private void probeSoon(long nowNs) {
        cycleNs = nowNs - cycleLengthNs() + 2 * roundNs();
    }

    private void enter(State next, long nowNs) {
        if (!cycling(state) || !cycling(next)) {
            queue.forget();
        }
        state = next;
        stateNs = nowNs;
        queue.beginPhase();
    }

    /** What stood in the queue in one of these stands in it in the next. */
    private static boolean cycling(State s) {
        return s == State.STEADY || s == State.PROBE_UP || s == State.PROBE_DOWN;
    }

    private boolean pressed(long nowNs) {
        return queue.reports() >= 3 && queue.highForNs(nowNs) >= delay.minRttNs() / 8;
    }

    private long cycleLengthNs() {
        long ns = Math.max(config.minCycleNs(), config.cycleRounds() * roundNs());
        return (long) (cycleFactor * (double) ns);
    }

    /**
     * Flows that probe together learn nothing about each other, so no two cycles have the same
     * length. The length depends on when the cycle began, to the nanosecond, which is as good as a
     * random number and lets a run be repeated.
     */
    private static double cycleFactor(long nowNs) {
        long mixed = nowNs * 0x9E3779B97F4A7C15L;
        return 1 + (double) (mixed >>> 40) / (1L << 24) / 2;
    }

    /** A round trip, or on a short path the time of four bursts, which is the least that tells. */
    private long roundNs() {
        return Math.max(Math.max(delay.minRttNs(), 4 * burstNs()), 1);
    }

    private long queueLimitNs() {
        long shareNs = (long) (config.queueShare() * (double) delay.minRttNs());
        return Math.max(Math.max(shareNs, 2 * burstNs()), MIN_QUEUE_NS);
    }

    private long hintLimitNs() {
        long shareNs = (long) (HINT_SHARE * (double) delay.minRttNs());
        return Math.max(Math.max(shareNs, 2 * burstNs()), MIN_HINT_NS);
    }

    /** Without a queue a start-up that lost little meets chance, not the path's limit. */
    private double lossLimit() {
        return queue.roundMaxNs() > hintLimitNs() ? config.lossThreshold() : POLICED_LOSS;
    }

    private long burst() {
        return BurstPacer.burstBytes(rate, packetBytes);
    }

    private long burstNs() {
        return rate == 0 ? 0 : (long) (8e9 * (double) burst() / (double) rate);
    }

    private long bdp(double gain) {
        return (long) (gain * (double) rate * (double) delay.minRttNs() / 8e9);
    }

    private double pacingGain() {
        return switch (state) {
            case START_UP -> hold ? HOLD_GAIN : config.startUpGain();
            case REFERENCE -> 1;
            case STEADY -> steadyGain();
            case DRAIN -> DRAIN_GAIN;
            case PROBE_UP -> probeGain * steadyGain();
            case PROBE_DOWN -> drained ? 1 : Math.max(DRAIN_GAIN, 2 - probeGain);
            case MIN_RTT -> MIN_RTT_GAIN;
            case RESUME -> RESUME_GAIN;
        };
    }

    /**
     * The estimate is a maximum and so errs upwards; what that leaves standing in the queue is
     * taken back here, and several flows give way to each other in the same measure.
     */
    private double steadyGain() {
        double standing = (double) (queue.standingNs() - burstNs()) / (double) roundNs();
        double excess = STANDING_SLOPE * (standing - STANDING_SHARE);
        return 1 - Math.clamp(excess, 0, MAX_STANDING_DECREASE);
    }

    private double windowGain() {
        return switch (state) {
            case START_UP -> hold ? HOLD_WINDOW : config.startUpGain();
            case REFERENCE -> 2;
            case DRAIN -> 1;
            case PROBE_UP -> PROBE_WINDOW * config.windowGain() * probeGain;
            case PROBE_DOWN -> config.windowGain() * probeGain;
            case STEADY, MIN_RTT, RESUME -> config.windowGain();
        };
    }

    private void refresh() {
        double arriving = Math.min(bandwidth.max(), bound);
        rate = (long) Math.max(arriving / (1 - loss.random()), (double) reference.floor());
        long initial = (long) config.initialWindowPackets() * packetBytes;
        if (rate == 0) {
            pacing = (long) (8e9 * (double) initial / (double) config.initialRttNs());
            window = initial;
            return;
        }
        pacing = Math.max(1, (long) (pacingGain() * (double) rate));
        long slackNs = Math.min(reportGapNs, delay.minRttNs());
        long slack = 3 * burst() + (long) ((double) rate * (double) slackNs / 8e9);
        window = Math.max(bdp(windowGain()) + slack, (long) MIN_WINDOW_PACKETS * packetBytes);
        if (state == State.START_UP) {
            window = Math.max(window, initial);
            if (rounds <= 1 && delay.minRttNs() > 0) {
                // What is left of the initial window goes out over the first round trip.
                double overRtt = 8e9 * (double) initial / (double) delay.minRttNs();
                pacing = Math.max(pacing, (long) overRtt);
            }
        } else if (state == State.REFERENCE && delay.minRttNs() == 0) {
            window = UNLIMITED;
        } else if (state == State.RESUME && resumed) {
            window = Math.min(window, initial);
        }
    }

    @Override
    public long pacingBitsPerSecond() {
        return pacing;
    }

    @Override
    public long windowBytes() {
        return window;
    }

    @Override
    public long minRttNs() {
        return delay.minRttNs();
    }

    @Override
    public long deliveryBitsPerSecond() {
        return bandwidth.max();
    }

    @Override
    public boolean rateChanging() {
        return state != State.STEADY;
    }

    @Override
    public String state() {
        return state.text;
    }
}
