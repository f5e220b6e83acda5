package org.urdma4j.simulation.tcp;

import java.util.random.RandomGenerator;

/**
 * BBR version 1 (draft-cardwell-iccrg-bbr-congestion-control-00) as Linux has it: a paced sender at
 * the highest delivery rate of ten rounds, two bandwidth-delay products in flight, that doesn't ask
 * for losses but for a round of packet conservation. What Linux adds against policers is left out.
 */
public final class Bbr implements TcpControl {
    private static final double HIGH_GAIN = 2.885;
    private static final double[] CYCLE = {1.25, 0.75, 1, 1, 1, 1, 1, 1};

    /** Linux paces by this less than it has measured. */
    private static final double MARGIN = 0.99;

    private static final int ROUNDS = 10;
    private static final int FIRST_WINDOW = 10;
    private static final int LEAST_WINDOW = 4;
    private static final long MIN_RTT_NS = 10_000_000_000L;
    private static final long PROBE_RTT_NS = 200_000_000;

    private enum State {
        START_UP,
        DRAIN,
        PROBE_BW,
        PROBE_RTT
    }

    private final RandomGenerator random;
    private final RoundMax bandwidth = new RoundMax(ROUNDS);
    private final RoundMax extra = new RoundMax(ROUNDS);
    private State state = State.START_UP;
    private double pacing;
    private double pacingGain = HIGH_GAIN;
    private double windowGain = HIGH_GAIN;
    private int window = FIRST_WINDOW;
    private int saved;
    private long round;
    private long roundEnd;
    private boolean roundStart;
    private double fullRate;
    private int flatRounds;
    private boolean full;
    private int phase;
    private long phaseNs;
    private boolean lostInPhase;
    private long minRttNs = Long.MAX_VALUE;
    private long minRttAtNs;
    private long probeEndsNs;
    private long probeRound;
    private long limitedUntil = -1;
    private boolean recovering;
    private boolean conserving;
    private long recoveryEnd;
    private long extraNs;
    private double extraAcked;

    /**
     * @param random draws the phase in which its cycle begins
     */
    public Bbr(RandomGenerator random) {
        this.random = random;
    }

    @Override
    public void onAck(TcpAck ack) {
        roundStart = ack.priorDelivered >= roundEnd;
        if (roundStart) {
            roundEnd = ack.delivered;
            round++;
            conserving = false;
        }
        // what a nearly empty path delivers says nothing of what it can
        if (ack.priorDelivered > limitedUntil || ack.rate >= bandwidth.max()) {
            bandwidth.add(round, ack.rate);
        }
        lostInPhase |= ack.lost > 0;
        measureExtra(ack);
        advanceCycle(ack);
        checkFull();
        checkDrain(ack);
        probeRtt(ack);
        setPacing(ack);
        setWindow(ack);
    }

    private void measureExtra(TcpAck ack) {
        double expected = bandwidth.max() * (ack.nowNs - extraNs) / 1e9;
        if (extraAcked <= expected) {
            extraNs = ack.nowNs;
            extraAcked = 0;
            expected = 0;
        }
        extraAcked += ack.acked;
        double most = bandwidth.max() * 0.1;
        extra.add(round, Math.clamp(extraAcked - expected, 0, Math.max(0, Math.min(most, window))));
    }

    private void advanceCycle(TcpAck ack) {
        if (state != State.PROBE_BW) {
            return;
        }
        boolean over = ack.nowNs - phaseNs > minRttNs;
        if (pacingGain > 1) {
            over &= lostInPhase || ack.priorInFlight >= inFlight(pacingGain);
        } else if (pacingGain < 1) {
            over |= ack.priorInFlight <= inFlight(1);
        }
        if (over) {
            enterPhase((phase + 1) % CYCLE.length, ack.nowNs);
        }
    }

    private void enterPhase(int next, long nowNs) {
        phase = next;
        phaseNs = nowNs;
        lostInPhase = false;
        pacingGain = CYCLE[phase];
    }

    private void checkFull() {
        if (full || !roundStart) {
            return;
        }
        if (bandwidth.max() >= 1.25 * fullRate) {
            fullRate = bandwidth.max();
            flatRounds = 0;
        } else {
            full = ++flatRounds >= 3;
        }
    }

