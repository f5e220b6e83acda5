package org.urdma4j.tunnel.address;

import java.util.function.LongSupplier;

/**
 * Where the other end is. It is taken to have moved when the newest of its cells came from another
 * address, that address has answered a question with the question's number, and the one before
 * neither has, nor has sent anything newer meanwhile: who sends cells on from elsewhere changes
 * nothing while the other end is where it was. Not thread-safe.
 *
 * @param <A> addresses
 */
public final class PeerAddress<A> {
    /** After a candidate that came to nothing. */
    private static final long REST_NS = 1_000_000_000;

    private static final long LONGEST_NS = 5_000_000_000L;

    private final LongSupplier nonces;
    private final int questionBytes;
    private A current;
    private Candidate<A> candidate;
    private boolean heard;
    private long newest;
    private long begunNs;
    private long restUntilNs;

    /**
     * Begins.
     *
     * @param current where it is, as far as is known
     * @param nonces numbers that nobody can guess
     * @param questionBytes of a question, as it is on the network
     */
    public PeerAddress(A current, LongSupplier nonces, int questionBytes, long nowNs) {
        this.current = current;
        this.nonces = nonces;
        this.questionBytes = questionBytes;
        restUntilNs = nowNs;
    }

    public A current() {
        return current;
    }

    /** Returns an address that is being asked, null if none is. */
    public A candidate() {
        return candidate == null ? null : candidate.address;
    }

    /**
     * A genuine cell came from {@link #current}.
     *
     * @param order by {@link CellOrder}
     */
    public void fromCurrent(long order, long nowNs) {
        if (candidate != null && order - candidate.begunBy > 0) {
            abandon(nowNs);
        }
        take(order);
    }

    /** The same from {@link #candidate}; so many bytes on the network. */
    public void fromCandidate(long order, int bytes) {
        candidate.received(bytes);
        take(order);
    }

    /** The same from anywhere else: returns whether that address is to be the candidate. */
    public boolean isNews(long order, long nowNs) {
        return candidate == null && nowNs - restUntilNs >= 0 && (!heard || order > newest);
    }

    /** Begins to ask an address that {@link #isNews}. */
    public void begin(A address, long order, int bytes, long nowNs) {
        candidate = new Candidate<>(address, order, nowNs);
        candidate.received(bytes);
        begunNs = nowNs;
        take(order);
    }

    private void take(long order) {
        newest = heard ? Math.max(newest, order) : order;
        heard = true;
    }

    private void abandon(long nowNs) {
        candidate = null;
        restUntilNs = nowNs + REST_NS;
    }

    /** An answer came from {@link #current}. */
    public void answerFromCurrent(long nonce, long nowNs) {
        if (candidate != null && candidate.isOfBefore(nonce)) {
            abandon(nowNs);
        }
    }

    /** An answer came from {@link #candidate}. */
    public void answerFromCandidate(long nonce, long nowNs) {
        candidate.answer(nonce, nowNs);
    }

    /** Does what is due; returns whether the other end has moved. */
    public boolean onTimer(long nowNs) {
        if (candidate == null) {
            return false;
        }
        if (candidate.isProven(nowNs)) {
            current = candidate.address;
            candidate = null;
            restUntilNs = nowNs + REST_NS;
            return true;
        }
        if (candidate.isOver(nowNs) || nowNs - begunNs >= LONGEST_NS) {
            abandon(nowNs);
        }
        return false;
    }

    /** Returns where a question is to go now, null for nowhere. */
    public A asks(long nowNs) {
        if (candidate == null) {
            return null;
        }
        if (candidate.asksBefore()) {
            return current;
        }
        return candidate.asksHere(questionBytes, nowNs) ? candidate.address : null;
    }

    /** The question that {@link #asks} has told of leaves; returns its number. */
    public long ask(long nowNs) {
        long nonce = nonces.getAsLong();
        if (candidate.asksBefore()) {
            candidate.askBefore(nonce);
        } else {
            candidate.askHere(questionBytes, nonce, nowNs);
        }
        return nonce;
    }
}
