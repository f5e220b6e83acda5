package org.urdma4j.simulation.tcp;

import java.util.random.RandomGenerator;

/**
 * BBR version 3 (draft-ietf-ccwg-bbr of August 2026): paced at the highest delivery rate of two
 * probing cycles; what is in flight is bounded by where a probe lost over 2 %, less 15 % of
 * headroom while cruising, and after losses outside of probes by what was delivered, down to 0.7 a
 * round. It isn't ECN-capable: the draft says nothing of marks. Left out is what undoes false
 * losses, which the simulated flows don't notice, and restarts from idle.
 */
public final class Bbr3 implements TcpControl {
    private static final double LOSS_THRESHOLD = 0.02;
    private static final double BETA = 0.7;
    private static final double HEADROOM = 0.15;
    private static final double MARGIN = 0.99;
    private static final int FIRST_WINDOW = 10;
    private static final int LEAST_WINDOW = 4;
    private static final int STARTUP_LOSSES = 6;
    private static final int DRAIN_ROUNDS = 3;
    private static final int CYCLES = 2;
    private static final int EXTRA_ROUNDS = 10;
    private static final int RENO_ROUNDS = 63;
    private static final double NONE = Double.POSITIVE_INFINITY;
    private static final long MIN_RTT_NS = 10_000_000_000L;
    private static final long PROBE_RTT_EACH_NS = 5_000_000_000L;
    private static final long PROBE_RTT_NS = 200_000_000;
    private static final long PROBE_WAIT_NS = 2_000_000_000;
    private static final long PROBE_WAIT_MORE_NS = 1_000_000_000;

    private enum State {
        STARTUP(2.77, 2),
        DRAIN(0.5, 2),
        PROBE_BW_DOWN(0.9, 2),
        PROBE_BW_CRUISE(1, 2),
        PROBE_BW_REFILL(1, 2),
        PROBE_BW_UP(1.25, 2.25),
        PROBE_RTT(1, 0.5);

        final double pacingGain;
        final double windowGain;

        State(double pacingGain, double windowGain) {
            this.pacingGain = pacingGain;
            this.windowGain = windowGain;
        }

        boolean isProbeBw() {
            return this != STARTUP && this != DRAIN && this != PROBE_RTT;
        }

        boolean asksForMore() {
            return this == STARTUP || this == PROBE_BW_REFILL || this == PROBE_BW_UP;
        }
    }

    /** What acknowledgements say about the last probe. */
    private enum Feedback {
        NONE,
        REFILLING,
        STARTING,
        COMING,
        STOPPING
    }

    private final RandomGenerator random;
    private State state = State.STARTUP;
    private boolean begun;
    private double window = FIRST_WINDOW;
    private double savedWindow;
    private double pacing;

    private long delivered;
    private long roundEnd;
    private long round;
    private boolean roundStart;
    private long drainRound;

    private final RoundMax maxRate = new RoundMax(CYCLES);
    private long cycle;
    private double rate;
    private double shortRate = NONE;
    private double latestRate;
    private double shortInFlight = NONE;
    private double longInFlight = NONE;
    private double latestInFlight;
    private boolean lostInRound;
    private long lossRoundEnd;
    private boolean lossRoundStart;
    private int lossesInRound;
    private boolean recovering;
    private long recoveryEnd;
    private boolean recoveryRound;

    private boolean full;
    private boolean fullNow;
    private double fullRate;
    private int flatRounds;

    private Feedback feedback = Feedback.NONE;
    private boolean probeSample;
    private boolean wentTooHigh;
    private boolean precautionary;
    private long cycleNs;
    private long waitNs;
    private long roundsSinceProbe;
    private int upRounds;
    private double upAcked;
    private double ackedPerPacket = NONE;

    private long minRttNs = Long.MAX_VALUE;
    private long minRttAtNs;
    private long probeMinNs = Long.MAX_VALUE;
    private long probeMinAtNs;
    private boolean probeRttDue;
    private long probeRttEndsNs;
    private boolean probeRttRound;
    private long limitedUntil = -1;

    private final RoundMax extra = new RoundMax(EXTRA_ROUNDS);
    private final RoundMax extraInStartup = new RoundMax(1);
    private long extraNs;
    private double extraAcked;

    /**
     * @param random draws how long it waits between probes
     */
    public Bbr3(RandomGenerator random) {
        this.random = random;
    }

