package org.urdma4j.retransmit.sack;

/**
 * The receiving half of loss detection on one path: which of its packet numbers (PPNs) came, and
 * which are missing. It differs from {@link SackReceiver} in that a number is never sent again: a
 * hole is named in three reports in a row and then given up, and {@link #cumulative} goes past it.
 * What it held is found by the sequence space, which is why nothing here acknowledges anything.
 *
 * <p>A packet costs a constant, and memory is bounded by the window: what lies further back is
 * given up at once, named or not. Not thread-safe; allocates nothing but rings that grow.
 */
public final class PathReceiver {
    private static final int UNUSED_BITS = 8;

    private final SackConfig config;
    private final ArrivalWindow window = new ArrivalWindow();
    private final HoleList holes = new HoleList(window.map());
    private final ArrivalCounters counters = new ArrivalCounters();
    private final ReorderingLimit limit;
    private final ReportSchedule schedule;

    private long roundTripNs;
    private long lastArrivalNs;
    private long marked;
    private boolean news;

    /** Makes a receiver on which nothing has come; number 0 is expected. */
    public PathReceiver(SackConfig config) {
        this.config = config;
        limit = new ReorderingLimit(config.maxWindowPackets() / 4);
        schedule = new ReportSchedule(config);
        start(0);
    }

    /** Starts anew: nothing has come, and {@code firstPpn} is expected. */
    public void start(long firstPpn) {
        window.start(firstPpn);
        holes.clear();
        counters.clear(firstPpn);
        limit.start();
        schedule.start();
        roundTripNs = 4 * config.reportIntervalNs();
        lastArrivalNs = 0;
        marked = 0;
        news = false;
    }

    /**
     * Returns the number of which a packet has the low 24 bits: the one nearest to {@link
     * #highest}. One from before the path's first is negative.
     */
    public long unwrap(int ppn24) {
        int distance = (ppn24 - (int) window.highest()) << UNUSED_BITS >> UNUSED_BITS;
        return window.highest() + distance;
    }

    /**
     * Returns what a packet is, {@link Arrival#NEW} or {@link Arrival#DUPLICATE}; changes nothing.
     * Of a duplicate the number came before, or was given up. In the second case what the packet
     * carries may still be wanted: the sequence space decides on that.
     */
    public Arrival classify(long ppn) {
        return window.has(ppn) ? Arrival.DUPLICATE : Arrival.NEW;
    }

    /**
     * A packet came that {@link #classify} called {@link Arrival#NEW}.
     *
     * @param nowNs time of arrival
     * @param ppn its number, from {@link #unwrap}
     * @param sentNs its T1, unwrapped, on the sender's clock
     * @param wireBytes its length on the wire
     * @param congested whether the network marked it
     */
    public void onPacket(long nowNs, long ppn, long sentNs, int wireBytes, boolean congested) {
        long highest = window.highest();
        if (ppn < highest) {
            counters.missing--;
            limit.onLate(nowNs, highest - ppn, counters.newestSentNs - sentNs, roundTripNs);
        } else if (ppn > highest) {
            counters.missing += ppn - highest;
            holes.onFound(highest, ppn, nowNs);
        }
        counters.onPacket(nowNs, ppn, sentNs, wireBytes);
        marked += congested ? 1 : 0;
        lastArrivalNs = nowNs;
        news = true;
        schedule.onPacket(nowNs);
        long least = ppn + 1 - config.maxWindowPackets();
        if (least > window.cumulative()) {
            window.skipTo(least);
            holes.forgetBefore(window.cumulative());
        }
        window.enter(ppn);
    }

    /** Takes an estimate of the round trip in nanoseconds; until then it is four times T. */
    public void roundTrip(long rttNs) {
        if (rttNs > 0) {
            roundTripNs = rttNs;
        }
    }

    /** A report is due at {@code timeNs} or before. */
    public void reportBy(long timeNs) {
        schedule.dueBy(timeNs);
    }

    /** Returns when a report is due, now or before: at once; {@code Long.MAX_VALUE}: none is. */
    public long nextReportNs() {
        return Math.min(schedule.dueNs(), nextHoleNs());
    }

    /** Returns whether a packet came since the last report, or a hole is still to be named. */
    public boolean hasNews() {
        return news || nextHoleNs() != ReportSchedule.NEVER;
    }

    /**
     * Begins a report. It names each hole that the reordering limit has passed, between {@link
     * #cumulative} and {@link #highest} as they are now; {@link #endReport} moves the former.
     */
    public void beginReport(long nowNs) {
        limit.decay(nowNs, roundTripNs);
        holes.begin(nowNs, passedBefore(), nowNs - limit.timeNs(roundTripNs), roundTripNs);
    }

    /** Returns the first number of the next missing range, -1 when there is none. */
    public long nextFirst() {
        return holes.nextFirst(window.cumulative());
    }

    /** Returns how many numbers the range has that {@link #nextFirst} returned, at least 1. */
    public long nextCount() {
        return holes.nextCount();
    }

    /**
     * The range that {@link #nextFirst} returned last did not fit, and counts as not named. Only
     * {@link #endReport} may follow.
     */
    public void takeBack() {
        holes.takeBack();
    }

    /**
     * Ends a report: holes named for the third time are given up, and the schedule starts anew.
     * What was not asked for comes in the next.
     */
    public void endReport(long nowNs) {
        holes.finish();
        HoleRing done = holes.listed();
        while (!done.isEmpty()) {
            window.giveUp(done.first(), done.end());
            done.remove();
        }
        news = false;
        schedule.onReport(nowNs);
    }

    /** Returns the first number that is waited for: those before it came or were given up. */
    public long cumulative() {
        return window.cumulative();
    }

    /** Returns one more than the highest number that came. */
    public long highest() {
        return window.highest();
    }

    /** Returns how many packets came, each number once. */
    public long packetsReceived() {
        return counters.packets;
    }

    /** Returns how many bytes they had on the wire. */
    public long bytesReceived() {
        return counters.bytes;
    }

    /**
     * Returns how many numbers did not come when a later one did, less those that came after all.
     */
    public long missing() {
        return counters.missing;
    }

    /** Returns how many packets came that the network had marked for congestion. */
    public long marked() {
        return marked;
    }

    /** Returns the newest T1 of all packets that came, in nanoseconds of the sender's clock. */
    public long newestSentNs() {
        return counters.newestSentNs;
    }

    /** Returns when the packet with the newest T1 came. */
    public long newestArrivedNs() {
        return counters.newestArrivedNs;
    }

    /** Returns when a packet came last, 0 when none has. */
    public long lastArrivalNs() {
        return lastArrivalNs;
    }

    /** Returns how many later packets must have come before a missing one is reported. */
    public int reordering() {
        return limit.packets();
    }

    /** Returns how long after its successors a packet may come before it is reported missing. */
    public long reorderingNs() {
        return limit.timeNs(roundTripNs);
    }

    /** Makes the map as small as it can be; for an owner whose connection is idle. */
    public void trim() {
        window.trim();
    }

    int mapCapacity() {
        return window.map().capacity();
    }

    HoleList holes() {
        return holes;
    }

    /** Holes that end at or before this have passed the limit in packets. */
    private long passedBefore() {
        return window.highest() - limit.packets();
    }

    private long nextHoleNs() {
        long cumulative = window.cumulative();
        if (cumulative == window.highest()) {
            return ReportSchedule.NEVER;
        }
        long limitNs = limit.timeNs(roundTripNs);
        return Math.min(
                holes.foundDueNs(schedule, cumulative, passedBefore(), limitNs, lastArrivalNs),
                holes.recentDueNs(schedule, cumulative));
    }
}
