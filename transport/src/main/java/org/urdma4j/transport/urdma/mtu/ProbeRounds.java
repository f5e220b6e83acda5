package org.urdma4j.transport.urdma.mtu;

/**
 * Probes on their way: rounds of a few sizes each, the longest first. A round has a number that
 * nobody can guess, and answers to the last few rounds count, as a path may be long.
 */
final class ProbeRounds {
    /** Most probes of a round. */
    static final int MOST = 8;

    private static final int KEPT = 8;
    private static final int KEPT_AT_FIRST = 2;
    private static final int[] NO_SIZES = {};
    private static final long[] NO_ROUNDS = {};

    /** A ring of the rounds kept, which grows: the number of each, and when it left. */
    private long[] rounds = NO_ROUNDS;

    private int begun;
    private int oldest;

    private int[] sizes = NO_SIZES;

    /** A bit for each size. */
    private int answered;

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
        if (begun - oldest == kept() && kept() < KEPT) {
            grow();
        }
        begun++;
        rounds[latest()] = nonce;
        oldest = Math.max(oldest, begun - kept());
        answered = 0;
        count = 0;
        sent = 0;
    }

    private int kept() {
        return rounds.length / 2;
    }

    private void grow() {
        long[] fewer = rounds;
        rounds = new long[Math.max(2 * KEPT_AT_FIRST, 2 * fewer.length)];
        for (int round = oldest; round < begun; round++) {
            int from = 2 * (round % (fewer.length / 2));
            rounds[at(round)] = fewer[from];
            rounds[at(round) + 1] = fewer[from + 1];
        }
        if (sizes.length == 0) {
            sizes = new int[MOST];
        }
    }

    private int at(int round) {
        return 2 * (round % kept());
    }

    private int latest() {
        return at(begun - 1);
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
        return rounds[latest()];
    }

    /** The next probe leaves. */
    void onSent(long nowNs) {
        sent++;
        rounds[latest() + 1] = nowNs; // of the last, so that a round trip isn't too long
    }

    /**
     * Returns when the round left whose probe is answered, -1 if there is none with that number.
     */
    long answer(long nonce, int size) {
        for (int round = begun - 1; round >= oldest; round--) {
            if (rounds[at(round)] == nonce) {
                if (round == begun - 1) {
                    note(size);
                }
                return rounds[at(round) + 1];
            }
        }
        return -1;
    }

    private void note(int size) {
        for (int i = 0; i < sent; i++) {
            if (sizes[i] == size) {
                answered |= 1 << i;
            }
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
        return (answered & 1 << i) != 0;
    }

    /** Returns the longest probe of the round that was answered, 0 if none was. */
    int longestAnswered() {
        for (int i = 0; i < count; i++) {
            if (isAnswered(i)) {
                return sizes[i];
            }
        }
        return 0;
    }

    /** Returns whether a shorter probe than {@code size} was answered. */
    boolean isShorterAnswered(int size) {
        for (int i = 0; i < count; i++) {
            if (isAnswered(i) && sizes[i] < size) {
                return true;
            }
        }
        return false;
    }

    boolean allAnswered() {
        for (int i = 0; i < count; i++) {
            if (!isAnswered(i)) {
                return false;
            }
        }
        return true;
    }
}
