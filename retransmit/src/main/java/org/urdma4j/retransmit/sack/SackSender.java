package org.urdma4j.retransmit.sack;

/**
 * The sending half of TC-SACK for one sequence space: what to send again, and when to ask (URDMA
 * paper 2.2.4; RFC 8985). It sends again exactly what reports name, once what was sent later has
 * arrived; that tells a lost retransmission from one under way without a timeout.
 *
 * <pre>
 *   ... acknowledged ... | cumulative ... sent ... | next ... never sent ...
 * </pre>
 */
public final class SackSender {
    private final int maxWindowPackets;
    private final SentRing ring = new SentRing();
    private final RoundTrip rtt = new RoundTrip();
    private final LossWindow window = new LossWindow();
    private final ProbeTimer timer = new ProbeTimer(rtt);
    private final ReportOrder order = new ReportOrder();
    private final SpuriousCounter spurious = new SpuriousCounter();
    private final NamingBudget naming = new NamingBudget();

    /** Made when the first packet is lost; null before. */
    private LostQueue lost;

    private long cumulative;
    private long next;
    private long lostPackets;
    private long reportNs;

    /** Round trip of the slowest of several paths, 0 if there is one. */
    private long slowestNs;

    /**
     * Makes a sender; {@link #start} comes before its use.
     *
     * @param maxWindowPackets most packets between {@link #cumulative} and {@link #next}, 1 to 2^22
     */
    public SackSender(int maxWindowPackets) {
        SackConfig.checkWindow(maxWindowPackets);
        this.maxWindowPackets = maxWindowPackets;
    }

    /** Starts anew: nothing was sent, {@code firstPsn} is first, the round trip is unknown. */
    public void start(long firstPsn) {
        cumulative = firstPsn;
        next = firstPsn;
        lostPackets = 0;
        if (lost != null) {
            lost.clear();
        }
        rtt.start();
        window.start();
        order.start();
        spurious.start();
        naming.start();
        timer.start();
        slowestNs = 0;
    }

    /** Returns the sequence number that the next first transmission takes. */
    public long next() {
        return next;
    }

    /** Returns whether there is room to remember one more packet. */
    public boolean mayGrow() {
        return next - cumulative < maxWindowPackets;
    }

    /**
     * Packet {@link #next} was sent for the first time.
     *
     * @param nowNs the time that its T1 carries
     * @param tag what the caller wants back from {@link #tag}
     * @throws IllegalStateException unless {@link #mayGrow}
     */
    public void onSent(long nowNs, long tag) {
        if (!mayGrow()) {
            throw new IllegalStateException("window of " + maxWindowPackets + " packets is full");
        }
        if (next == cumulative) {
            timer.onProgress(nowNs);
        }
        ring.reserve(cumulative, next);
        ring.sent(next, nowNs, tag);
        next++;
        naming.onSent();
        timer.onSent(nowNs);
    }

    /** A packet was sent again, at a time that its T1 carries. */
    public void onResent(long nowNs, long psn) {
        timer.onSent(nowNs);
        naming.onSent();
        if (psn < cumulative || psn >= next) {
            return;
        }
        if (lost != null && lost.isSwept(psn)) {
            lostPackets++;
            spurious.onTimeout(nowNs);
        }
        ring.resent(psn, nowNs);
        spurious.onResent();
    }

    /** Returns the tag of a packet in {@code [cumulative, next)}. */
    public long tag(long psn) {
        if (psn < cumulative || psn >= next) {
            throw new IllegalArgumentException(psn + " is not in flight");
        }
        return ring.tag(psn);
    }

    /** Returns whether a packet in {@code [cumulative, next)} has been sent again before. */
    public boolean isResent(long psn) {
        return ring.isResent(psn);
    }

    /** Returns the oldest packet not acknowledged: everything before it has arrived. */
    public long cumulative() {
        return cumulative;
    }

    /** Returns how many packets were sent that are not acknowledged. */
    public long outstanding() {
        return next - cumulative;
    }

