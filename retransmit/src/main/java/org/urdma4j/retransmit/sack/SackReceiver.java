package org.urdma4j.retransmit.sack;

/**
 * The receiving half of TC-SACK for one sequence space: what arrived, what is missing, and when to
 * report it (URDMA paper 2.2.4; {@code docs/wire-urdma.md}). Packets are placed in any order; each
 * costs a constant, whatever the number of holes.
 *
 * <pre>
 *   ... all arrived ... | cumulative ... some arrived ... | highest ... none arrived ...
 * </pre>
 */
public final class SackReceiver {
    /** A receiver that heard nothing for so many round trips names its holes no more. */
    private static final int QUIET_ROUND_TRIPS = 16;

    private final SackConfig config;
    private final int most;
    private final ArrivalWindow window = new ArrivalWindow();
    private final ArrivalCounters counters = new ArrivalCounters();
    private final ReorderingLimit limit;
    private final ReportSchedule schedule;

    /** Made when there is the first hole; null before. */
    private HoleList holes;

    private boolean onlyCountAndTime;
    private long roundTripNs;
    private long lastPacketNs;

    /** By how much packets overtake each other on several paths; negative if there is one. */
    private long skewNs = -1;

    // What forward error correction may still repair, and what it won't.
    private long heldFrom = Long.MAX_VALUE;
    private long settled = Long.MIN_VALUE;

    /** Makes a receiver; {@link #start} comes before its use. */
    public SackReceiver(SackConfig config) {
        this.config = config;
        most = config.maxWindowPackets();
        limit = new ReorderingLimit(config.maxWindowPackets() / 4);
        schedule = new ReportSchedule(config);
        start(0);
    }

    /** Starts anew: nothing has arrived, and {@code firstPsn} is expected. */
    public void start(long firstPsn) {
        window.start(firstPsn);
        if (holes != null) {
            holes.clear();
        }
        counters.clear(firstPsn);
        limit.start();
        schedule.start();
        roundTripNs = 4 * config.reportIntervalNs();
        heldFrom = Long.MAX_VALUE;
        settled = Long.MIN_VALUE;
        skewNs = -1;
    }

    /**
     * Packets take several paths. What overtakes others by packets proves nothing then, and what is
     * late by no more than the paths differ isn't late.
     *
     * @param differenceNs by how much longer the slowest path takes than the fastest, at least 0
     */
    public void overPaths(long differenceNs) {
        skewNs = differenceNs;
    }

    /** How long later than its successors a packet may come. */
    private long limitNs() {
        long limitNs = limit.timeNs(roundTripNs);
        return skewNs < 0 ? limitNs : limitNs + skewNs;
    }

    /**
     * Holes from {@code psn} on may still be repaired: the reordering limit in packets does not
     * pass them, that in time does. {@code Long.MAX_VALUE}: none is waited for.
     */
    public void holdFrom(long psn) {
        heldFrom = psn;
    }

    /** Holes before {@code psn} count as having passed the reordering limit. */
    public void settle(long psn) {
        settled = Math.max(settled, psn);
    }

    /** Holes that end at or before this have passed the limit in packets. */
    private long passedBefore() {
        if (skewNs >= 0) {
            return settled;
        }
        return Math.max(settled, Math.min(heldFrom, window.highest() - limit.packets()));
    }

    /** Returns whether the peer may have sent a packet by now: it isn't {@link Arrival#BEYOND}. */
    public boolean expects(long psn) {
        return psn - window.cumulative() < most;
    }

    /**
     * Returns what a packet is; changes nothing. {@link Arrival#BEYOND} is what lies {@code
     * maxWindowPackets} or more after {@link #cumulative}.
     */
    public Arrival classify(long psn) {
        if (psn - window.cumulative() >= most) {
            return Arrival.BEYOND;
        }
        return window.has(psn) ? Arrival.DUPLICATE : Arrival.NEW;
    }

    /**
     * A packet that {@link #classify} called {@link Arrival#NEW} was placed.
     *
     * @param nowNs time of arrival
     * @param psn its sequence number
     * @param retransmission whether it is marked as one
     * @param sentNs its T1, unwrapped, on the sender's clock
     * @param wireBytes its length on the wire
     */
    public void onPacket(long nowNs, long psn, boolean retransmission, long sentNs, int wireBytes) {
        long distance = window.highest() - psn;
        if (distance > 0 && !retransmission) {
            counters.missing--;
            limit.onLate(nowNs, distance, counters.newestSentNs - sentNs, roundTripNs);
        }
        counters.onPacket(nowNs, psn, sentNs, wireBytes);
        lastPacketNs = nowNs;
        schedule.onPacket(nowNs);
        arrived(nowNs, psn);
    }

    /** A packet came that {@link #classify} called {@link Arrival#DUPLICATE}. */
    public void onDuplicate(long nowNs, long psn, long sentNs, int wireBytes) {
        counters.duplicates++;
        counters.onPacket(nowNs, psn, sentNs, wireBytes);
        lastPacketNs = nowNs;
        schedule.onPacket(nowNs);
        if (!onlyCountAndTime) {
            schedule.onDuplicate(nowNs);
        }
    }

    /** A packet was dropped that may be a stranger's; if not, its sender is to hear of it soon. */
    public void onDropped(long nowNs) {
        schedule.onDuplicate(nowNs);
    }

    /** A packet came that takes no sequence number: a repair packet. */
    public void onOther(long sentNs, int wireBytes, long nowNs) {
        counters.onPacket(nowNs, counters.newestPsn, sentNs, wireBytes);
        lastPacketNs = nowNs;
        schedule.onPacket(nowNs);
    }

