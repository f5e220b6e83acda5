package org.urdma4j.congestion;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * One bottleneck link in virtual time: a drop-tail queue, a rate, a propagation delay, Bernoulli
 * loss behind it and a way back without limits. It carries bursts, not packets, but drops packets.
 * What happens at a time is set by {@link #at}, so rate and path can change under way.
 */
final class Bottleneck {
    static final long MS = 1_000_000L;
    static final long SECOND = 1_000_000_000L;

    /** Packets that left together. */
    static final class Burst {
        final TestFlow flow;
        final long sentNs;
        int packets;
        int lost;

        Burst(TestFlow flow, long sentNs, int packets) {
            this.flow = flow;
            this.sentNs = sentNs;
            this.packets = packets;
        }
    }

    private record Event(long timeNs, long order, Runnable action) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            int byTime = Long.compare(timeNs, other.timeNs);
            return byTime != 0 ? byTime : Long.compare(order, other.order);
        }
    }

    final int packetBytes;
    final List<TestFlow> flows = new ArrayList<>();
    long rateBps;
    long rttNs;
    double loss;
    long jitterNs;
    boolean dark;

    /** Packets for which the queue had no room. */
    long overflowed;

    private final SplittableRandom random;
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private final ArrayDeque<Burst> queue = new ArrayDeque<>();
    private long order;
    private long nowNs;
    private long queueLimitBytes;
    private long queuedBytes;
    private long lastArrivalNs;
    private final List<long[]> queueSamples = new ArrayList<>();

    Bottleneck(long rateBps, long rttNs, double loss, double queueBdp, int packetBytes, long seed) {
        this.rateBps = rateBps;
        this.rttNs = rttNs;
        this.loss = loss;
        this.packetBytes = packetBytes;
        double bdp = (double) rateBps * (double) rttNs / 8e9;
        queueLimitBytes = Math.max((long) (queueBdp * bdp), 32L * packetBytes);
        random = new SplittableRandom(seed);
    }

    TestFlow add(RateController controller, long startNs) {
        return add(controller, startNs, 0);
    }

    /** Adds a flow whose way back is longer than the others' by a time. */
    TestFlow add(RateController controller, long startNs, long longerNs) {
        TestFlow flow =
                new TestFlow(this, new CongestionControl(controller, packetBytes), longerNs);
        flows.add(flow);
        at(startNs, flow::start);
        return flow;
    }

    void at(long timeNs, Runnable action) {
        events.add(new Event(Math.max(timeNs, nowNs), order++, action));
    }

    long now() {
        return nowNs;
    }

    void queueLimit(long bytes) {
        queueLimitBytes = bytes;
    }

    long queueDelayNs() {
        return (long) (8e9 * (double) queuedBytes / (double) rateBps);
    }

    void run(long untilNs) {
        while (!events.isEmpty() && events.peek().timeNs <= untilNs) {
            Event e = events.poll();
            nowNs = e.timeNs;
            e.action.run();
        }
        nowNs = untilNs;
    }

    void offer(Burst burst) {
        queueSamples.add(new long[] {nowNs, queueDelayNs()});
        long room = (queueLimitBytes - queuedBytes) / packetBytes;
        int fits = (int) Math.max(0, Math.min(room, burst.packets));
        burst.lost = burst.packets - fits;
        overflowed += burst.lost;
        burst.packets = fits;
        queue.add(burst);
        queuedBytes += (long) fits * packetBytes;
        if (queue.size() == 1) {
            serve();
        }
    }

    private void serve() {
        Burst burst = queue.peek();
        long bytes = (long) burst.packets * packetBytes;
        at(nowNs + (long) (8e9 * (double) bytes / (double) rateBps), this::served);
    }

    private void served() {
        Burst burst = queue.poll();
        queuedBytes -= (long) burst.packets * packetBytes;
        int lost = dark ? burst.packets : 0;
        for (int i = 0; !dark && loss > 0 && i < burst.packets; i++) {
            lost += random.nextDouble() < loss ? 1 : 0;
        }
        burst.lost += lost;
        burst.packets -= lost;
        long wayNs = rttNs / 2 + (jitterNs == 0 ? 0 : random.nextLong(jitterNs));
        lastArrivalNs = Math.max(lastArrivalNs, nowNs + wayNs);
        at(lastArrivalNs, () -> burst.flow.arrived(burst));
        if (!queue.isEmpty()) {
            serve();
        }
    }

    /** When a report sent now arrives: in order, after half the round trip. */
    long reportArrivalNs(TestFlow flow) {
        long wayNs = rttNs - rttNs / 2 + (jitterNs == 0 ? 0 : random.nextLong(jitterNs));
        flow.lastReportNs = Math.max(flow.lastReportNs, nowNs + wayNs + flow.longerNs);
        return flow.lastReportNs;
    }

    /** A quantile of the queueing delay that bursts met from a time on. */
    long queueQuantileNs(double quantile, long fromNs) {
        long[] delays =
                queueSamples.stream()
                        .filter(s -> s[0] >= fromNs)
                        .mapToLong(s -> s[1])
                        .sorted()
                        .toArray();
        return delays.length == 0 ? 0 : delays[(int) (quantile * (delays.length - 1))];
    }

    /** Largest queueing delay that bursts met within a span. */
    long queueMaxNs(long fromNs, long toNs) {
        return queueSamples.stream()
                .filter(s -> s[0] >= fromNs && s[0] <= toNs)
                .mapToLong(s -> s[1])
                .max()
                .orElse(0);
    }
}
