package org.urdma4j.simulation.congestion;

import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.simulation.loss.LossSpec;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.verbs.UrdmaTuning;

import java.util.Locale;

/**
 * Flows of one kind over one queue that holds some bandwidth-delay products, begun a time apart.
 *
 * @param queue in bandwidth-delay products
 * @param loss random loss on the way there
 * @param seconds for which they are judged, from as long after the last has begun
 */
record FlowGrid(
        int flows, long mbps, long rttMs, double queue, long apartMs, String loss, double seconds) {
    private static final long MS = 1_000_000;

    /**
     * What the span showed.
     *
     * @param use of the link, framing included
     * @param jain Jain's index of the rates
     * @param least of the rates, as a multiple of the fair share
     * @param again share of packets sent again beyond those lost at random
     * @param queueRtt what 95 of 100 packets met no more than, in round trips
     */
    record Found(double use, double jain, double least, double again, double queueRtt) {
        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "use %.3f jain %.3f least %.2f again %.4f queue %.2f",
                    use,
                    jain,
                    least,
                    again,
                    queueRtt);
        }
    }

    /** Parses {@code flows,Mbit/s,RTT in ms,queue,ms apart,loss,seconds}. */
    static FlowGrid parse(String text) {
        String[] p = text.split(",", -1);
        return new FlowGrid(
                Integer.parseInt(p[0].strip()),
                Long.parseLong(p[1].strip()),
                Long.parseLong(p[2].strip()),
                Double.parseDouble(p[3]),
                Long.parseLong(p[4].strip()),
                p[5].strip(),
                Double.parseDouble(p[6]));
    }

    Found run(long seed) {
        long rate = mbps * 1_000_000;
        double product = (double) rate * rttMs / 8e3;
        LinkConfig back =
                LinkConfig.builder()
                        .rate(rate)
                        .delay(rttMs * MS / 2)
                        .queue((long) (queue * product))
                        .build();
        LinkConfig there = back.toBuilder().loss(LossSpec.parse(loss)).build();
        SharedQueue path = new SharedQueue(rate, seed, there, back);
        path.start(flows, apartMs * MS, () -> Bulk.urdma(UrdmaTuning.DEFAULT));
        long begunNs = path.network.time().nowNs();
        long spanNs = (long) (seconds * 1e9);
        path.network.time().runUntil(begunNs + spanNs);
        long again = count(path, Counter.RETRANSMITTED_PKTS);
        long sent = count(path, Counter.SENT_PKTS);
        long lost = path.counters().droppedByLoss();
        long offered = path.counters().offered();
        SharedQueue.Found found = path.found(begunNs + spanNs, begunNs + 2 * spanNs);
        double random =
                (double) (path.counters().droppedByLoss() - lost)
                        / (path.counters().offered() - offered);
        double share =
                (double) (count(path, Counter.RETRANSMITTED_PKTS) - again)
                        / (count(path, Counter.SENT_PKTS) - sent);
        return new Found(
                found.use(),
                found.jain(),
                found.least(),
                share - random,
                found.p95Bytes() / product);
    }

    private long count(SharedQueue path, Counter counter) {
        long sum = 0;
        for (int i = 0; i < flows; i++) {
            sum += path.flow(i).sent(counter);
        }
        return sum;
    }
}