    @Override
    public void onAck(TcpAck ack) {
        if (!begun) {
            begun = true;
            minRttAtNs = ack.nowNs;
            probeMinAtNs = ack.nowNs;
            extraNs = ack.nowNs;
        }
        delivered = ack.delivered;
        updateRecovery(ack);
        updateSignals(ack);
        measureExtra(ack);
        checkFull(ack);
        checkStartup(ack);
        if (state == State.DRAIN
                && (ack.inFlight <= inFlight(rate) || round > drainRound + DRAIN_ROUNDS)) {
            startDown(ack.nowNs);
        }
        advanceCycle(ack);
        updateMinRtt(ack);
        checkProbeRtt(ack);
        if (lossRoundStart) {
            latestRate = ack.rate;
            latestInFlight = ack.delivered - ack.priorDelivered;
        }
        rate = Math.min(maxRate.max(), shortRate);
        setPacing(ack);
        setWindow(ack);
    }

    private void updateRecovery(TcpAck ack) {
        if (ack.lost > 0 && ack.newestLost >= recoveryEnd) {
            if (!recovering) {
                saveWindow();
                recovering = true;
                recoveryRound = false;
            }
            recoveryEnd = ack.next;
        } else if (recovering && ack.newest >= recoveryEnd) {
            recovering = false;
            restoreWindow();
        }
    }

    private void saveWindow() {
        boolean disturbed = recovering || state == State.PROBE_RTT;
        savedWindow = disturbed ? Math.max(savedWindow, window) : window;
    }

    private void restoreWindow() {
        window = Math.max(window, savedWindow);
    }

    private boolean isLimited(TcpAck ack) {
        return ack.priorDelivered <= limitedUntil;
    }

    private void updateSignals(TcpAck ack) {
        latestRate = Math.max(latestRate, ack.rate);
        latestInFlight = Math.max(latestInFlight, (double) (ack.delivered - ack.priorDelivered));
        lossRoundStart = ack.priorDelivered >= lossRoundEnd;
        if (lossRoundStart) {
            lossRoundEnd = delivered;
        }
        roundStart = ack.priorDelivered >= roundEnd;
        if (roundStart) {
            startRound();
            round++;
            roundsSinceProbe++;
        }
        if (ack.rate > 0 && (ack.rate >= maxRate.max() || !isLimited(ack))) {
            maxRate.add(cycle, ack.rate);
        }
        if (ack.lost > 0) {
            lossesInRound++;
        }
        if (lossRoundStart) {
            if (lostInRound && !state.asksForMore()) {
                double ofRate = shortRate == NONE ? maxRate.max() : shortRate;
                double ofInFlight = shortInFlight == NONE ? window : shortInFlight;
                shortRate = Math.max(latestRate, BETA * ofRate);
                shortInFlight = Math.max(latestInFlight, BETA * ofInFlight);
            }
            lostInRound = false;
        }
    }

    private void startRound() {
        roundEnd = delivered;
    }

    private void measureExtra(TcpAck ack) {
        double expected = rate * (ack.nowNs - extraNs) / 1e9;
        if (extraAcked <= expected) {
            extraAcked = 0;
            extraNs = ack.nowNs;
            expected = 0;
        }
        extraAcked += ack.acked;
        double more = Math.clamp(extraAcked - expected, 0, window);
        extra.add(round, more);
        extraInStartup.add(round, more);
    }

    private void checkFull(TcpAck ack) {
        if (fullNow || !roundStart || isLimited(ack)) {
            return;
        }
        if (ack.rate >= 1.25 * fullRate) {
            lookForFull(ack.rate);
            return;
        }
        fullNow = ++flatRounds >= 3;
        full |= fullNow;
    }

    private void lookForFull(double from) {
        fullRate = from;
        flatRounds = 0;
        fullNow = false;
    }

    private void checkStartup(TcpAck ack) {
        if (state == State.STARTUP) {
            boolean lossy =
                    lossRoundStart
                            && recoveryRound
                            && lossesInRound >= STARTUP_LOSSES
                            && isTooHigh(ack.lostSince, ack.sentInFlight);
            if (lossy) {
                full = true;
                longInFlight = Math.max(product(1, maxRate.max()), latestInFlight);
            }
            if (full) {
                state = State.DRAIN;
                drainRound = round;
            }
        }
        if (lossRoundStart) {
            recoveryRound = recovering;
            lossesInRound = 0;
        }
    }

    private static boolean isTooHigh(long lost, double sentInFlight) {
        return lost > sentInFlight * LOSS_THRESHOLD;
    }

