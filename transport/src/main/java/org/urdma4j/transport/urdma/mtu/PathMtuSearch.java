package org.urdma4j.transport.urdma.mtu;

import java.util.function.LongSupplier;

/**
 * Finds how long the packets of one path may be (RFC 8899): from a size that every path carries
 * upwards, by rounds of probes. Only sizes that were answered are used. A size is taken for too
 * long when it stays unanswered in a round in which a shorter one is answered, three times over:
 * what loses everything says nothing of sizes.
 *
 * <p>{@link #doubt} asks whether the present size still gets through; if not while a shorter one
 * does, the path is narrower now (a black hole), and the size steps back at once. Sizes are bytes
 * from BTH to ICRC of plain packets, multiples of four. Times are nanoseconds. Confined to the
 * event loop.
 */
public final class PathMtuSearch {
    static final long NEVER = Long.MAX_VALUE;

    /** How often a size must fail, RFC 8899's MAX_PROBES. */
    private static final int MOST_FAILURES = 3;

    /** What is gained by less isn't looked for. */
    static final int STEP = 16;

    /**
     * A path that carries less than all may have become wider: it is tried again, soon after its
     * size was found, as routes that change often change back, then each time twice as late.
     */
    static final long FIRST_RAISE_NS = 1_000_000_000L;

    /** The latest after which it is tried again. */
    static final long RAISE_NS = 10_000_000_000L;

    private static final int MOST_RAISES = 4;

    private static final long FIRST_PATIENCE_NS = 500_000_000L;
    private static final long LEAST_PATIENCE_NS = 50_000_000L;
    private static final int MOST_BACKOFF = 4;
    private static final int MOST_SILENT = 8;
    private static final int MOST_ROUNDS = 24;
    private static final long LATENESS_NS = 1_000_000L;
    private static final int WORD = 4;

    private enum State {
        /** Nothing is looked for. */
        REST,
        /** A larger size is looked for. */
        SEARCH,
        /** Whether there is a larger one now is asked once. */
        RAISE,
        /** Whether the present one still gets through is asked. */
        DOUBT
    }

    private final int base;
    private final int limit;
    private final int[] usual;
    private final ProbeRounds round = new ProbeRounds();
    private State state = State.REST;

    /** The largest size that was answered. */
    private int proven;

    /** The smallest size above that has failed, or the limit, and how often. */
    private int upper;

    private int upperFailures;
    private int limitFailures;

    private boolean heard;
    private boolean under;
    private boolean wanted;
    private long concludeNs = NEVER;
    private long raiseNs = NEVER;
    private long calmUntilNs = Long.MIN_VALUE;
    private long rttNs;
    private int doubts;
    private int silent;
    private int rounds;
    private int raises;
    private long blackHoles;

    /**
     * Creates one that rests.
     *
     * @param base a size that every path carries
     * @param limit the largest size of use; where it is no more than {@code base}, nothing is ever
     *     looked for
     * @param usual sizes that paths often carry, any order
     */
    public PathMtuSearch(int base, int limit, int... usual) {
        this.base = Math.min(base, limit);
        this.limit = limit;
        this.usual = usual;
        proven = this.base;
        upper = limit;
    }

    /** Begins to look, from the base on. */
    public void start() {
        reset(base);
        heard = false;
        raises = 0;
        search(State.SEARCH);
    }

    /** Begins with a size that another search has just found for the same path. */
    public void startAt(int size, long nowNs) {
        reset(Math.clamp(size, base, limit));
        heard = true;
        raises = MOST_RAISES;
        rest(proven == limit ? NEVER : nowNs + RAISE_NS);
    }

    private void reset(int size) {
        proven = size;
        round.clear();
        rttNs = 0;
        silent = 0;
        blackHoles = 0;
        calmUntilNs = Long.MIN_VALUE;
    }

    /** Looks for nothing any more. */
    public void stop() {
        round.clear();
        rest(NEVER);
    }