    /**
     * Forward error correction gave back a packet that {@link #classify} called {@link
     * Arrival#NEW}. It counts as arrived, and stays counted as missing.
     */
    public void onRepaired(long nowNs, long psn) {
        counters.repaired++;
        if (psn >= window.highest()) {
            counters.missing++;
        }
        schedule.onPacket(nowNs);
        arrived(nowNs, psn);
    }

    /** The last packet of a message arrived: a report is due at once. */
    public void onMessageEnd(long nowNs) {
        if (!onlyCountAndTime) {
            schedule.dueBy(nowNs);
        }
    }

    /** The A bit asked for a report: it is due at once. */
    public void onReportAsked(long nowNs) {
        schedule.dueBy(nowNs);
    }

    /**
     * Chooses the paper's triggers: reports by count and by time alone, and when the A bit asks, as
     * probes would be in vain otherwise. Holds until it is called again.
     */
    public void onlyCountAndTime(boolean only) {
        onlyCountAndTime = only;
    }

    /** Returns the next expected packet: everything before it has arrived. */
    public long cumulative() {
        return window.cumulative();
    }

    /** Returns one more than the highest packet seen. */
    public long highest() {
        return window.highest();
    }

    /** Returns how many packets came, of any kind, duplicates included. */
    public long packetsReceived() {
        return counters.packets;
    }

    /** Returns how many bytes came on the wire, of any kind. */
    public long bytesReceived() {
        return counters.bytes;
    }

    /**
     * Returns how many packets did not come when a later one did, less those whose first
     * transmission came after all. Retransmission and repair take nothing back.
     */
    public long missing() {
        return counters.missing;
    }

    /** Returns how many packets forward error correction gave back. */
    public long repaired() {
        return counters.repaired;
    }

    /** Returns how many packets came that had arrived or been repaired before. */
    public long duplicates() {
        return counters.duplicates;
    }

    /** Returns the newest T1 of all packets that came, in nanoseconds of the sender's clock. */
    public long newestSentNs() {
        return counters.newestSentNs;
    }

    /** Returns the packet with the newest T1; for a repair packet the one before it. */
    public long newestPsn() {
        return counters.newestPsn;
    }

    /** Returns when the packet with the newest T1 arrived. */
    public long newestArrivedNs() {
        return counters.newestArrivedNs;
    }

    /** Returns when a report is due, now or before: at once; {@code Long.MAX_VALUE}: none is. */
    public long nextReportNs() {
        return holes == null ? schedule.dueNs() : Math.min(schedule.dueNs(), nextHoleNs());
    }

    /** Returns how many later packets must have come before a missing one is reported. */
    public int reordering() {
        return limit.packets();
    }

    /** Returns how long after its successors a packet may come before it is reported missing. */
    public long reorderingNs() {
        return limitNs();
    }

    /** Takes an estimate of the round trip in nanoseconds; until then it is four times T. */
    public void roundTrip(long rttNs) {
        if (rttNs > 0) {
            roundTripNs = rttNs;
        }
    }

    /**
     * Begins a report. It names each hole that the reordering limit has passed: in three
     * consecutive reports, then once a round trip (and an eighth, so that a retransmission under
     * way is in) until it is filled.
     */
    public void beginReport(long nowNs) {
        limit.decay(nowNs, roundTripNs);
        if (holes != null) {
            holes.begin(nowNs, passedBefore(), nowNs - limitNs(), relistNs());
        }
    }

    /** Returns the first packet of the next missing range, -1 when there is none. */
    public long nextFirst() {
        return holes == null ? -1 : holes.nextFirst(window.cumulative());
    }

    /** Returns how many packets the range has that {@link #nextFirst} returned, at least 1. */
    public long nextCount() {
        return holes.nextCount();
    }

    /** Ends a report: the schedule starts anew. What was not asked for comes in the next. */
    public void endReport(long nowNs) {
        if (holes != null) {
            holes.finish();
        }
        schedule.onReport(nowNs);
    }

    /** Makes map and queues as small as they can be; for an owner whose connection is idle. */
    public void trim() {
        window.trim();
        if (holes != null) {
            holes.trim();
        }
    }

    int mapCapacity() {
        return window.map().capacity();
    }

    HoleList holes() {
        if (holes == null) {
            holes = new HoleList(window.map());
        }
        return holes;
    }

    private void arrived(long nowNs, long psn) {
        long highest = window.highest();
        if (psn > highest) {
            counters.missing += psn - highest;
            holes().onFound(highest, psn, nowNs);
        }
        window.enter(psn);
    }

    private long relistNs() {
        return roundTripNs + roundTripNs / 8;
    }

    private long nextHoleNs() {
        long cumulative = window.cumulative();
        if (holes == null || cumulative == window.highest() || onlyCountAndTime) {
            return ReportSchedule.NEVER;
        }
        long found =
                holes.foundDueNs(schedule, cumulative, passedBefore(), limitNs(), lastPacketNs);
        long recent = holes.recentDueNs(schedule, cumulative);
        return Math.min(Math.min(found, recent), listedDueNs());
    }

    private long listedDueNs() {
        HoleRing listed = holes.listed();
        listed.dropFilled(window.map(), window.cumulative());
        if (listed.isEmpty()) {
            return ReportSchedule.NEVER;
        }
        long due = listed.sinceNs() + relistNs();
        boolean quiet = due - lastPacketNs > QUIET_ROUND_TRIPS * roundTripNs;
        return quiet ? ReportSchedule.NEVER : schedule.paced(due);
    }
}
