package org.urdma4j.congestion;

/**
 * Whether losses are random or those of a queue, asked of the path. More than what is known to be
 * random raises the question. While it is open the sender sends, from round to round, a little less
 * than what arrived, and doesn't probe. All who overflow a queue do so at the same time, since they
 * lose at the same time, and each by its share; so the queue stops overflowing, and losses cease.
 * If they go on as before, they are random.
 *
 * <p>A wrong answer would be compensated for, by all, and so keep itself true: what collapsed
 * before. So none is believed for ever, nor beyond the moment at which losses cease or a round trip
 * becomes shorter than any before, and none while a queue is seen, or delays lie as those of a full
 * one do. Where only others could end that, the question ends without an answer.
 */
final class LossClassifier {
    /** What is sent of what arrived. */
    private static final double LESS = 0.9;

    /** Of what arrived before, what is sent at least: others may be the ones who overflow. */
    private static final double LEAST = 0.3;

    /** Rounds after which that falls, and what is left of it with each: all are to come below. */
    private static final int LEAST_ROUNDS = 8;

    private static final double LEAST_FADE = 0.95;

    /** By how much that is forgotten with each round without a question. */
    private static final double FADE = 0.98;

    /** Rounds until it may be asked again. */
    private static final int PAUSE = 2;

    /** Questions in a row that nobody let be answered, after which others may not heed losses. */
    private static final int FUTILE = 3;

    /**
     * Of those who had fewer packets in the rounds before (12 in each) so many share the queue that
     * they are rather its cause together.
     */
    private static final double FUTILE_PACKETS = 8 * 12;

    /**
     * After so many that is no longer so: beside those who heed nothing who asks that often has few
     * packets because of it.
     */
    private static final int HOPELESS = 8;

    private static final int FUTILE_PAUSE = 256;
    private static final int MOST_FUTILE_PAUSE = 1024;

    /** Rounds for which an answer is believed, at first. */
    private static final int TRUST = 24;

    private static final int MOST_TRUST = 4096;

    /** As many times the rounds that the question took: asking costs up to half of the rate. */
    private static final int TRUST_TIMES = 32;

    private static final int HEAVY_TRUST_TIMES = 8;

    /** What a question has come to. */
    enum Answer {
        NONE,
        RANDOM,
        QUEUE
    }

    private final LossMeter loss;
    private final RrccConfig config;
    private final LossTrend trend = new LossTrend();

    /** Of the newest question; most connections never ask. */
    private LossEvidence evidence;

    private int pause;
    private int futile;

    /** For how many rounds the next answer, and for how many more this one, is believed. */
    private int trust = TRUST;

    private int trusted;

    private boolean open;
    private double arrivedBefore;
    private double limit;

    LossClassifier(LossMeter loss, RrccConfig config) {
        this.loss = loss;
        this.config = config;
    }

    boolean isOpen() {
        return open;
    }

    void onSample(RateSample s) {
        if (open) {
            evidence.onSample(s);
        }
    }

    /**
     * A settled round ended. What an answer says of random loss, the meter knows by then.
     *
     * @param nowNs when its last report arrived
     * @param usual what arrives as a rule, in bit/s
     * @param arrived what arrived in this round, in bit/s
     * @param rttNs its shortest round trip
     * @param queued whether a queue stood throughout
     */
    Answer onRound(long nowNs, double usual, double arrived, long rttNs, boolean queued) {
        trend.onRound(loss);
        limit = 0;
        if (open) {
            return goOn(arrived, rttNs, queued);
        }
        arrivedBefore *= FADE;
        doubt();
        if (pause > 0) {
            pause--;
        } else if (trend.exceeds(loss.allowed())) {
            begin(nowNs, usual, arrived, rttNs);
        }
        return Answer.NONE;
    }

    /** An answer is doubted after a while, and when losses have ceased. */
    private void doubt() {
        if (!loss.isProven()) {
            return;
        }
        if (trend.isSurelyBelow(evidence.before() / 2, evidence.dispersion())) {
            loss.forget();
            trust = TRUST;
        } else if (--trusted < 0) {
            loss.unprove();
            trust = Math.min(2 * trust, MOST_TRUST);
        }
    }

    private void begin(long nowNs, double usual, double arrived, long rttNs) {
        open = true;
        evidence = new LossEvidence(nowNs, trend, rttNs, config);
        arrivedBefore = Math.max(arrivedBefore, usual);
        lower(Math.min(arrived, usual));
    }

    private Answer goOn(double arrived, long rttNs, boolean queued) {
        evidence.onRound(loss, rttNs, queued);
        if (trend.isSurelyBelow(evidence.before() / 2, 1)) {
            trend.forget();
            loss.forget();
            return end(Answer.QUEUE);
        }
        if (evidence.isOfChance()) {
            int times = evidence.isHeavy() ? HEAVY_TRUST_TIMES : TRUST_TIMES;
            trust = Math.max(trust, times * evidence.rounds());
            trusted = trust;
            loss.prove(evidence.before());
            return end(Answer.RANDOM);
        }
        if (evidence.isSpent()) {
            loss.forget();
            return end(Answer.QUEUE);
        }
        if (evidence.isInVain()) {
            return endInVain();
        }
        if (trend.exceedsLately(loss.allowed())) {
            lower(arrived);
        }
        return Answer.NONE;
    }

    private Answer end(Answer answer) {
        close();
        futile = 0;
        return answer;
    }

    /** The queue is full whatever this sender does: if that goes on, it is left at that. */
    private Answer endInVain() {
        loss.forget();
        close();
        futile++;
        boolean many = futile >= FUTILE && evidence.packetsBefore() >= FUTILE_PACKETS;
        if (config.has(RrccRule.FUTILE_QUESTIONS) && (many || futile >= HOPELESS)) {
            int longer = Math.min(futile - FUTILE, MOST_FUTILE_PAUSE / FUTILE_PAUSE);
            pause = Math.min(FUTILE_PAUSE << longer, MOST_FUTILE_PAUSE);
        }
        return Answer.QUEUE;
    }

    private void lower(double arrived) {
        double fade = Math.pow(LEAST_FADE, Math.max(0, evidence.rounds() - LEAST_ROUNDS));
        limit = Math.max(fade * LEAST * arrivedBefore, LESS * arrived);
    }

    /** Nothing that was lost up to now says more about the path than that it had a queue. */
    void forget() {
        loss.forget();
        trend.forget();
        trust = TRUST;
        arrivedBefore = 0;
        close();
    }

    private void close() {
        open = false;
        pause = PAUSE;
    }

    /** What is on its way shows nothing any more. */
    void cancel() {
        open = false;
    }

    /** Returns whether more is lost of late than is taken for random without being asked. */
    boolean isDoubtful() {
        return trend.share() > LossMeter.UNPROVEN;
    }

    /** Returns what may arrive at most from now on, in bit/s, or 0 where that hasn't changed. */
    double limit() {
        return limit;
    }

    /** Returns what arrived before the question, in bit/s. */
    double arrivedBefore() {
        return arrivedBefore;
    }
}