    @Override
    public void onLost(TcpAck ack, int sentInFlight, long lostSince) {
        delivered = ack.delivered;
        if (!lostInRound) {
            lossRoundEnd = delivered;
            lostInRound = true;
        }
        if (!probeSample || !isTooHigh(lostSince, sentInFlight)) {
            return;
        }
        // what was in flight when losses crossed the threshold, within this packet
        double before = sentInFlight - 1;
        double part = (LOSS_THRESHOLD * before - (lostSince - 1)) / (1 - LOSS_THRESHOLD);
        wentTooHigh = true;
        probeSample = false;
        if (!isLimited(ack)) {
            longInFlight = Math.max(before + part, BETA * targetInFlight());
        }
        if (state == State.PROBE_BW_UP) {
            startDown(ack.nowNs);
        }
    }

    private void advanceCycle(TcpAck ack) {
        if (!full || adaptLongTerm(ack)) {
            return;
        }
        switch (state) {
            case PROBE_BW_DOWN, PROBE_BW_CRUISE -> {
                if (isTimeToProbe(ack.nowNs)) {
                    startRefill();
                } else if (state == State.PROBE_BW_DOWN
                        && ack.inFlight <= withHeadroom()
                        && ack.inFlight <= inFlight(maxRate.max())) {
                    state = State.PROBE_BW_CRUISE;
                }
            }
            case PROBE_BW_REFILL -> {
                if (roundStart) {
                    probeSample = true;
                    feedback = Feedback.STARTING;
                    startRound();
                    lookForFull(ack.rate);
                    state = State.PROBE_BW_UP;
                    raiseSlope();
                }
            }
            case PROBE_BW_UP -> {
                if (isTimeToGoDown(ack)) {
                    wentTooHigh = false;
                    startDown(ack.nowNs);
                }
            }
            default -> {
                // no cycle yet, or none now
            }
        }
    }

    /** Returns whether that has changed the state. */
    private boolean adaptLongTerm(TcpAck ack) {
        if (roundStart && feedback == Feedback.STARTING) {
            feedback = Feedback.COMING;
        }
        if (roundStart && feedback == Feedback.STOPPING) {
            probeSample = false;
            feedback = Feedback.NONE;
            if (state.isProbeBw() && !isLimited(ack)) {
                cycle++;
            }
            if (state.isProbeBw() && precautionary && !wentTooHigh) {
                startRefill();
                return true;
            }
        }
        if (longInFlight != NONE && !isTooHigh(ack.lostSince, ack.sentInFlight)) {
            longInFlight = Math.max(longInFlight, ack.sentInFlight);
            if (state == State.PROBE_BW_UP) {
                raiseLongTerm(ack);
            }
        }
        return false;
    }

    private void raiseLongTerm(TcpAck ack) {
        if (!isWindowLimited(ack) || window < longInFlight) {
            return;
        }
        upAcked += ack.acked;
        if (upAcked >= ackedPerPacket) {
            double packets = Math.floor(upAcked / ackedPerPacket);
            upAcked -= packets * ackedPerPacket;
            longInFlight += packets;
        }
        if (roundStart) {
            raiseSlope();
        }
    }

    private void raiseSlope() {
        ackedPerPacket = Math.max(window / (1 << upRounds), 1);
        upRounds = Math.min(upRounds + 1, 30);
    }

    private boolean isWindowLimited(TcpAck ack) {
        return ack.priorInFlight + superPacket() >= (int) window;
    }

    private boolean isTimeToProbe(long nowNs) {
        return nowNs > cycleNs + waitNs
                || roundsSinceProbe >= Math.min(targetInFlight(), RENO_ROUNDS);
    }

    private boolean isTimeToGoDown(TcpAck ack) {
        if (wentTooHigh && ack.inFlight >= longInFlight) {
            precautionary = true;
            return true;
        }
        if (isWindowLimited(ack) && window >= longInFlight) {
            lookForFull(ack.rate);
            return false;
        }
        return fullNow;
    }

    private void startDown(long nowNs) {
        lostInRound = false;
        latestRate = 0;
        latestInFlight = 0;
        ackedPerPacket = NONE;
        roundsSinceProbe = random.nextInt(2);
        waitNs = PROBE_WAIT_NS + random.nextLong(PROBE_WAIT_MORE_NS);
        cycleNs = nowNs;
        feedback = Feedback.STOPPING;
        startRound();
        state = State.PROBE_BW_DOWN;
    }

