package org.urdma4j.retransmit.sack;

import org.urdma4j.retransmit.RetransmitTimer;

/**
 * When silence is answered: by two probes and then a timeout (RFC 8985 section 7, RFC 6298). The
 * first probe comes two smoothed round trips and 1 ms after the last packet or progress, the second
 * an RTO later, the timeout two RTOs after that. A sender that goes on sending gets its timeout
 * without probes, as each packet is one. Timeouts double their distance until there is progress.
 */
final class ProbeTimer {
    static final int PROBES = 2;

    private static final long PROBE_SLACK_NS = 1_000_000L;
    private static final int LARGEST_BACKOFF = 16;

    private final RoundTrip rtt;
    private long progressNs;
    private long lastSentNs;
    private long lastActionNs;
    private int probes;
    private int timeouts;

    ProbeTimer(RoundTrip rtt) {
        this.rtt = rtt;
    }

    void start() {
        onProgress(0);
    }

    /** The first unacknowledged packet was sent, or a report showed that something arrived. */
    void onProgress(long nowNs) {
        progressNs = nowNs;
        lastSentNs = nowNs;
        probes = 0;
        timeouts = 0;
    }

    void onSent(long nowNs) {
        lastSentNs = nowNs;
    }

    /** Has the time from {@code fromNs} to {@code nowNs} not count. */
    void standStill(long fromNs, long nowNs) {
        progressNs = RetransmitTimer.standStill(progressNs, fromNs, nowNs);
        lastSentNs = RetransmitTimer.standStill(lastSentNs, fromNs, nowNs);
        lastActionNs = RetransmitTimer.standStill(lastActionNs, fromNs, nowNs);
    }

    long progressNs() {
        return progressNs;
    }

    long rtoNs() {
        return Math.min(rtt.rtoNs() << timeouts, RoundTrip.LARGEST_RTO_NS);
    }

    long deadlineNs() {
        return canProbe() ? Math.min(probeNs(), timeoutNs()) : timeoutNs();
    }

    TimerAction onTimer(long nowNs) {
        if (nowNs - deadlineNs() < 0) {
            return TimerAction.NONE;
        }
        boolean probe = canProbe() && nowNs - probeNs() >= 0;
        lastActionNs = nowNs;
        if (probe) {
            probes++;
            return TimerAction.PROBE;
        }
        timeouts = Math.min(timeouts + 1, LARGEST_BACKOFF);
        return TimerAction.TIMEOUT;
    }

    private boolean canProbe() {
        return probes < PROBES && timeouts == 0;
    }

    private long probeNs() {
        return probes == 0 ? lastSentNs + probeWaitNs() : lastActionNs + rtt.rtoNs();
    }

    private long timeoutNs() {
        if (timeouts > 0) {
            return lastActionNs + rtoNs();
        }
        if (probes > 0) {
            return lastActionNs + 2 * rtt.rtoNs();
        }
        return progressNs + probeWaitNs() + 2 * rtt.rtoNs();
    }

    private long probeWaitNs() {
        long smoothed = rtt.smoothedNs();
        return smoothed == 0 ? rtt.rtoNs() : 2 * smoothed + PROBE_SLACK_NS + 2 * rtt.noiseNs();
    }
}
