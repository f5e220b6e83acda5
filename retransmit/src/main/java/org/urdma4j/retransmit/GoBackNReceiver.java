package org.urdma4j.retransmit;

/**
 * The responder's side of the window: it takes packets in order only, and asks once for what is
 * missing. Until the expected packet comes, further ones behind the gap are dropped in silence
 * (IBTA C9-110 ff.), or every one of a whole window would bring the requester back again.
 */
public final class GoBackNReceiver {
    /** How a sequence number relates to the expected one. */
    public enum Arrival {
        EXPECTED,
        DUPLICATE,
        GAP
    }

    private long expected;
    private boolean asked;

    /** Starts with {@code psn} as the expected sequence number. */
    public void start(long psn) {
        expected = psn;
        asked = false;
    }

    /** Returns the sequence number that must come next. */
    public long expected() {
        return expected;
    }

    /** Tells how {@code psn} relates to the expected sequence number. */
    public Arrival classify(long psn) {
        if (psn == expected) {
            return Arrival.EXPECTED;
        }
        return psn < expected ? Arrival.DUPLICATE : Arrival.GAP;
    }

    /**
     * Returns whether the requester is to be told of the gap now: true once for each expected
     * sequence number, until {@link #accept} or {@link #forgetAsking}.
     */
    public boolean ask() {
        boolean first = !asked;
        asked = true;
        return first;
    }

    /**
     * Allows another {@link #ask}: the requester has come back, to the expected packet or before
     * it, so a gap seen from now on is a new one.
     */
    public void forgetAsking() {
        asked = false;
    }

    /** Takes {@code count} sequence numbers from the expected one on. */
    public void accept(long count) {
        expected += count;
        asked = false;
    }
}