    private void startRefill() {
        forgetShortTerm();
        upRounds = 0;
        upAcked = 0;
        precautionary = false;
        feedback = Feedback.REFILLING;
        startRound();
        state = State.PROBE_BW_REFILL;
    }

    private void forgetShortTerm() {
        shortRate = NONE;
        shortInFlight = NONE;
    }

    private void updateMinRtt(TcpAck ack) {
        probeRttDue = ack.nowNs > probeMinAtNs + PROBE_RTT_EACH_NS;
        if (ack.rttNs < probeMinNs || probeRttDue) {
            probeMinNs = ack.rttNs;
            probeMinAtNs = ack.nowNs;
        }
        if (probeMinNs < minRttNs || ack.nowNs > minRttAtNs + MIN_RTT_NS) {
            minRttNs = probeMinNs;
            minRttAtNs = probeMinAtNs;
        }
    }

    private void checkProbeRtt(TcpAck ack) {
        if (state != State.PROBE_RTT && probeRttDue) {
            saveWindow();
            state = State.PROBE_RTT;
            probeRttEndsNs = 0;
            feedback = Feedback.STOPPING;
            startRound();
        }
        if (state != State.PROBE_RTT) {
            return;
        }
        limitedUntil = ack.delivered + ack.inFlight;
        if (probeRttEndsNs == 0) {
            if (ack.inFlight <= probeRttWindow()) {
                probeRttEndsNs = ack.nowNs + PROBE_RTT_NS;
                probeRttRound = false;
                startRound();
            }
            return;
        }
        probeRttRound |= roundStart;
        if (probeRttRound && ack.nowNs > probeRttEndsNs) {
            probeMinAtNs = ack.nowNs;
            restoreWindow();
            forgetShortTerm();
            if (full) {
                startDown(ack.nowNs);
                state = State.PROBE_BW_CRUISE;
            } else {
                state = State.STARTUP;
            }
        }
    }

    private void setPacing(TcpAck ack) {
        double of = rate > 0 ? rate : FIRST_WINDOW * 1e9 / Math.max(ack.rttNs, 1);
        double next = MARGIN * state.pacingGain * of;
        if (full || next > pacing) {
            pacing = next;
        }
    }

    private void setWindow(TcpAck ack) {
        double more = full ? extra.max() : extraInStartup.max();
        double most = quantized(product(state.windowGain, rate) + more);
        if (full) {
            window = Math.min(window + ack.acked, most);
        } else if (window < most || ack.delivered < FIRST_WINDOW) {
            window += ack.acked;
        }
        window = Math.max(window, LEAST_WINDOW);
        if (state == State.PROBE_RTT) {
            window = Math.min(window, probeRttWindow());
        }
        double cap = NONE;
        if (state == State.PROBE_RTT || state == State.PROBE_BW_CRUISE) {
            cap = withHeadroom();
        } else if (state.isProbeBw()) {
            cap = longInFlight;
        }
        window = Math.min(window, Math.max(Math.min(cap, shortInFlight), LEAST_WINDOW));
    }

    private double probeRttWindow() {
        return Math.max(product(State.PROBE_RTT.windowGain, rate), LEAST_WINDOW);
    }

    private double withHeadroom() {
        return longInFlight == NONE
                ? NONE
                : Math.max(longInFlight - Math.max(1, HEADROOM * longInFlight), LEAST_WINDOW);
    }

    private double targetInFlight() {
        return Math.min(product(1, rate), window);
    }

    /** Returns one bandwidth-delay product, and what super-packets take. */
    private double inFlight(double ofRate) {
        return quantized(product(1, ofRate));
    }

    private double product(double gain, double ofRate) {
        return minRttNs == Long.MAX_VALUE ? FIRST_WINDOW : gain * ofRate * minRttNs / 1e9;
    }

    private double quantized(double packets) {
        double least = Math.max(3 * superPacket(), LEAST_WINDOW);
        return Math.max(packets, least) + (state == State.PROBE_BW_UP ? 2 : 0);
    }

    @Override
    public void onTimeout(long nowNs) {
        saveWindow();
        recovering = true;
        window = 1;
    }

    @Override
    public int window() {
        return (int) window;
    }

    @Override
    public double pacing() {
        return pacing;
    }

    @Override
    public int superPacket() {
        return Math.clamp((long) (pacing / 1000), 2, TcpFlow.SUPER_PACKET);
    }

    @Override
    public String state() {
        return state.name();
    }

    /** Returns how many packets in flight a probe lost too many of, infinite for none yet. */
    public double longTermInFlight() {
        return longInFlight;
    }
}
