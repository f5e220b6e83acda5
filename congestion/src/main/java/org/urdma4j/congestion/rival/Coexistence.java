package org.urdma4j.congestion.rival;

import org.urdma4j.congestion.RateController;
import org.urdma4j.congestion.RateSample;

/**
 * Keeps the share of a flow beside others that fill every queue: leaves all to another controller,
 * which goes by delay, until losses of a full queue that isn't its own doing, or a queue that
 * stands whatever it does, tell of such; then sends as they do, a CUBIC window beside those who
 * heed losses, a held rate beside those who don't. Each decrease of the window is a test whether
 * they are still there, and the held rate is given up every ten seconds. Confined to one event
 * loop.
 */
public final class Coexistence extends DelegatingController {
    private static final String STEADY = "steady";
    private static final int STEADY_ROUNDS = 2;
    private static final int STANDING_ROUNDS = 24;
    private static final int KNOWN_STANDING_ROUNDS = 8;
    private static final double STANDING = 0.5;
    private static final double DEEP = 2.5;
    private static final long HOLD_NS = 10_000_000_000L;
    private static final long LEAST_HOLD_NS = 1_000_000_000;
    private static final long PROBE_NS = 200_000_000;
    private static final long KNOWN_NS = 30_000_000_000L;
    private static final long MOST_TEST_NS = 4_000_000_000L;
    private static final int QUICK_CUTS = 4;
    private static final int QUICK_ROUNDS = 14;

    private enum Mode {
        DELAY,
        LOSS,
        HOLD,
        DRAIN
    }

    private final LeastDelay least = new LeastDelay();
    private final FullQueue full = new FullQueue();
    private final QueueRounds queue = new QueueRounds();
    private final CubicWindow cubic = new CubicWindow();
    private final GrowthTest test = new GrowthTest();
    private final HeldRate held = new HeldRate();
    private Mode mode = Mode.DELAY;
    private long rttNs;
    private long rate;
    private long queueNs;
    private int steadyRounds;
    private long modeNs;
    private long cutNs;
    private int roundsSinceCut;
    private int quickCuts;
    private double firstWindow;
    private boolean fast;
    private boolean known;
    private boolean ignoring;
    private long knownNs;
    private long leastSeenNs;
    private long reportNs;
    private long gapNs;

    /**
     * @param inner what goes by delay, not shared
     */
    public Coexistence(RateController inner) {
        super(inner);
    }

    @Override
    public void onSample(RateSample s) {
        boolean lost = false;
        if (s.rttNs > 0) {
            rttNs = s.rttNs;
            least.onSample(s.nowNs, s.rttNs);
            queueNs = s.rttNs - least.ns();
            if (queueNs < least.ns() / 16) {
                leastSeenNs = s.nowNs;
            }
            queue.onSample(queueNs);
            lost = full.onSample(s, queueNs, limitNs(s));
        }
        gapNs = reportNs == 0 ? 0 : Math.max(s.nowNs - reportNs, gapNs - gapNs / 8);
        reportNs = s.nowNs;
        if (s.deliveryBitsPerSecond > 0) {
            rate = s.deliveryBitsPerSecond;
        }
        super.onSample(s);
        if (least.ns() == 0) {
            return;
        }
        switch (mode) {
            case DELAY -> delay(s, lost);
            case LOSS -> loss(s, lost);
            case HOLD -> hold(s);
            case DRAIN -> drain(s);
        }
    }

    private void delay(RateSample s, boolean lost) {
        if (s.roundEnd) {
            boolean steady = inner.state().equals(STEADY);
            steadyRounds = steady ? steadyRounds + 1 : 0;
            queue.endRound((long) (STANDING * (double) least.ns()));
            if (known && s.nowNs - knownNs > KNOWN_NS) {
                known = false;
            }
        }
        if (s.appLimited || rate == 0) {
            return;
        }
        if (lost && known && ignoring) {
            if (steadyRounds >= KNOWN_STANDING_ROUNDS) {
                beginHold(s);
            }
        } else if (lost && steadyRounds >= STEADY_ROUNDS) {
            beginLoss(s);
        } else if (queue.standing() >= (known ? KNOWN_STANDING_ROUNDS : STANDING_ROUNDS)) {
            if (queueNs > DEEP * (double) least.ns()) {
                beginLoss(s);
            } else {
                beginHold(s);
            }
        }
    }

    private void enter(Mode next, long nowNs) {
        mode = next;
        modeNs = nowNs;
        steadyRounds = 0;
        queue.restart();
    }

    private void beginLoss(RateSample s) {
        enter(Mode.LOSS, s.nowNs);
        double bytes = (double) inner.deliveryBitsPerSecond() * (double) rttNs / 8e9;
        cubic.begin(s.nowNs, known ? bytes : 0.8 * bytes);
        fast = true;
        quickCuts = 0;
        roundsSinceCut = 0;
        cutNs = s.nowNs;
        firstWindow = cubic.bytes();
        beginTest(s.nowNs, known ? GrowthTest.USUAL_ROUNDS : GrowthTest.CAREFUL_ROUNDS);
    }

