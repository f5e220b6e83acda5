package org.urdma4j.transport.jfr;

import org.urdma4j.verbs.QpStatistics;

/**
 * What samples of one queue pair, one after another, say of stalls and losses. Each begins with the
 * first sample that shows it and ends with the first that doesn't. For one thread.
 *
 * <p>A stall is two samples, and at least two round trips, in which requests wait, none of what was
 * sent is acknowledged and nothing is placed in memory here, as what was asked for by READ is.
 */
final class Episodes {
    /** Told of both; each end follows its beginning. */
    interface Listener {
        void onStall(String reason);

        void onStallOver();

        void onLoss();

        /**
         * Nothing is sent again any more.
         *
         * @param again packets sent again since the sample before the beginning
         * @param sent all that were sent since
         */
        void onLossOver(long again, long sent);
    }

    private static final int BITS = 8;

    private final Listener listener;
    private Sample last;
    private long lastNs;
    private long progressNs;
    private boolean stalled;
    private Sample beforeLoss;

    Episodes(Listener listener) {
        this.listener = listener;
    }

    /** Takes the next sample. */
    void take(Sample now, long nowNs) {
        if (last == null) {
            progressNs = nowNs;
        } else {
            stall(now, nowNs);
            loss(now);
        }
        last = now;
        lastNs = nowNs;
    }

    /** There are no more samples: what has begun ends. */
    void end() {
        if (stalled) {
            stalled = false;
            listener.onStallOver();
        }
        if (beforeLoss != null && last != null) {
            lossOver(last);
        }
    }

    private void stall(Sample now, long nowNs) {
        boolean waits = last.outstanding() > 0 && now.outstanding() > 0;
        boolean moves =
                now.unacknowledged() != last.unacknowledged() || grown(now, "placed_bytes") > 0;
        if (!waits || moves) {
            progressNs = nowNs;
        }
        boolean stands = nowNs - progressNs > 2 * now.statistics().rttNs();
        if (stands && !stalled) {
            listener.onStall(reason(now, nowNs));
        } else if (!stands && stalled) {
            listener.onStallOver();
        }
        stalled = stands;
    }

    private long grown(Sample now, String counter) {
        return now.statistics().counter(counter) - last.statistics().counter(counter);
    }

    private String reason(Sample now, long nowNs) {
        QpStatistics path = now.statistics();
        if (grown(now, "rcvd_rnr_err") > 0) {
            return "receives";
        }
        long packet = path.payloadBytes();
        boolean flying = path.inFlightBytes() > 0;
        if (flying && grown(now, "rcvd_pkts") == 0) {
            return "silence";
        }
        if (path.windowBytes() - path.inFlightBytes() < packet) {
            return "window";
        }
        long pacing = path.pacingBitsPerSecond();
        double paced = pacing * ((nowNs - lastNs) / 1e9);
        return pacing > 0 && paced < packet * BITS ? "pacing" : "other";
    }

    private void loss(Sample now) {
        boolean losing = grown(now, "retransmitted_pkts") > 0;
        if (losing && beforeLoss == null) {
            beforeLoss = last;
            listener.onLoss();
        } else if (!losing && beforeLoss != null) {
            lossOver(now);
        }
    }

    private void lossOver(Sample now) {
        Sample before = beforeLoss;
        beforeLoss = null;
        listener.onLossOver(
                since(before, now, "retransmitted_pkts"), since(before, now, "sent_pkts"));
    }

    private static long since(Sample before, Sample now, String counter) {
        return now.statistics().counter(counter) - before.statistics().counter(counter);
    }
}
