package org.urdma4j.simulation.congestion;

import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.simulation.loss.LossSpec;
import org.urdma4j.simulation.queue.QueueType;
import org.urdma4j.simulation.tcp.TcpFlow;
import org.urdma4j.verbs.CongestionControlType;
import org.urdma4j.verbs.UrdmaTuning;

import java.util.DoubleSummaryStatistics;
import java.util.Locale;
import java.util.stream.DoubleStream;

/**
 * Flows of ours beside flows of TCP over one drop-tail queue, in virtual time.
 *
 * @param rival {@code cubic} or {@code bbr}
 * @param queue in bandwidth-delay products
 * @param first {@code ours} or {@code rival}: who has had the link alone for three seconds
 * @param seconds for which they are judged, from ten seconds after the last has begun
 * @param loss random loss on the way there
 */
record RivalCell(
        CongestionControlType control,
        int ours,
        String rival,
        int rivals,
        long mbps,
        long rttMs,
        double queue,
        String first,
        double seconds,
        String loss) {
    private static final int PAYLOAD = 1024;
    private static final long MESSAGE = 16L << 20;
    private static final double ALONE = 3;
    private static final double SETTLE = 10;

    /**
     * What the span showed.
     *
     * @param least of our flows' rates, as a multiple of the fair share
     * @param most of them
     * @param rivalLeast of the rivals' rates, likewise
     * @param rivalMost of them
     * @param use of the link, framing included
     * @param queueRtt mean queue that packets met, in round trips
     * @param again share of our packets sent again
     * @param afterRtt the 95th percentile of the queue, in round trips, from three seconds after
     *     the rivals have left
     * @param afterUse of the link then
     */
    record Found(
            double least,
            double most,
            double rivalLeast,
            double rivalMost,
            double use,
            double queueRtt,
            double again,
            double afterRtt,
            double afterUse) {
        boolean fair() {
            return Math.min(least, rivalLeast) >= 0.5 && Math.max(most, rivalMost) <= 2;
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%s ours %.2f-%.2f rival %.2f-%.2f use %.3f queue %.2f again %.4f after %.2f"
                            + " use %.2f",
                    fair() && use >= 0.95 ? "ok " : "-- ",
                    least,
                    most,
                    rivalLeast,
                    rivalMost,
                    use,
                    queueRtt,
                    again,
                    afterRtt,
                    afterUse);
        }
    }

    /** Parses {@code cc,ours,rival,count,Mbit/s,RTT in ms,queue,first,seconds,loss}. */
    static RivalCell parse(String text) {
        String[] p = text.strip().split(",", -1);
        return new RivalCell(
                CongestionControlType.valueOf(p[0].toUpperCase(Locale.ROOT)),
                Integer.parseInt(p[1]),
                p[2],
                Integer.parseInt(p[3]),
                Long.parseLong(p[4]),
                Long.parseLong(p[5]),
                Double.parseDouble(p[6]),
                p[7],
                Double.parseDouble(p[8]),
                p.length > 9 ? p[9] : "none");
    }

    Found run(long seed) {
        return new Run(seed).found();
    }

    private final class Run {
        private final Bottleneck path;

        Run(long seed) {
            LinkConfig back = Trial.link(mbps * 1_000_000, rttMs * Trial.MS, queue).build();
            LinkConfig there = back.toBuilder().loss(LossSpec.parse(loss)).build();
            path = new Bottleneck(seed, there, back, QueueType.DROP_TAIL);
        }

        Found found() {
            if (first.equals("ours")) {
                startOurs();
                run(ALONE);
                startRivals();
            } else {
                startRivals();
                run(ALONE);
                startOurs();
            }
            run(SETTLE);
            path.clear();
            run(seconds);
            double fair = mbps * 1e6 * seconds / 8 / (ours + rivals);
            DoubleSummaryStatistics each = DoubleStream.of(path.ours()).summaryStatistics();
            DoubleSummaryStatistics others = DoubleStream.of(path.rivals()).summaryStatistics();
            double use = use(seconds);
            double queueRtt = path.meanQueueRtt();
            double again = path.again();
            path.stopRivals();
            run(3);
            path.clear();
            run(5);
            return new Found(
                    each.getMin() / fair,
                    each.getMax() / fair,
                    rivals == 0 ? 1 : others.getMin() / fair,
                    rivals == 0 ? 1 : others.getMax() / fair,
                    use,
                    queueRtt,
                    again,
                    path.p95QueueRtt(),
                    use(5));
        }

        private double use(double span) {
            return path.wireBytes() / (mbps * 1e6 * span / 8);
        }

        private void startOurs() {
            UrdmaTuning tuning = UrdmaTuning.builder().congestionControl(control).build();
            for (int i = 0; i < ours; i++) {
                path.addOurs(tuning, PAYLOAD, MESSAGE, 1);
                if (i + 1 < ours) {
                    run(0.5);
                }
            }
        }

        private void startRivals() {
            for (int i = 0; i < rivals; i++) {
                path.addRival(Rival.valueOf(rival.toUpperCase(Locale.ROOT)), TcpFlow.SEGMENT);
                run(0.1);
            }
        }

        private void run(double span) {
            path.run((long) (span * 1e9));
        }
    }
}
