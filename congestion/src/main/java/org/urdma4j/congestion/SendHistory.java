package org.urdma4j.congestion;

/**
 * The bursts in flight, oldest first: when each left, how much had left by then, and what the
 * newest report had said at that moment, which is what a delivery-rate sample is taken against. One
 * record for all that leaves within one tick of the T1 clock (128 ns), since an echo tells no more.
 *
 * <p>A ring of parallel arrays that grows by doubling up to a bound; beyond it neighbours are
 * merged, which costs resolution only. Echoes never go back, so finding one is a walk forward.
 */
final class SendHistory {
    /** An echo is a multiple of 2^7 ns. */
    private static final int TICK_SHIFT = 7;

    private static final long[] NONE = {};

    private final int firstRecords;
    private final int maxRecords;

    /** Size of the arrays less one; they are made when something is sent first. */
    private int mask = -1;

    private long[] sentNs = NONE;
    private long[] endBytes = NONE;
    private long[] baseSentNs = NONE;
    private long[] baseNs = NONE;
    private long[] baseReceiverNs = NONE;
    private long[] baseBytes = NONE;
    private byte[] flags = {};

    private static final byte APP_LIMITED = 1;
    private static final byte FROM_IDLE = 2;

    /** What had arrived when it left isn't known. */
    private static final byte NO_BASE = 4;

    /** Ring positions: the record the newest echo named, and the end. Empty when equal. */
    private long head;

    private long tail;
    private long sentBytes;
    private long echoedBytes;
    private boolean appLimited;
    private long appLimitedBytes;

    // What is known at this moment, to be copied into the next record.
    private long nowBaseSentNs;
    private long nowBaseNs;
    private long nowBaseReceiverNs;
    private long nowBaseBytes;
    private boolean fromIdle;

    /** What the newest report of all had counted, if nothing has been given up since. */
    private long newestBytes;

    private boolean newestKnown = true;

    /** Whether sending stopped for another reason than pacing. */
    private boolean paused = true;

    SendHistory(int initialRecords, int maxRecords) {
        this.maxRecords = maxRecords;
        firstRecords = Integer.highestOneBit(Math.max(2, initialRecords));
    }

    /** Adds what left at a time. */
    void onSent(long nowNs, long bytes) {
        if (inFlightBytes() == 0 && paused) {
            // Nothing of the past is on the way: the next sample begins here, by this clock.
            // Between
            // two paced bursts of a short path it goes on from the last report.
            nowBaseSentNs = nowNs;
            nowBaseNs = nowNs;
            nowBaseBytes = newestBytes;
            fromIdle = true;
        }
        paused = false;
        sentBytes += bytes;
        int last = at(tail - 1);
        if (tail > head && (sentNs[last] ^ nowNs) >> TICK_SHIFT == 0) {
            endBytes[last] = sentBytes;
            return;
        }
        if (tail - head > mask) {
            makeRoom();
        }
        int i = at(tail++);
        sentNs[i] = nowNs;
        endBytes[i] = sentBytes;
        baseSentNs[i] = nowBaseSentNs;
        baseNs[i] = nowBaseNs;
        baseReceiverNs[i] = nowBaseReceiverNs;
        baseBytes[i] = nowBaseBytes;
        int limited = appLimited ? APP_LIMITED : 0;
        int base = newestKnown ? 0 : NO_BASE;
        flags[i] = (byte) (limited | base | (fromIdle ? FROM_IDLE : 0));
    }

    /**
     * What is in flight is less than the path could carry: what is sent until that has arrived
     * gives samples marked so.
     */
    void onApplicationLimited() {
        paused = true;
        appLimited = true;
        appLimitedBytes = sentBytes;
    }

    /**
     * Takes a report in and fills the rate of the sample, and what is in flight.
     *
     * @return whether the echo names a burst still in the history
     */
    boolean onReport(Feedback report, RateSample sample) {
        boolean found = walkTo(report.sentNs);
        sample.inFlightBytes = inFlightBytes();
        sample.deliveryBitsPerSecond = 0;
        sample.appLimited = false;
        if (found) {
            int i = at(head);
            sample.deliveryBitsPerSecond = rate(report, i, sample.excusedNs());
            sample.appLimited = (flags[i] & APP_LIMITED) != 0;
            appLimited &= echoedBytes - appLimitedBytes <= 0;
        }
        newestBytes = report.receivedBytes;
        newestKnown = true;
        if (!fromIdle && report.nowNs - nowBaseNs < 2 * sample.excusedNs()) {
            return found;
        }
        if (found) {
            nowBaseSentNs = sentNs[at(head)];
        }
        nowBaseNs = report.nowNs;
        nowBaseReceiverNs = report.receiverNs;
        nowBaseBytes = report.receivedBytes;
        fromIdle = false;
        return found;
    }

