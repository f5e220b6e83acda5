package org.urdma4j.tunnel.address;

/**
 * An address that the newest cell has come from, other than the one where the other end was. Both
 * are asked; the candidate no more than three bytes for each that came from there (RFC 9000, 8.1).
 *
 * @param <A> addresses
 */
final class Candidate<A> {
    static final int MOST_QUESTIONS = 4;

    private static final int MOST_AMPLIFICATION = 3;
    private static final long PATIENCE_NS = 200_000_000;
    private static final long LEAST_WAIT_NS = 2_000_000;

    final A address;

    /** Where the cell that began it stands in {@link CellOrder}. */
    final long begunBy;

    private final long[] here = new long[MOST_QUESTIONS];
    private final long[] before = new long[MOST_QUESTIONS];
    private int askedHere;
    private int askedBefore;
    private long credit;
    private long firstAskedNs;
    private long dueNs;
    private long answeredNs;
    private boolean answered;

    Candidate(A address, long begunBy, long nowNs) {
        this.address = address;
        this.begunBy = begunBy;
        dueNs = nowNs;
    }

    /** A cell of so many bytes came from there. */
    void received(int bytes) {
        credit += (long) MOST_AMPLIFICATION * bytes;
    }

    /** Returns whether the other end's old address is to be asked now: always after this one. */
    boolean asksBefore() {
        return askedBefore < askedHere;
    }

    /** Returns whether this one is to be asked, and may be by what has come from it. */
    boolean asksHere(int bytes, long nowNs) {
        return !answered
                && askedHere < MOST_QUESTIONS
                && askedBefore == askedHere
                && nowNs - dueNs >= 0
                && credit >= bytes;
    }

    /** A question leaves for this address. */
    void askHere(int bytes, long nonce, long nowNs) {
        credit -= bytes;
        firstAskedNs = askedHere == 0 ? nowNs : firstAskedNs;
        here[askedHere++] = nonce;
        dueNs = nowNs + PATIENCE_NS * askedHere;
    }

    /** A question leaves for the old address. */
    void askBefore(long nonce) {
        before[askedBefore++] = nonce;
    }

    void answer(long nonce, long nowNs) {
        if (!answered && has(here, askedHere, nonce)) {
            answered = true;
            answeredNs = nowNs;
        }
    }

    /** Returns whether an answer is one to a question to the old address. */
    boolean isOfBefore(long nonce) {
        return has(before, askedBefore, nonce);
    }

    private static boolean has(long[] nonces, int count, long nonce) {
        for (int i = 0; i < count; i++) {
            if (nonces[i] == nonce) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether it has answered, and the old address hasn't in an eighth of that time. */
    boolean isProven(long nowNs) {
        long waitNs = Math.max(LEAST_WAIT_NS, (answeredNs - firstAskedNs) / 8);
        return answered && nowNs - answeredNs >= waitNs;
    }

    /** Returns whether it has had its time, without an answer. */
    boolean isOver(long nowNs) {
        return !answered && askedHere == MOST_QUESTIONS && nowNs - dueNs >= 0;
    }
}
