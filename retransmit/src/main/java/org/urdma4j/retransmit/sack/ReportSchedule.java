package org.urdma4j.retransmit.sack;

/** When a report is due by time, by count, because it was asked for, or after a duplicate. */
final class ReportSchedule {
    /** No report is due. */
    static final long NEVER = Long.MAX_VALUE;

    private final int reportPackets;
    private final long reportIntervalNs;
    private int packets;
    private long dueNs = NEVER;
    private long lastReportNs;
    private boolean reported;

    ReportSchedule(SackConfig config) {
        reportPackets = config.reportPackets();
        reportIntervalNs = config.reportIntervalNs();
    }

    void start() {
        onReport(0);
        reported = false;
    }

    void onPacket(long nowNs) {
        packets++;
        if (packets == 1) {
            dueBy(nowNs + reportIntervalNs);
        }
        if (packets == reportPackets) {
            dueBy(nowNs);
        }
    }

    /** A duplicate came: the sender should soon learn that it need not repeat itself. */
    void onDuplicate(long nowNs) {
        dueBy(nowNs + gapNs());
    }

    /** A report is due at {@code timeNs} or before. */
    void dueBy(long timeNs) {
        dueNs = Math.min(dueNs, timeNs);
    }

    /** Returns when a report is due for any cause but holes, or {@link #NEVER}. */
    long dueNs() {
        return dueNs;
    }

    /**
     * Returns when holes that are due at {@code timeNs} may be reported: N/4 packets or T/8 after
     * the report before, so that heavy loss doesn't send a report a packet.
     */
    long paced(long timeNs) {
        if (!reported || packets >= Math.max(1, reportPackets / 4)) {
            return timeNs;
        }
        return Math.max(timeNs, lastReportNs + gapNs());
    }

    /**
     * Returns when the report after the last is due, T/4 after it, should nothing else cause one:
     * it names again what is new in the last.
     */
    long followUpNs() {
        return reported ? lastReportNs + reportIntervalNs / 4 : dueNs;
    }

    void onReport(long nowNs) {
        packets = 0;
        dueNs = NEVER;
        lastReportNs = nowNs;
        reported = true;
    }

    private long gapNs() {
        return reportIntervalNs / 8;
    }
}
