package org.urdma4j.transport.urdma.mtu;

/**
 * Probes on their way: rounds of a few sizes each, the longest first. Each probe has a number that
 * nobody can guess, who knows those of shorter ones neither: two numbers of its round and its size
 * make it. Answers to the last few rounds count, as a path may be long.
 */
final class ProbeRounds {
    /** Most probes of a round. */
    static final int MOST = 8;

    private static final int KEPT = 8;
    private static final int KEPT_AT_FIRST = 2;
    private static final int[] NO_SIZES = {};
    private static final long[] NO_ROUNDS = {};

    private static final int FIELDS = 3;
    private static final int SECOND = 1;
    private static final int LEFT = 2;

    /** A ring of the rounds kept, which grows: two numbers of each, and when it left. */
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

    /**
     * Begins a round without sizes.
     *
     * @param first number that nobody can guess
     * @param second likewise
     */
    void begin(long first, long second) {
        if (begun - oldest == kept() && kept() < KEPT) {
            grow();
        }
        begun++;
        rounds[latest()] = first;
        rounds[latest() + SECOND] = second;
        oldest = Math.max(oldest, begun - kept());
        answered = 0;
        count = 0;
        sent = 0;
    }

    private int kept() {
        return rounds.length / FIELDS;
    }

    private void grow() {
        long[] fewer = rounds;
        rounds = new long[Math.max(FIELDS * KEPT_AT_FIRST, 2 * fewer.length)];
        for (int round = oldest; round < begun; round++) {
            int from = FIELDS * (round % (fewer.length / FIELDS));
            System.arraycopy(fewer, from, rounds, at(round), FIELDS);
        }
        if (sizes.length == 0) {
            sizes = new int[MOST];
        }
    }

    private int at(int round) {
        return FIELDS * (round % kept());
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

    /** Returns the number of the next probe to send. */
    long nonce() {
        return nonce(latest(), next());
    }

    /** A permutation of the size and a secret, behind another: of one number no other follows. */
    private long nonce(int at, int size) {
        long mixed = size + rounds[at + SECOND];
        mixed = (mixed ^ mixed >>> 30) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94d049bb133111ebL;
        return rounds[at] ^ mixed ^ mixed >>> 31;
    }

    /** The next probe leaves. */
    void onSent(long nowNs) {
        sent++;
        rounds[latest() + LEFT] = nowNs; // of the last, so that a round trip isn't too long
    }

    /**
     * Returns when the round left whose probe is answered, -1 if there is none with that number.
     */
    long answer(long nonce, int size) {
        for (int round = begun - 1; round >= oldest; round--) {
            if (nonce(at(round), size) == nonce) {
                if (round == begun - 1) {
                    note(size);
                }
                return rounds[at(round) + LEFT];
            }
        }
        return -1;
    }

    /** Returns whether an answer is to a probe of the present round. */
    boolean isOfLatest(long nonce, int size) {
        return nonce(latest(), size) == nonce;
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