    /**
     * Everything in flight is taken for lost. It may have arrived all the same, if it is the
     * reports that are lost: until the next one there is nothing to count from.
     */
    void loseAll() {
        paused = true;
        newestKnown = false;
        echoedBytes = sentBytes;
        head = tail;
    }

    long sentBytes() {
        return sentBytes;
    }

    /** Returns the bytes sent up to the newest echo. */
    long echoedBytes() {
        return echoedBytes;
    }

    long inFlightBytes() {
        return sentBytes - echoedBytes;
    }

    int records() {
        return (int) (tail - head);
    }

    int capacity() {
        return mask + 1;
    }

    void trim() {
        int size = firstRecords;
        while (size < 2 * records()) {
            size <<= 1;
        }
        if (size < mask + 1) {
            resize(size);
        }
    }

    private boolean walkTo(long echoNs) {
        long echo = ticks(echoNs);
        if (head == tail || ticks(sentNs[at(head)]) - echo > 0) {
            return false;
        }
        while (head + 1 < tail && ticks(sentNs[at(head + 1)]) - echo <= 0) {
            head++;
        }
        echoedBytes = endBytes[at(head)];
        return true;
    }

    /** The slower of the rates at which the packets in between were sent and arrived. */
    private long rate(Feedback report, int i, long noiseNs) {
        if ((flags[i] & NO_BASE) != 0) {
            return 0;
        }
        long sendNs = sentNs[i] - baseSentNs[i];
        long arriveNs =
                (flags[i] & FROM_IDLE) != 0
                        ? report.nowNs - baseNs[i]
                        : report.receiverNs - baseReceiverNs[i];
        long ns = Math.max(sendNs, arriveNs);
        long bytes = report.receivedBytes - baseBytes[i];
        return ns <= 0 || ns < noiseNs || bytes <= 0 ? 0 : (long) Rates.bitsPerSecond(bytes, ns);
    }

    private void makeRoom() {
        if (mask + 1 < maxRecords) {
            resize(Math.max(firstRecords, 2 * (mask + 1)));
        } else {
            mergeNeighbours();
        }
    }

    private void resize(int size) {
        int count = records();
        int oldMask = mask;
        long[][] old = {sentNs, endBytes, baseSentNs, baseNs, baseReceiverNs, baseBytes};
        byte[] oldFlags = flags;
        allocate(size);
        long[][] fresh = {sentNs, endBytes, baseSentNs, baseNs, baseReceiverNs, baseBytes};
        for (int n = 0; n < count; n++) {
            int from = (int) (head + n) & oldMask;
            for (int a = 0; a < fresh.length; a++) {
                fresh[a][n] = old[a][from];
            }
            flags[n] = oldFlags[from];
        }
        head = 0;
        tail = count;
    }

    /** Every second record goes; the one before it takes its bytes. */
    private void mergeNeighbours() {
        long to = head + 1;
        for (long from = head + 1; from < tail; from += 2) {
            int s = at(from);
            int d = at(to++);
            sentNs[d] = sentNs[s];
            endBytes[d] = endBytes[at(Math.min(from + 1, tail - 1))];
            baseSentNs[d] = baseSentNs[s];
            baseNs[d] = baseNs[s];
            baseReceiverNs[d] = baseReceiverNs[s];
            baseBytes[d] = baseBytes[s];
            flags[d] = flags[s];
        }
        tail = to;
    }

    private void allocate(int records) {
        mask = records - 1;
        sentNs = new long[records];
        endBytes = new long[records];
        baseSentNs = new long[records];
        baseNs = new long[records];
        baseReceiverNs = new long[records];
        baseBytes = new long[records];
        flags = new byte[records];
    }

    private int at(long position) {
        return (int) position & mask;
    }

    private static long ticks(long ns) {
        return ns >> TICK_SHIFT;
    }
}
