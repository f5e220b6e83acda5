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
    /** A queue of its own that stays what it was at less than this gain is none. */
    private static final double SLOW = 0.8;

    private static final double USUAL_ROUNDS = 8;

    private final RrccConfig config;
    private final FullPipe pipe = new FullPipe();
    private final PathModel path;
    private final ProbeCycle cycle;
    private final ReferenceRate reference;
    private final MinRttProbe minRttProbe;
    private final LengthTest length = new LengthTest();
    private final ProbeSize probe;
    private final PhaseLosses losses;
    private final LossClassifier classifier;
    private final CourtesyGate courtesy;
    private RrccState state;
    private final SendLimits limits;
    private long probeFromRate;
    private boolean drained;

    /** The newest report showed a queue in the start-up. */
    private boolean hold;

    private long stateNs;

    /** Since when what stands in the queue is no longer of the start-up or such. */
    private long cyclingNs;

    private boolean started;
    private boolean resumed;
    private int rounds;

    /** The smallest round trip when the last round ended. */
    private long shortestNs;

    /** What arrives in a settled round as a rule, in bit/s. */
    private double usual;

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
        path = new PathModel(config);
        cycle = new ProbeCycle(config);
        boolean hard = config.has(RrccConfig.Paper.FLOOR);
        reference = new ReferenceRate(config.referenceBitsPerSecond(), hard);
        state = config.referenceBitsPerSecond() > 0 ? RrccState.REFERENCE : RrccState.START_UP;
        minRttProbe = new MinRttProbe(config, path.delay);
        probe = new ProbeSize(config);
        losses = new PhaseLosses(path.loss, probe);
        classifier = new LossClassifier(path.loss, config);
        courtesy = new CourtesyGate(path, config);
        limits = new SendLimits(config, path, probe, length);
    }

    @Override
    public void start(int largestPacketBytes) {
        path.start(largestPacketBytes);
        limits.start(largestPacketBytes);
        refresh();
    }

    @Override
    public void expect(long bitsPerSecond, long roundTripNs) {
        if (!started && state == RrccState.START_UP) {
            limits.expect(bitsPerSecond, roundTripNs);
            reference.expect(bitsPerSecond);
            state = RrccState.REFERENCE;
            refresh();
        }
    }

    @Override
    public void onSent(long nowNs, long bytes) {
        if (!started) {
            started = true;
            stateNs = nowNs;
            cycle.start(nowNs);
            minRttProbe.postpone(nowNs);
        }
        RrccState before = state;
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
        if (minRttProbe.onSample(s, path.roundNs(), path.isCongested())) {
            cycle.endSoon(s.nowNs, path.roundNs());
        }
        losses.onSample(s);
        classifier.onSample(s);
        courtesy.onSample(s);
        path.onSample(s, s.sentNs - stateNs >= 0, s.sentNs - cyclingNs >= 0);
        if (s.roundEnd) {
            onRound(s);
        }
        if (config.has(RrccRule.LENGTH_TEST) && length.onSample(s, path.delay.minRttNs())) {
            path.lengthen(length);
            enterSteady(s.nowNs);
        }
        step(s);
        refresh();
    }

    @Override
    public void onTimeout(long nowNs) {
        reference.onTimeout();
        limits.onTimeout();
        classifier.cancel();
        if (reference.isExpected() && path.bandwidth.max() == 0) {
            reference.refute(); // what was seen before isn't there any more
            enter(RrccState.START_UP, nowNs);
        } else if (path.bandwidth.max() > 0 || config.referenceBitsPerSecond() > 0) {
            enter(RrccState.RESUME, nowNs);
            resumed = true;
        }
        length.cancel();
        losses.cancel();
        refresh();
    }

    private void onRound(RateSample s) {
        rounds++;
        cycle.onRound();
        path.loss.endRound(s);
        reference.onRound(path.loss.ratio());
        if (config.has(RrccRule.LENGTH_TEST)) {
            length.onRound(s, path.delay.roundRttNs(), path.delay.minRttNs(), path.bandwidth.max());
        }
        // What was sent while the sender held back altogether arrives at less, too.
        boolean cycled = lastRoundSentNs - cyclingNs >= 0;
        if (state.isSettled() && !length.running() && path.isOutgrown(s) && cycled) {
            path.shrink(s.nowNs);
            enter(RrccState.DRAIN, s.nowNs);
        }
        boolean whole = lastRoundSentNs - stateNs >= 0;
        lastRoundSentNs = s.sentNs;
        if (whole && state.isSettled()) {
            path.judgeLoss(state == RrccState.STEADY, probe.overflows(), classifier.isOpen());
        }
        boolean slow = state == RrccState.STEADY && path.steadyGain() < SLOW;
        judgeLosses(s, whole);
        courtesy.endRound(s, state.isSettled(), whole && !classifier.isOpen());
        path.endRound(slow);
    }

    /** A round ended: what its losses and round trips say of where losses come from. */
    private void judgeLosses(RateSample s, boolean whole) {
        long rttNs = path.delay.roundRttNs();
        long arrived = path.bandwidth.roundMean();
        boolean shorter = LossEvidence.isShorter(rttNs, shortestNs);
        shortestNs = path.delay.minRttNs();
        if (rttNs == 0 || arrived == 0 || path.isHostAway()) {
            return;
        }
        if (config.has(RrccRule.SHORTER_TRIP)
                && shorter
                && usual > 0
                && classifier.isDoubtful()
                && state != RrccState.START_UP) {
            // There was a queue all the time, and what overflowed it was taken for random.
            classifier.forget();
            path.bandwidth.lower((long) usual);
            if (state.isSettled()) {
                cycle.begin(s.nowNs);
            }
        }
        if (!whole || !state.isSettled()) {
            return;
        }
        usual = usual == 0 ? arrived : usual + ((double) arrived - usual) / USUAL_ROUNDS;
        boolean asks =
                config.has(RrccRule.LOSS_QUESTION)
                        && !reference.isHard()
                        && !config.has(RrccConfig.Paper.DECREASE);
        if (s.appLimited || length.running() || !asks) {
            return;
        }
        switch (classifier.onRound(s.nowNs, usual, (double) arrived, rttNs, path.isQueued())) {
            case RANDOM -> {
                path.onFound();
                enterSteady(s.nowNs);
            }
            case QUEUE -> cycle.begin(s.nowNs);
            case NONE -> {
                if (classifier.limit() > 0) {
                    path.hold(classifier.limit(), classifier.arrivedBefore());
                }
            }
        }
    }

    private void step(RateSample s) {
        switch (state) {
            case START_UP -> startUp(s);
            case REFERENCE -> validate(s);
            case DRAIN -> drain(s);
            case PROBE_DOWN -> judgeProbe(s);
            case MIN_RTT -> {
                boolean half = path.holdsAtMost(SendLimits.MIN_RTT_GAIN, s);
                if (half || s.sentNs - stateNs >= path.roundNs()) {
                    enterSteady(s.nowNs);
                }
            }
            case RESUME -> resume(s);
            case STEADY, PROBE_UP -> byTime(s.nowNs);
        }
    }

    private void startUp(RateSample s) {
        boolean full =
                s.roundEnd
                        && !s.appLimited
                        && pipe.onRound(path.bandwidth.max(), path.loss, path.lossLimit());
        hold = path.queue.hinted() && config.has(RrccRule.START_UP_HOLD);
        if (full || path.isPressed(s.nowNs)) {
            path.takeArrivalRate();
            enter(RrccState.DRAIN, s.nowNs);
        } else if (hold) {
            // A bottleneck that has just filled shows its rate here first.
            path.takeArrivalRate();
        }
    }

    private void validate(RateSample s) {
        long expected = (long) (0.95 * (1 - path.loss.ratio()) * reference.rate());
        if (path.isPressed(s.nowNs)) {
            reference.refute();
            path.takeArrivalRate();
            enter(RrccState.DRAIN, s.nowNs);
        } else if (path.bandwidth.max() >= expected) {
            reference.onShown();
            enterSteady(s.nowNs);
        } else if (s.roundEnd && !s.appLimited && rounds > 3) {
            reference.refute();
            enterSteady(s.nowNs);
        }
    }

    private void drain(RateSample s) {
        if (path.delay.queueNs() > path.queueLimitNs()) {
            path.takeArrivalRate();
        }
        boolean empty = s.sentNs - stateNs >= 0 && path.queue.reports() == 0;
        if (empty || path.holdsAtMost(1, s) || s.sentNs - stateNs > 3 * path.roundNs()) {
            path.endDrain(s.nowNs);
            enterSteady(s.nowNs);
        }
    }

    private void judgeProbe(RateSample s) {
        // Packets sent now show what is lost at random: behind a short queue nothing else does.
        boolean quiet = config.has(RrccRule.QUIET_SPAN) && path.loss.needsQuiet(probe.overflows());
        long quietNs = quiet ? path.roundNs() / 4 : 0;
        boolean empty = path.holdsAtMost(1, s);
        if (!drained && empty && s.nowNs - stateNs >= quietNs) {
            drained = true;
            losses.endQuiet(s.nowNs);
        }
        if (s.sentNs - stateNs < 0) {
            return;
        }
        double found = (double) path.bandwidth.thisCycle() / (1 - path.loss.random());
        boolean room = path.hasRoom() && !probe.marked();
        double share = room ? probe.shareFound(found / (double) probeFromRate) : 0;
        if (share >= 0.5) {
            path.onFound();
        }
        if (share >= 0.5 && config.has(RrccRule.PROBE_DOUBLES)) {
            probe.onFound();
            path.endCycle();
            enterProbe(s.nowNs);
            return;
        }
        probe.onOver();
        if (share >= 0.25 && !probe.overflows() && config.has(RrccRule.PROBE_SOON)) {
            enterSteady(s.nowNs);
        } else {
            enter(RrccState.STEADY, s.nowNs);
        }
    }

    private void resume(RateSample s) {
        if (s.sentNs - stateNs < 0) {
            return;
        }
        path.loss.restart(s);
        if (resumed) {
            // The path is back. One more round at half the rate shows whether it is what it was.
            resumed = false;
            stateNs = s.nowNs;
        } else {
            enterSteady(s.nowNs);
            minRttProbe.postpone(s.nowNs);
        }
    }

    /** What is due by time alone. */
    private void byTime(long nowNs) {
        if (state == RrccState.STEADY) {
            if (minRttProbe.isDue(nowNs)) {
                minRttProbe.begin(nowNs);
                enter(RrccState.MIN_RTT, nowNs);
                losses.beginQuiet(nowNs);
            } else if (!classifier.isOpen()
                    && cycle.isOver(nowNs, path.roundNs(), path.isHostAway())) {
                if (path.endCycle()) {
                    enterProbe(nowNs);
                } else {
                    cycle.begin(nowNs);
                }
            }
        } else if (state == RrccState.PROBE_UP && nowNs - stateNs >= path.roundNs()) {
            enter(RrccState.PROBE_DOWN, nowNs);
            drained = false;
            losses.beginQuiet(nowNs);
        }
    }

    private void enterProbe(long nowNs) {
        refresh();
        probeFromRate = path.rate();
        probe.begin(path.probeShare());
        cycle.begin(nowNs);
        enter(RrccState.PROBE_UP, nowNs);
        losses.beginProbe(nowNs);
    }

    private void enterSteady(long nowNs) {
        // What ended here may have ended too early.
        cycle.endSoon(nowNs, path.roundNs());
        enter(RrccState.STEADY, nowNs);
    }

    private void enter(RrccState next, long nowNs) {
        if (!state.isCycling() || !next.isCycling()) {
            path.queue.forget();
            cyclingNs = nowNs;
        }
        if (state == RrccState.MIN_RTT) {
            minRttProbe.end(nowNs);
        }
        losses.end(nowNs);
        state = next;
        stateNs = nowNs;
        path.queue.beginPhase();
    }

    private void refresh() {
        path.updateRate(reference.floor());
        limits.refresh(state, hold, drained, resumed, rounds, reportGapNs);
    }

    @Override
    public void share(double part) {
        path.share(part);
    }

    @Override
    public void courteous(boolean yields) {
        courtesy.open(yields);
    }

    @Override
    public long steadyBitsPerSecond() {
        return (long) (path.steadyGain() * (double) path.rate());
    }

    @Override
    public long pacingBitsPerSecond() {
        return limits.pacing;
    }

    @Override
    public long windowBytes() {
        return limits.window;
    }

    @Override
    public long minRttNs() {
        return path.delay.minRttNs();
    }

    @Override
    public long queueNs() {
        return path.delay.queueNs();
    }

    @Override
    public long lateLimitNs() {
        return path.lateLimitNs();
    }

    @Override
    public long deliveryBitsPerSecond() {
        return path.bandwidth.max();
    }

    @Override
    public boolean isSettled() {
        return state.isCycling();
    }

    @Override
    public boolean rateChanging() {
        return state != RrccState.STEADY;
    }

    @Override
    public String state() {
        return state.text;
    }
}