    /**
     * A report came, or one part of several with the same number.
     *
     * <p>A receiver that took a stranger's packet for ours may have seen more than was sent: what
     * it says of our own packets holds all the same. A stranger's report must guess the number, the
     * cumulative number, and a time since the last report at which we were sending.
     *
     * @param nowNs time of its arrival
     * @param reportNumber its number; compared by subtraction
     * @param newCumulative everything before this has arrived
     * @param highest one more than the highest packet that the receiver saw
     * @param newestSentNs the newest T1 that the receiver saw, unwrapped, on our clock; {@code
     *     Long.MIN_VALUE} when it has seen none
     * @return false: older than the newest, or impossible; its ranges are to be ignored
     */
    public boolean onReport(
            long nowNs, int reportNumber, long newCumulative, long highest, long newestSentNs) {
        boolean progress = newCumulative > cumulative;
        long seen = Math.min(highest, next);
        boolean possible =
                newCumulative >= cumulative
                        && newCumulative <= seen
                        && (!progress || newestSentNs != ReportOrder.NOTHING);
        if (!order.onReport(possible, reportNumber, seen, Math.min(newestSentNs, nowNs))) {
            return false;
        }
        progress |= order.advanced();
        reportNs = nowNs;
        rtt.age(nowNs);
        window.decay(nowNs, rtt);
        if (order.heard()) {
            spurious.onReport(order.newestSentNs());
            if (lost != null) {
                lost.onReport(seen, order.newestSentNs());
            }
        }
        long previous = cumulative;
        cumulative = newCumulative;
        ring.onReleased(previous, cumulative, next);
        naming.onReport(nowNs, next - cumulative);
        if (progress) {
            timer.onProgress(nowNs);
        }
        return true;
    }

    /**
     * The report that {@link #onReport} accepted names these packets as missing. Those count as
     * lost that were last sent more than the reordering window before the newest T1 that the
     * receiver saw, or so long ago that the report would not name them had they arrived; the others
     * are left for a later report. Its round trip goes to {@link #onRtt} before, so that a report
     * that was delayed proves nothing. Looks at a bounded number of packets, however often a
     * hostile receiver names the same ones.
     */
    public void onMissing(long firstPsn, long count) {
        if (!order.accepted()) {
            return;
        }
        long from = Math.max(firstPsn, cumulative);
        long to = Math.min(firstPsn + count, order.highest());
        to = from + naming.take(to - from);
        long windowNs = window.windowNs(rtt);
        long answerNs = Math.max(rtt.answerNs(), slowestNs + slowestNs / 4);
        long answeredNs = SentRing.floor(reportNs - answerNs - windowNs);
        for (long psn = from; psn < to; psn++) {
            if (!ring.isLost(psn) && isOverdue(psn, windowNs, answeredNs)) {
                markLost(psn);
            }
        }
    }

    private void markLost(long psn) {
        ring.markLost(psn);
        lost().add(psn);
        lostPackets++;
    }

    private LostQueue lost() {
        if (lost == null) {
            lost = new LostQueue(ring);
        }
        return lost;
    }

    /**
     * A packet that was sent at {@code sentNs} is known to be lost: the path that it took says so.
     *
     * @return false if it has arrived, counts as lost, or was sent again since
     */
    public boolean lose(long psn, long sentNs) {
        if (psn < cumulative
                || psn >= next
                || ring.isLost(psn)
                || ring.sentNs(psn) != SentRing.floor(sentNs)) {
            return false;
        }
        markLost(psn);
        return true;
    }

    /**
     * Packets take several paths, on which they overtake each other: what was sent later and has
     * arrived proves nothing, only time does.
     *
     * @param slowestRttNs round trip of the slowest path, 0 if there is one path
     */
    public void overPaths(long slowestRttNs) {
        slowestNs = slowestRttNs;
        rtt.onSample(slowestRttNs);
    }

    /** Returns whether packets take several paths. */
    public boolean isOverPaths() {
        return slowestNs > 0;
    }

    /**
     * Returns the packet to send again now, -1 when there is none. It stays until {@link #onResent}
     * is called for it or a report acknowledges it.
     */
    public long nextLost() {
        return lost == null ? -1 : lost.next(cumulative);
    }

