package org.urdma4j.simulation.congestion;

import org.urdma4j.simulation.host.SimulatedHost;
import org.urdma4j.simulation.host.SimulatedPacket;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.simulation.link.LinkTap;
import org.urdma4j.simulation.loss.LossSpec;
import org.urdma4j.simulation.tcp.Bbr;
import org.urdma4j.simulation.tcp.Cubic;
import org.urdma4j.simulation.tcp.TcpControl;
import org.urdma4j.simulation.tcp.TcpFlow;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.verbs.CongestionControlType;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.UrdmaTuning;
import org.urdma4j.verbs.WrOpcode;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

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
    private static final int TCP_WIRE = 1538;
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

    private final class Run implements LinkTap<SimulatedPacket> {
        private final Trial trial;
        private final SplittableRandom random;
        private final List<Bulk> bulks = new ArrayList<>();
        private final List<long[]> arrived = new ArrayList<>();
        private final List<TcpFlow> flows = new ArrayList<>();
        private final int[] histogram = new int[4096];
        private double queuedNs;
        private long packets;

        Run(long seed) {
            LinkConfig back = Trial.link(mbps * 1_000_000, rttMs * Trial.MS, queue).build();
            LinkConfig there = back.toBuilder().loss(LossSpec.parse(loss)).build();
            trial = new Trial(seed, there, back);
            trial.there.tap(this);
            random = new SplittableRandom(seed);
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
            long wire = trial.there.counters().wireBytes();
            clear();
            long[] tcpBefore = flows.stream().mapToLong(TcpFlow::arrived).toArray();
            long sentBefore = count(Counter.SENT_PKTS);
            long againBefore = count(Counter.RETRANSMITTED_PKTS);
            run(seconds);
            double all = mbps * 1e6 * seconds / 8;
            double fair = all / (ours + rivals);
            double use = (trial.there.counters().wireBytes() - wire) / all;
            double queueRtt = queuedNs / packets / (rttMs * 1e6);
            double again =
                    (double) (count(Counter.RETRANSMITTED_PKTS) - againBefore)
                            / Math.max(1, count(Counter.SENT_PKTS) - sentBefore);
            double least = Double.MAX_VALUE;
            double most = 0;
            for (long[] bytes : arrived) {
                least = Math.min(least, bytes[0] / fair);
                most = Math.max(most, bytes[0] / fair);
            }
            double rivalLeast = rivals == 0 ? 1 : Double.MAX_VALUE;
            double rivalMost = rivals == 0 ? 1 : 0;
            for (int i = 0; i < flows.size(); i++) {
                double part = (double) TCP_WIRE * (flows.get(i).arrived() - tcpBefore[i]) / fair;
                rivalLeast = Math.min(rivalLeast, part);
                rivalMost = Math.max(rivalMost, part);
            }
            flows.forEach(TcpFlow::stop);
            run(3);
            clear();
            wire = trial.there.counters().wireBytes();
            run(5);
            double afterUse = (trial.there.counters().wireBytes() - wire) / (mbps * 1e6 * 5 / 8);
            return new Found(
                    least, most, rivalLeast, rivalMost, use, queueRtt, again, p95(), afterUse);
        }

        private void startOurs() {
            for (int i = 0; i < ours; i++) {
                SimulatedHost a = trial.network.host("ours" + i, EngineConfig.DEFAULT);
                SimulatedHost b = trial.network.host("sink" + i, EngineConfig.DEFAULT);
                trial.network.route(a, b, trial.there);
                trial.network.route(b, a, trial.back);
                UrdmaTuning tuning = UrdmaTuning.builder().congestionControl(control).build();
                UrdmaOffer offer = UrdmaOffer.builder().payloadBytes(PAYLOAD).build();
                QpAttr attr =
                        new QpAttr().urdmaOffer(offer).urdmaPeerOffer(offer).urdmaTuning(tuning);
                arrived.add(new long[1]);
                bulks.add(new Bulk(a, b, attr).forward(WrOpcode.RDMA_WRITE));
                if (i + 1 < ours) {
                    run(0.5);
                }
            }
        }

        private void startRivals() {
            for (int i = 0; i < rivals; i++) {
                SimulatedHost a = trial.network.host("tcp" + i, EngineConfig.DEFAULT);
                SimulatedHost b = trial.network.host("tcpsink" + i, EngineConfig.DEFAULT);
                trial.network.route(a, b, trial.there);
                trial.network.route(b, a, trial.back);
                TcpControl by = rival.equals("bbr") ? new Bbr(random.split()) : new Cubic(true);
                flows.add(new TcpFlow(trial.network, a, b, by).start());
                run(0.1);
            }
        }

        private void run(double span) {
            trial.runUntil(trial.network.time().nowNs() + (long) (span * 1e9));
        }

        private void clear() {
            queuedNs = 0;
            packets = 0;
            Arrays.fill(histogram, 0);
            arrived.forEach(bytes -> bytes[0] = 0);
        }

        private long count(Counter counter) {
            return bulks.stream().mapToLong(bulk -> bulk.sent(counter)).sum();
        }

        private double p95() {
            long below = 0;
            int bucket = 0;
            while (bucket < histogram.length && below < 0.95 * packets) {
                below += histogram[bucket++];
            }
            return bucket / 256.0;
        }

        @Override
        public void onTransmit(
                SimulatedPacket packet, int bytes, long nowNs, long departNs, long waitNs) {
            queuedNs += waitNs;
            packets++;
            int bucket = (int) (256.0 * waitNs / (rttMs * 1e6));
            histogram[Math.min(histogram.length - 1, bucket)]++;
        }

        @Override
        public void onDeliver(
                SimulatedPacket packet, int packetBytes, int marks, long dueNs, long lateNs) {
            String sender = packet.sender();
            if (sender.startsWith("ours")) {
                arrived.get(Integer.parseInt(sender.substring(4)))[0] += packetBytes + 70;
            }
        }
    }
}