    private void checkDrain(TcpAck ack) {
        if (state == State.START_UP && full) {
            state = State.DRAIN;
            pacingGain = 1 / HIGH_GAIN;
        }
        if (state == State.DRAIN && ack.inFlight <= inFlight(1)) {
            enterProbeBw(ack.nowNs);
        }
    }

    private void enterProbeBw(long nowNs) {
        state = State.PROBE_BW;
        windowGain = 2;
        int draw = random.nextInt(CYCLE.length - 1); // any but the one that drains
        enterPhase(draw == 0 ? 0 : draw + 1, nowNs);
    }

    private void probeRtt(TcpAck ack) {
        boolean expired = ack.nowNs - minRttAtNs > MIN_RTT_NS && minRttAtNs > 0;
        if (ack.rttNs <= minRttNs || expired) {
            minRttNs = ack.rttNs;
            minRttAtNs = ack.nowNs;
        }
        if (expired && state != State.PROBE_RTT) {
            state = State.PROBE_RTT;
            pacingGain = 1;
            saved = Math.max(window, saved);
            probeEndsNs = 0;
        }
        if (state != State.PROBE_RTT) {
            return;
        }
        limitedUntil = ack.delivered + ack.inFlight;
        if (probeEndsNs == 0 && ack.inFlight <= LEAST_WINDOW) {
            probeEndsNs = ack.nowNs + PROBE_RTT_NS;
            probeRound = round;
        } else if (probeEndsNs != 0 && ack.nowNs > probeEndsNs && round > probeRound) {
            minRttAtNs = ack.nowNs;
            window = Math.max(window, saved);
            saved = 0;
            if (full) {
                enterProbeBw(ack.nowNs);
            } else {
                state = State.START_UP;
                pacingGain = HIGH_GAIN;
                windowGain = HIGH_GAIN;
            }
        }
    }

    private void setPacing(TcpAck ack) {
        double rate = bandwidth.max();
        if (rate == 0) {
            rate = window * 1e9 / Math.max(ack.rttNs, 1);
        }
        double next = MARGIN * pacingGain * rate;
        if (full || next > pacing) {
            pacing = next;
        }
    }

    private void setWindow(TcpAck ack) {
        boolean begins = ack.lost > 0 && ack.newestLost >= recoveryEnd;
        if (begins && !recovering) {
            recovering = true;
            conserving = true;
            saved = Math.max(window, saved);
            roundEnd = ack.delivered;
            window = ack.inFlight + Math.max(ack.acked, 1);
        }
        if (begins) {
            recoveryEnd = ack.next;
        } else if (recovering && ack.newest >= recoveryEnd) {
            recovering = false;
            conserving = false;
            window = Math.max(window, saved);
            saved = 0;
        }
        window = Math.max(window - ack.lost, 1);
        if (conserving) {
            window = Math.max(window, ack.inFlight + ack.acked);
        } else {
            int aim = inFlight(windowGain) + (int) (full ? extra.max() : 0);
            if (full) {
                window = Math.min(window + ack.acked, aim);
            } else if (window < aim || ack.delivered < FIRST_WINDOW) {
                window += ack.acked;
            }
            window = Math.max(window, LEAST_WINDOW);
        }
        if (state == State.PROBE_RTT) {
            window = Math.min(window, LEAST_WINDOW);
        }
    }

    /** Returns so many bandwidth-delay products in packets, and what super-packets take. */
    private int inFlight(double gain) {
        if (minRttNs == Long.MAX_VALUE || bandwidth.max() == 0) {
            return FIRST_WINDOW;
        }
        double product = bandwidth.max() * minRttNs / 1e9;
        int packets = (int) Math.ceil(gain * product) + 3 * superPacket();
        packets += packets & 1;
        return state == State.PROBE_BW && phase == 0 ? packets + 2 : packets;
    }

    @Override
    public void onTimeout(long nowNs) {
        saved = Math.max(window, saved);
        window = 1;
        fullRate = 0;
        recovering = true;
        conserving = false;
    }

    @Override
    public int window() {
        return window;
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
}