    /** Returns whether a packet is to be sent again. */
    public boolean hasLost() {
        return nextLost() >= 0;
    }

    /** Returns how many packets are to be sent again at most. */
    public long mostLost() {
        return lost == null ? 0 : lost.size();
    }

    /** Returns how often a packet was taken as lost. */
    public long lostPackets() {
        return lostPackets;
    }

    /** Returns how many retransmissions were not needed, probes aside. */
    public long spurious() {
        return spurious.total();
    }

    /** Takes the receiver's count of duplicates since the connection began. */
    public void onDuplicates(long total) {
        if (spurious.onDuplicates(total)) {
            window.onSpurious(reportNs, rtt);
        }
    }

    /**
     * Sets by how much this host is late at times, in nanoseconds: silence means nothing before
     * twice that, for the peer's host may be no better.
     */
    public void hostNoise(long ns) {
        rtt.noise(ns);
    }

    /** Takes a sample of the round trip, in nanoseconds. */
    public void onRtt(long rttNs) {
        rtt.onSample(rttNs);
    }

    /** Returns the smoothed round trip of RFC 6298, 0 while unknown. */
    public long smoothedRttNs() {
        return rtt.smoothedNs();
    }

    /** Returns the smallest round trip of the last 10 to 20 seconds, 0 while unknown. */
    public long minRttNs() {
        return rtt.minimumNs();
    }

    /** Returns the last sample of the round trip, 0 while unknown. */
    public long latestRttNs() {
        return rtt.latestNs();
    }

    /** Returns how long an answer to what is sent now may take, in nanoseconds. */
    public long answerNs() {
        return rtt.answerNs();
    }

    /** Returns the retransmission timeout with its back-off, 10 ms to 2 s; 1 s while unknown. */
    public long rtoNs() {
        return timer.rtoNs();
    }

    /** Returns the present reordering window in nanoseconds. */
    public long reorderingWindowNs() {
        return window.windowNs(rtt);
    }

    /** Returns when {@link #onTimer} wants to be called; {@code Long.MAX_VALUE}: never. */
    public long nextTimerNs() {
        return next == cumulative ? Long.MAX_VALUE : timer.deadlineNs();
    }

    /** Has the time from {@code fromNs} to {@code nowNs}, in which nothing was sent, not count. */
    public void standStill(long fromNs, long nowNs) {
        timer.standStill(fromNs, nowNs);
    }

    /** Serves the timer. */
    public TimerAction onTimer(long nowNs) {
        if (next == cumulative) {
            return TimerAction.NONE;
        }
        TimerAction action = timer.onTimer(nowNs);
        if (action == TimerAction.PROBE) {
            spurious.onProbe();
        } else if (action == TimerAction.TIMEOUT) {
            lost().sweep(cumulative, next, nowNs);
            spurious.onTimeout(nowNs);
        }
        return action;
    }

    /**
     * Returns when a report last showed progress, or the first unacknowledged packet was sent if
     * that was later. The owner gives up when this is longer ago than its retry budget.
     */
    public long silentSinceNs() {
        return timer.progressNs();
    }

    /** Makes the rings as small as they can be; for an owner whose connection is idle. */
    public void trim() {
        ring.trim(cumulative, next);
        if (lost != null) {
            lost.trim();
        }
    }

    /** Returns how many packets {@link #onMissing} has looked at, ever: the work done. */
    long looks() {
        return naming.taken();
    }

    int ringCapacity() {
        return ring.capacity();
    }

    int lostCapacity() {
        return lost == null ? 0 : lost.capacity();
    }

    /** A retransmission must be strictly older, as it has no later number to show its order. */
    private boolean isOverdue(long psn, long windowNs, long answeredNs) {
        long sentNs = ring.sentNs(psn);
        if (slowestNs > 0) {
            return answeredNs - sentNs > 0;
        }
        if (rtt.smoothedNs() > 0 && answeredNs - sentNs > 0) {
            return true;
        }
        long older = order.newestSentNs() - sentNs;
        return ring.isResent(psn) ? older > windowNs : older >= windowNs;
    }
}
