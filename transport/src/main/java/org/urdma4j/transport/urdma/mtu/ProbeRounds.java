package org.urdma4j.transport.urdma.mtu;

/**
 * Probes on their way: rounds of a few sizes each, the longest first. A round has a number that
 * nobody can guess, and answers to the last few rounds count, as a path may be long.
 */
final class ProbeRounds {
    /** Most probes of a round. */
    static final int MOST = 8;

    private static final int KEPT = 8;

    private final long[] nonces = new long[KEPT];
    private final long[] sentNs = new long[KEPT];
    private int begun;
    private int oldest;

    private final int[] sizes = new int[MOST];
    private final boolean[] answered = new boolean[MOST];
    private int count;
    private int sent;

    /** Forgets all rounds. */
    void clear() {
        oldest = begun;
        count = 0;
        sent = 0;
    }

    /** Begins a round without sizes. */
    void begin(long nonce) {
        nonces[begun % KEPT] = nonce;
        begun++;
        oldest = Math.max(oldest, begun - KEPT);
        count = 0;
        sent = 0;
    }

    /** Adds a size, unless the round has it or is full. */
    void add(int size) {
        if (has(size)) {
            return;
        }
        addAgain(size);
    }

    /** Adds a size, even a second time, in its place. */
    void addAgain(int size) {
        if (count == MOST) {
            return;
        }
        int at = count++;
        while (at > 0 && sizes[at - 1] < size) {
            sizes[at] = sizes[at - 1];
            at--;
        }
        sizes[at] = size;
        answered[count - 1] = false;
    }

    private boolean has(int size) {
        for (int i = 0; i < count; i++) {
            if (sizes[i] == size) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether probes of the round are still to be sent. */
    boolean unsent() {
        return sent < count;
    }

    /** Returns the size of the next probe to send. */
    int next() {
        return sizes[sent];
    }

    long nonce() {
        return nonces[(begun - 1) % KEPT];
    }

    /** The next probe leaves. */
    void onSent(long nowNs) {
        sent++;
        sentNs[(begun - 1) % KEPT] = nowNs; // of the last, so that a round trip isn't too long
    }

    /**
     * Returns when the round left whose probe is answered, -1 if there is none with that number.
     */
    long answer(long nonce, int size) {
        for (int round = begun - 1; round >= oldest; round--) {
            if (nonces[round % KEPT] == nonce) {
                if (round == begun - 1) {
                    note(size);
                }
                return sentNs[round % KEPT];
            }
        }
        return -1;
    }

    private void note(int size) {
        for (int i = 0; i < sent; i++) {
            answered[i] |= sizes[i] == size;
        }
    }

    /** Returns how many probes the present round has. */
    int count() {
        return count;
    }

    int size(int i) {
        return sizes[i];
    }

    boolean isAnswered(int i) {
        return answered[i];
    }

    /** Returns the longest probe of the round that was answered, 0 if none was. */
    int longestAnswered() {
        for (int i = 0; i < count; i++) {
            if (answered[i]) {
                return sizes[i];
            }
        }
        return 0;
    }

    /** Returns whether a shorter probe than {@code size} was answered. */
    boolean isShorterAnswered(int size) {
        for (int i = 0; i < count; i++) {
            if (answered[i] && sizes[i] < size) {
                return true;
            }
        }
        return false;
    }

    boolean allAnswered() {
        for (int i = 0; i < count; i++) {
            if (!answered[i]) {
                return false;
            }
        }
        return true;
    }
}