    private void search(State kind) {
        state = kind;
        upper = limit;
        upperFailures = 0;
        limitFailures = 0;
        rounds = 0;
        under = false;
        wanted = proven < limit;
        raiseNs = NEVER;
        if (!wanted) {
            rest(NEVER);
        }
    }

    private void rest(long untilNs) {
        state = State.REST;
        wanted = false;
        under = false;
        concludeNs = NEVER;
        raiseNs = untilNs;
    }

    /** Returns whether nothing is looked for. */
    public boolean isAtRest() {
        return state == State.REST;
    }

    /** Returns whether anything was answered, without which {@link #size} is the base. */
    public boolean isHeard() {
        return heard;
    }

    /** Returns the largest size that is known to get through. */
    public int size() {
        return proven;
    }

    /** Returns how often the path has turned out to be narrower than before. */
    public long blackHoles() {
        return blackHoles;
    }

    /**
     * Something has been lost that tells of a narrower path, or of congestion: is the path as wide
     * as it was?
     *
     * @param rounds after which the answer counts, from 1 on: a full queue loses long probes, too
     */
    public void doubt(int rounds, long nowNs) {
        if (proven == base || state == State.DOUBT || nowNs < calmUntilNs) {
            return;
        }
        doubts = rounds;
        state = State.DOUBT;
        under = false;
        wanted = true;
        silent = 0;
    }

    /** Data is sent: a path that was too narrow is tried again at times. */
    public void onData(long nowNs) {
        if (state == State.REST && proven < limit && nowNs >= raiseNs) {
            search(heard ? State.RAISE : State.SEARCH);
            silent = 0;
        }
    }

    /** Returns whether a probe is to be sent now. */
    public boolean isDue(long nowNs) {
        return wanted || (under && round.unsent()) || concludeNs <= nowNs;
    }

    /** Returns when {@link #poll} has something to do, {@link Long#MAX_VALUE} for never. */
    public long deadlineNs() {
        return wanted || (under && round.unsent()) ? Long.MIN_VALUE : concludeNs;
    }

    /**
     * Does what is due.
     *
     * @param nonces gives a new round its numbers, which can't be guessed
     * @return the size of a probe to send now, 0 for none; {@link #onSent} has to follow
     */
    public int poll(LongSupplier nonces, long nowNs) {
        if (under && concludeNs <= nowNs) {
            conclude(nowNs);
        }
        if (wanted) {
            begin(nonces.getAsLong(), nonces.getAsLong());
        }
        return under && round.unsent() ? round.next() : 0;
    }

    /** Returns the number that the probe to send now takes. */
    public long nonce() {
        return round.nonce();
    }

    /** The probe has left. */
    public void onSent(long nowNs) {
        round.onSent(nowNs);
        if (!round.unsent()) {
            concludeNs = nowNs + patienceNs();
        }
    }

    private long patienceNs() {
        long once = rttNs == 0 ? FIRST_PATIENCE_NS : Math.max(LEAST_PATIENCE_NS, 3 * rttNs);
        return once << Math.min(silent, MOST_BACKOFF);
    }

    private void begin(long first, long second) {
        wanted = false;
        under = true;
        concludeNs = NEVER;
        rounds++;
        round.begin(first, second);
        round.add(base);
        switch (state) {
            case DOUBT -> {
                round.add(proven);
                round.addAgain(proven);
                addUsual(proven);
            }
            case RAISE -> {
                round.add(limit);
                round.add(Math.min(limit, proven + STEP));
                addUsual(limit);
            }
            default -> addSteps();
        }
    }

    /** Of the usual sizes those that may be news, so that most often one round is enough. */
    private void addUsual(int below) {
        for (int size : usual) {
            if (size < below && (state == State.DOUBT ? size > base : size > proven)) {
                round.add(size);
            }
        }
    }

