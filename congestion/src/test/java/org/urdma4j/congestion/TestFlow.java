package org.urdma4j.congestion;

import java.util.ArrayList;
import java.util.List;

/** A sender with a {@link CongestionControl} and its receiver, which reports. */
final class TestFlow {
    /** The receivers' clock is off by this much. */
    private static final long CLOCK_OFFSET_NS = 77_777_777_777L;

    private static final int REPORT_PACKETS = 64;
    private static final long FIRST_RTO_NS = 100 * Bottleneck.MS;

    final CongestionControl control;
    final long longerNs;
    private final int reportPackets;
    long lastReportNs;
    private final Bottleneck path;
    private final Feedback feedback = new Feedback();
    private final List<long[]> deliveries = new ArrayList<>();
    boolean idle;
    private long wakeNs = Long.MAX_VALUE;
    private long rtoNs = FIRST_RTO_NS;
    private long rtoAtNs;
    long timeouts;

    // The receiver.
    long receivedPackets;
    private long missing;
    private long sinceReport;
    private long firstUnreportedNs;
    private long newestSentNs;
    private long newestArrivalNs;

    TestFlow(Bottleneck path, CongestionControl control, long longerNs) {
        this.longerNs = longerNs;
        this.path = path;
        this.control = control;
        reportPackets = Math.clamp(control.sampleBytes() / path.packetBytes, 1, REPORT_PACKETS);
    }

    void start() {
        rtoAtNs = path.now() + rtoNs;
        path.at(rtoAtNs, this::rto);
        send();
    }

    void idle(boolean nothingToSend) {
        idle = nothingToSend;
        send();
    }

    private void send() {
        long now = path.now();
        while (true) {
            long budget = control.budget(now);
            if (budget <= 0) {
                break;
            }
            if (idle) {
                control.onApplicationLimited(now);
                return;
            }
            int packets = (int) Math.max(1, Math.min(budget, 64 * 1024) / path.packetBytes);
            if (control.inFlightBytes() == 0) {
                rtoAtNs = now + rtoNs;
            }
            control.onSent(now, (long) packets * path.packetBytes);
            path.offer(new Bottleneck.Burst(this, now, packets));
        }
        long next = control.nextSendNs(now);
        if (next != Long.MAX_VALUE && (wakeNs <= now || next < wakeNs)) {
            wakeNs = next;
            path.at(
                    next,
                    () -> {
                        if (path.now() == wakeNs) {
                            send();
                        }
                    });
        }
    }

    void arrived(Bottleneck.Burst burst) {
        long now = path.now();
        if (burst.packets == 0) {
            missing += burst.lost;
            return;
        }
        missing += burst.lost;
        receivedPackets += burst.packets;
        deliveries.add(new long[] {now, burst.packets});
        newestSentNs = burst.sentNs;
        newestArrivalNs = now;
        if (sinceReport == 0 && control.sampleBytes() == RateController.UNLIMITED) {
            firstUnreportedNs = now;
            long waitNs = rttNs() / (control.rateChanging() ? 8 : 2);
            path.at(
                    now + waitNs,
                    () -> {
                        if (sinceReport > 0 && firstUnreportedNs == now) {
                            report();
                        }
                    });
        }
        sinceReport += burst.packets;
        if (sinceReport >= reportPackets) {
            report();
        }
    }

    private void report() {
        sinceReport = 0;
        long madeNs = path.now();
        long arrivesNs = path.reportArrivalNs(this);
        long sent = newestSentNs & -128L;
        long holdingNs = madeNs - newestArrivalNs;
        long forward = newestArrivalNs + CLOCK_OFFSET_NS - sent;
        long packets = receivedPackets;
        long lost = missing;
        boolean dropped = path.dark;
        path.at(
                arrivesNs,
                () -> {
                    if (dropped || path.dark) {
                        return;
                    }
                    feedback.nowNs = arrivesNs;
                    feedback.sentNs = sent;
                    feedback.rttNs = arrivesNs - sent - holdingNs;
                    feedback.forwardDelayNs = forward;
                    feedback.receiverNs = madeNs + CLOCK_OFFSET_NS;
                    feedback.receivedBytes = packets * path.packetBytes;
                    feedback.receivedPackets = packets;
                    feedback.missingPackets = lost;
                    control.onReport(feedback);
                    rtoNs = Math.max(FIRST_RTO_NS, 4 * rttNs());
                    rtoAtNs = arrivesNs + rtoNs;
                    send();
                });
    }

    private long rttNs() {
        return path.rttNs + longerNs;
    }

    private void rto() {
        long now = path.now();
        if (now >= rtoAtNs) {
            if (control.inFlightBytes() > 0) {
                timeouts++;
                control.onTimeout(now);
                rtoNs = Math.min(2 * rtoNs, Bottleneck.SECOND);
                send();
            }
            rtoAtNs = now + rtoNs;
        }
        path.at(rtoAtNs, this::rto);
    }

    /** Bits per second that arrived within a span. */
    double goodput(long fromNs, long toNs) {
        long packets = 0;
        for (long[] d : deliveries) {
            packets += d[0] >= fromNs && d[0] < toNs ? d[1] : 0;
        }
        return 8e9 * (double) packets * path.packetBytes / (double) (toNs - fromNs);
    }

    /** When a span of one round trip first carried this rate, or {@link Long#MAX_VALUE}. */
    long reachedNs(double bitsPerSecond, long fromNs) {
        double packetsNeeded = bitsPerSecond * (double) path.rttNs / 8e9 / path.packetBytes;
        long inSpan = 0;
        int first = 0;
        for (int i = 0; i < deliveries.size(); i++) {
            long[] d = deliveries.get(i);
            if (d[0] < fromNs) {
                first = i + 1;
                continue;
            }
            inSpan += d[1];
            while (deliveries.get(first)[0] <= d[0] - path.rttNs) {
                inSpan -= deliveries.get(first++)[1];
            }
            if ((double) inSpan >= packetsNeeded) {
                return d[0];
            }
        }
        return Long.MAX_VALUE;
    }
}
