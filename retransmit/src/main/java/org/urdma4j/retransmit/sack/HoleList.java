package org.urdma4j.retransmit.sack;

/**
 * The holes in what arrived, and which of them the next report names. A hole goes through three
 * queues: {@code found} until the reordering limit has passed it, {@code recent} until three
 * reports have named it, {@code listed} until it is filled, named once a round trip. Each queue is
 * in the order of time, so only heads are looked at; a hole costs a constant for each time it is
 * named. A hole that was filled in part goes on as its parts.
 */
final class HoleList {
    /** In how many consecutive reports a new hole is named (wire format, item 7). */
    static final int CONSECUTIVE = 3;

    private final ArrivalMap map;
    private final HoleRing found = new HoleRing();
    private final HoleRing recent = new HoleRing();
    private final HoleRing listed = new HoleRing();

    private long nowNs;
    private long cumulative;
    private long relistNs;
    private long seenBefore;
    private long foundBeforeNs;
    private long listedLeft;
    private long recentLeft;

    private long position;
    private long end;
    private long times;
    private long count;
    private HoleRing named;
    private long touches;

    HoleList(ArrivalMap map) {
        this.map = map;
        named = recent;
    }

    void clear() {
        found.clear();
        recent.clear();
        listed.clear();
        position = end;
    }

    /** Makes the queues as small as they can be. */
    void trim() {
        found.trim();
        recent.trim();
        listed.trim();
    }

    /** A packet came from behind {@code [first, end)}, of which nothing has come. */
    void onFound(long first, long holeEnd, long now) {
        found.add(first, holeEnd, 0, now);
    }

    /** Holes before {@code cumulativePsn} that no report has named are none any more. */
    void forgetBefore(long cumulativePsn) {
        found.dropFilled(map, cumulativePsn);
    }

    /** Holes that the reordering limit has not passed, oldest first. */
    HoleRing found() {
        return found;
    }

    /** Holes named three times or more, the longest not named first. */
    HoleRing listed() {
        return listed;
    }

    /**
     * Starts listing.
     *
     * @param now time of the report
     * @param seenBeforePsn found holes that end at or before this have passed the limit in packets
     * @param foundBefore found holes this old have passed the limit in time
     * @param relist holes named three times are named again when this long has passed
     */
    void begin(long now, long seenBeforePsn, long foundBefore, long relist) {
        nowNs = now;
        seenBefore = seenBeforePsn;
        foundBeforeNs = foundBefore;
        relistNs = relist;
        listedLeft = listed.size();
        recentLeft = recent.size();
        position = end;
    }

    /**
     * Returns the first packet of the next range to name, -1 when there is none.
     *
     * @param cumulativePsn everything before it has arrived by now: a report goes out in parts, and
     *     packets come between them
     */
    long nextFirst(long cumulativePsn) {
        cumulative = cumulativePsn;
        position = Math.min(Math.max(position, cumulative), end);
        do {
            long first = map.nextMissing(position, end);
            if (first < end) {
                long past = map.nextArrived(first, end);
                position = past;
                count = past - first;
                named = times + 1 < CONSECUTIVE ? recent : listed;
                named.add(first, past, Math.min(times + 1, CONSECUTIVE), nowNs);
                touches++;
                return first;
            }
            position = end;
        } while (takeDue());
        return -1;
    }

    /** Returns how many packets the range has that {@link #nextFirst} returned. */
    long nextCount() {
        return count;
    }

    /** The range that {@link #nextFirst} returned last was not named after all. */
    void takeBack() {
        named.removeLast();
        position -= count;
    }

    /** Ends listing; what {@link #nextFirst} was not asked for is named in the next report. */
    void finish() {
        if (position < end) {
            recent.add(position, end, times, nowNs);
            position = end;
        }
    }

    /**
     * Returns when holes that no report has named are due, or {@link ReportSchedule#NEVER}.
     *
     * @param cumulativePsn everything before it has arrived
     * @param seenBeforePsn holes that end at or before this have passed the limit in packets
     * @param limitNs the limit in time
     * @param lastPacketNs when a packet came last
     */
    long foundDueNs(
            ReportSchedule schedule,
            long cumulativePsn,
            long seenBeforePsn,
            long limitNs,
            long lastPacketNs) {
        found.dropFilled(map, cumulativePsn);
        if (found.isEmpty()) {
            return ReportSchedule.NEVER;
        }
        boolean seen = found.end() <= seenBeforePsn;
        return schedule.paced(seen ? lastPacketNs : found.sinceNs() + limitNs);
    }

    /** Returns when holes named once or twice are due, or {@link ReportSchedule#NEVER}. */
    long recentDueNs(ReportSchedule schedule, long cumulativePsn) {
        recent.dropFilled(map, cumulativePsn);
        return recent.isEmpty() ? ReportSchedule.NEVER : schedule.followUpNs();
    }

    /** Returns how many ranges were named or holes taken up, ever: the work done. */
    long touches() {
        return touches;
    }

    private boolean takeDue() {
        if (listedLeft > 0 && !listed.isEmpty() && nowNs - listed.sinceNs() >= relistNs) {
            listedLeft--;
            take(listed);
            return true;
        }
        listedLeft = 0;
        if (recentLeft > 0) {
            recentLeft--;
            take(recent);
            return true;
        }
        if (passed()) {
            take(found);
            return true;
        }
        return false;
    }

    private boolean passed() {
        return !found.isEmpty()
                && (found.end() <= seenBefore || found.sinceNs() - foundBeforeNs <= 0);
    }

    private void take(HoleRing ring) {
        end = ring.end();
        position = Math.min(Math.max(ring.first(), cumulative), end);
        times = ring.times();
        ring.remove();
        touches++;
    }
}