    private void addSteps() {
        if (limitFailures < MOST_FAILURES) {
            round.add(limit);
        }
        if (rounds == 1) {
            addUsual(limit);
            return;
        }
        if (upperFailures < MOST_FAILURES) {
            round.add(upper);
        }
        if (upper - proven > STEP) {
            round.add(proven + STEP);
            round.add(aligned((proven + upper) / 2));
        }
    }

    private static int aligned(int size) {
        return size - size % WORD;
    }

    /**
     * An answer came.
     *
     * @param size that it says
     * @return whether it is to one of the last rounds
     */
    public boolean onAnswer(long nonce, long size, long nowNs) {
        if (size < base || size > limit) {
            return false;
        }
        long sentNs = round.answer(nonce, (int) size);
        if (sentNs < 0) {
            return false;
        }
        heard = true;
        silent = 0;
        rttNs = Math.max(1, nowNs - sentNs);
        if (size > proven) {
            proven = (int) size;
            raises = 0;
            if (proven >= upper) {
                upper = limit;
                upperFailures = limitFailures;
            }
        }
        // One to a round before comes too soon for this: it says nothing of when to end it.
        if (under && !round.unsent() && round.isOfLatest(nonce, (int) size)) {
            boolean all = round.allAnswered();
            concludeNs = all ? nowNs : Math.min(concludeNs, nowNs + rttNs / 4 + LATENESS_NS);
        }
        return true;
    }

    private void conclude(long nowNs) {
        under = false;
        concludeNs = NEVER;
        if (round.longestAnswered() == 0) {
            onSilence(nowNs);
        } else if (state == State.DOUBT) {
            judge(nowNs);
        } else {
            countFailures();
            goOn(nowNs);
        }
    }

    /** Nothing got through, long or short. */
    private void onSilence(long nowNs) {
        if (++silent >= MOST_SILENT) {
            rest(nowNs + patienceNs());
        } else {
            wanted = true;
        }
    }

    private void judge(long nowNs) {
        int longest = round.longestAnswered();
        calmUntilNs = nowNs + Math.max(LEAST_PATIENCE_NS, 2 * rttNs);
        if (longest >= proven) {
            goOnAfterDoubt();
            return;
        }
        if (--doubts > 0) {
            wanted = true;
            return;
        }
        int was = proven;
        blackHoles++;
        raises = 0;
        round.clear(); // what was answered before says nothing of the path as it is
        proven = longest;
        search(State.SEARCH);
        rounds = 1; // the usual sizes have just been asked for
        upper = was;
        upperFailures = 2;
        limitFailures = limit == was ? 2 : 0;
    }

    private void goOnAfterDoubt() {
        if (proven < limit && raiseNs == NEVER) {
            search(State.SEARCH); // which the doubt has interrupted
        } else {
            rest(raiseNs);
        }
    }

    private void countFailures() {
        for (int i = 0; i < round.count(); i++) {
            int size = round.size(i);
            if (size > proven && !round.isAnswered(i) && round.isShorterAnswered(size)) {
                onFailed(size);
            }
        }
    }

    private void onFailed(int size) {
        if (size == limit) {
            limitFailures++;
        }
        if (size < upper) {
            upper = size;
            upperFailures = 1;
        } else if (size == upper) {
            upperFailures++;
        }
    }

    private void goOn(long nowNs) {
        boolean grown = round.longestAnswered() > base;
        if (proven == limit) {
            rest(NEVER);
        } else if ((state == State.RAISE && !grown) || isFound() || rounds >= MOST_ROUNDS) {
            rest(nowNs + Math.min(RAISE_NS, FIRST_RAISE_NS << raises));
            raises = Math.min(raises + 1, MOST_RAISES);
        } else {
            state = State.SEARCH;
            wanted = true;
        }
    }

    private boolean isFound() {
        return upper - proven <= STEP
                && upperFailures >= MOST_FAILURES
                && limitFailures >= MOST_FAILURES;
    }
}
