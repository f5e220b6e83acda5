package org.urdma4j.transport.urdma.migration;

import org.urdma4j.transport.wire.Route;

import java.util.function.LongSupplier;

/**
 * A place from which proven packets have come, other than the one where the peer was. It is asked,
 * and so is the place before it: the peer is at one of the two. Of what has not answered no more is
 * sent than three times what came from there (RFC 9000, 8.1).
 */
final class Candidate {
    private static final int MOST_QUESTIONS = 4;
    private static final int MOST_AMPLIFICATION = 3;
    private static final long NEVER = Long.MAX_VALUE;

    final Route route;
    final Object source;

    /** When the first of its packets left the peer. */
    final int firstStamp;

    final LatestTimestamp latest = new LatestTimestamp();
    private final LongSupplier nonces;
    private final long[] here = new long[MOST_QUESTIONS];
    private final long[] before = new long[MOST_QUESTIONS];
    private int asked;
    private boolean askedHere = true;
    private long credit;
    private long firstAskedNs;
    private long dueNs;
    private long answeredNs = NEVER;

    /**
     * @param source what came with its packets
     * @param firstStamp when the first of them left the peer
     * @param nonces numbers that nobody can guess
     */
    Candidate(Route route, Object source, int firstStamp, LongSupplier nonces, long nowNs) {
        this.route = route;
        this.source = source;
        this.firstStamp = firstStamp;
        this.nonces = nonces;
        dueNs = nowNs;
    }

    /** A packet of so many bytes came from there. */
    void received(int bytes) {
        credit += (long) MOST_AMPLIFICATION * bytes;
    }

    /** Returns whether both places are to be asked now. */
    boolean isDue(long nowNs) {
        return dueNs <= nowNs && asked < MOST_QUESTIONS;
    }

    /** Returns when {@link #isDue}, or {@link #isSilent}, will be true. */
    long dueNs() {
        return dueNs;
    }

    /** Returns whether there was no answer to all that it was asked. */
    boolean isSilent(long nowNs) {
        return answeredNs == NEVER && asked == MOST_QUESTIONS && dueNs <= nowNs;
    }

    /** Returns whether the next question goes there, not to the place before it. */
    boolean asksHere(int bytes) {
        return askedHere && credit >= bytes;
    }

    /**
     * A question leaves: first one there, then one to the place before.
     *
     * @param bytes of the question
     * @param patienceNs after which both are asked again
     * @return its number
     */
    long ask(int bytes, long patienceNs, long nowNs) {
        long nonce = nonces.getAsLong();
        if (asksHere(bytes)) {
            credit -= bytes;
            here[asked] = nonce;
            askedHere = false;
            firstAskedNs = asked == 0 ? nowNs : firstAskedNs;
            return nonce;
        }
        if (askedHere) {
            here[asked] = nonces.getAsLong(); // nothing went there
        }
        before[asked] = nonce;
        askedHere = true;
        asked++;
        dueNs = nowNs + patienceNs * asked;
        return nonce;
    }

    /** Returns whether a number is that of a question that went there; then it has answered. */
    boolean answers(long nonce, long nowNs) {
        if (!has(here, asked + (askedHere ? 0 : 1), nonce)) {
            return false;
        }
        answeredNs = Math.min(answeredNs, nowNs);
        return true;
    }

    /** Returns whether a number is that of a question to the place before. */
    boolean isOfBefore(long nonce) {
        return has(before, asked, nonce);
    }

    private static boolean has(long[] nonces, int count, long nonce) {
        for (int i = 0; i < Math.min(count, nonces.length); i++) {
            if (nonces[i] == nonce) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns when the peer has moved there, {@link Long#MAX_VALUE} before an answer: the place
     * before it has had an eighth longer than this one took.
     */
    long movedNs(long leastNs) {
        if (answeredNs == NEVER) {
            return NEVER;
        }
        return answeredNs + Math.max(leastNs, (answeredNs - firstAskedNs) / 8);
    }
}