    private void beginTest(long nowNs, int rounds) {
        double ns = Math.min(Math.max(0.6 * cubic.periodNs(), 12.0 * rttNs), MOST_TEST_NS);
        test.begin(rounds, nowNs + (long) ns);
    }

    private void loss(RateSample s, boolean lost) {
        if (lost && s.sentNs - cutNs >= 0 && !(test.settling() && !known)) {
            cut(s);
            if (mode != Mode.LOSS) {
                return;
            }
        }
        if (!s.roundEnd) {
            return;
        }
        roundsSinceCut++;
        queue.endRound((long) (STANDING * (double) least.ns()));
        if (test.running()) {
            if (test.endRound(queue.lastNs(), limitNs(s))) {
                know(s.nowNs, false);
            }
            cubic.pause();
            if (test.failed(s.nowNs)) {
                test.stop();
                known = false;
                enter(Mode.DELAY, s.nowNs);
            }
        } else {
            cubic.grow(s.nowNs, fast);
        }
    }

    private void cut(RateSample s) {
        quickCuts = roundsSinceCut <= QUICK_ROUNDS ? quickCuts + 1 : 0;
        roundsSinceCut = 0;
        cutNs = s.nowNs;
        if (quickCuts == 0 || fast) {
            firstWindow = cubic.bytes();
        }
        fast = false;
        cubic.cut(s.nowNs);
        beginTest(s.nowNs, GrowthTest.USUAL_ROUNDS);
        if (quickCuts >= QUICK_CUTS && cubic.bytes() < firstWindow / 2) {
            know(s.nowNs, true);
            beginHold(s);
        }
    }

    private void know(long nowNs, boolean ignoresLoss) {
        known = true;
        ignoring = ignoresLoss;
        knownNs = nowNs;
    }

    private void beginHold(RateSample s) {
        enter(Mode.HOLD, s.nowNs);
        test.stop();
        know(s.nowNs, true);
        held.begin(s.nowNs, Math.max(rate, inner.deliveryBitsPerSecond()));
    }

    private void hold(RateSample s) {
        held.onSample(s, least.ns());
        if (s.roundEnd) {
            queue.endRound((long) (DEEP * (double) least.ns()));
            if (queue.standing() >= KNOWN_STANDING_ROUNDS) {
                known = true;
                ignoring = false;
                beginLoss(s);
                return;
            }
        }
        // One that drains empties the queue of all that hold: the moment for all to see who is
        // left.
        if (s.nowNs - modeNs >= LEAST_HOLD_NS && leastSeenNs == s.nowNs) {
            enter(Mode.DELAY, s.nowNs);
        } else if (s.nowNs - modeNs >= HOLD_NS) {
            enter(Mode.DRAIN, s.nowNs);
        }
    }

    private void drain(RateSample s) {
        if (s.nowNs - modeNs >= PROBE_NS + rttNs) {
            leastSeenNs = s.nowNs;
            enter(Mode.DELAY, s.nowNs);
        }
    }

    /** Returns what a queue has to exceed to be one. */
    private long limitNs(RateSample s) {
        return Math.max(least.ns() / 8, 1_000_000) + s.excusedNs();
    }

    @Override
    public void onTimeout(long nowNs) {
        super.onTimeout(nowNs);
        enter(Mode.DELAY, nowNs);
        test.stop();
    }

    @Override
    public long pacingBitsPerSecond() {
        return switch (mode) {
            case DELAY -> inner.pacingBitsPerSecond();
            // the window is what binds, lest what is under way creeps up in a test
            case LOSS -> Math.max(1, (long) (1.1 * 8e9 * cubic.bytes() / (double) rttNs));
            case HOLD -> Math.max(1, (long) held.pacing());
            case DRAIN -> Math.max(1, held.rate());
        };
    }

    @Override
    public long steadyBitsPerSecond() {
        return mode == Mode.DELAY ? inner.steadyBitsPerSecond() : pacingBitsPerSecond();
    }

    @Override
    public long windowBytes() {
        return switch (mode) {
            case DELAY -> inner.windowBytes();
            case LOSS -> (long) cubic.bytes() + slack();
            case HOLD -> (long) held.window(least.ns()) + slack();
            case DRAIN -> 4L * packetBytes;
        };
    }

    /** What is in flight is more, by bursts and by what isn't reported yet. */
    private long slack() {
        double perNs = (double) pacingBitsPerSecond() / 8e9;
        return (long) (perNs * (double) (Math.min(gapNs, least.ns()) + 3_000_000))
                + 4L * packetBytes;
    }

    @Override
    public boolean rateChanging() {
        return mode != Mode.DELAY || inner.rateChanging();
    }

    @Override
    public String state() {
        return switch (mode) {
            case DELAY -> inner.state();
            case LOSS -> test.running() ? "rival-test" : "rival-loss";
            case HOLD -> "rival-hold";
            case DRAIN -> "rival-drain";
        };
    }
}
