package org.urdma4j.retransmit;

/**
 * The requester's window: what is acknowledged, what comes next, and how far it ever got.
 *
 * <pre>
 *   ... acknowledged ... | una ... in flight ... | next ... sent before ... | max ... never sent
 * </pre>
 *
 * After {@link #goBack} the stretch between {@code next} and {@code max} is sent a second time.
 */
public final class GoBackNSender {
    private long una;
    private long next;
    private long max;

    /** Starts an empty window at {@code psn}. */
    public void start(long psn) {
        una = psn;
        next = psn;
        max = psn;
    }

    /** Returns the oldest sequence number that is not acknowledged. */
    public long una() {
        return una;
    }

    /** Returns the sequence number to be sent next. */
    public long next() {
        return next;
    }

    /** Returns one more than the highest sequence number ever sent. */
    public long max() {
        return max;
    }

    /** Returns how many sequence numbers are sent and not acknowledged. */
    public long inFlight() {
        return next - una;
    }

    /** Returns whether {@link #next} has been sent before. */
    public boolean retransmitting() {
        return next < max;
    }

    /** Records that {@code count} sequence numbers from {@link #next} on were sent. */
    public void onSent(long count) {
        next += count;
        max = Math.max(max, next);
    }

    /**
     * Records that everything before {@code psn} is acknowledged. An answer to an earlier
     * transmission may overtake the retransmission; what it acknowledges is not sent again.
     *
     * @return whether that is news
     */
    public boolean onAcknowledged(long psn) {
        if (psn <= una || psn > max) {
            return false;
        }
        una = psn;
        next = Math.max(next, psn);
        return true;
    }

    /** Goes back to the oldest unacknowledged sequence number. */
    public void goBack() {
        next = una;
    }
}
