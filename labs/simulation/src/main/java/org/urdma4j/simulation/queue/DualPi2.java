package org.urdma4j.simulation.queue;

import java.util.function.Consumer;

/**
 * Dual-queue coupled AQM with a PI² controller (RFC 9332, appendix A): packets with ECT(1) or CE
 * wait apart from the others, and go first. A share p′ follows the delay towards 15 ms; of the
 * classic queue p′² is dropped or marked, of the other at least 2 p′ marked, which gives flows of
 * both kinds like rates. When p′ is over one half, both lose p′².
 */
public final class DualPi2 implements QueueDiscipline {
    static final long TARGET_NS = 15_000_000;
    static final long UPDATE_NS = 15_000_000;

    /** 0.1 × 15 ms ÷ (100 ms)². */
    static final double ALPHA = 0.15;

    /** 0.3 ÷ 100 ms. */
    static final double BETA = 3;

    static final double COUPLING = 2;

    /** From which share on ECN helps no longer: 1 ÷ 2². */
    private static final double MOST_CLASSIC = 1 / (COUPLING * COUPLING);

    private static final long LEAST_NS = 800_000;
    private static final double RANGE_NS = 400_000;

    /** What the classic queue has of the rate while both have packets. */
    private static final double CLASSIC_WEIGHT = 1.0 / 16;

    private final long limitBytes;
    private final Consumer<QueuedPacket> dropped;
    private final PacketFifo lowLatency = new PacketFifo();
    private final PacketFifo classic = new PacketFifo();
    private final PeriodicUpdate updates = new PeriodicUpdate(UPDATE_NS, this::onPeriod);
    private double base;
    private long delayNs;
    private double lowLatencyCount;
    private double classicCount;
    private double classicCredit;

    /**
     * @param limitBytes what may wait in both queues, framing included
     * @param dropped is given each packet that is dropped
     */
    public DualPi2(long limitBytes, Consumer<QueuedPacket> dropped) {
        this.limitBytes = limitBytes;
        this.dropped = dropped;
    }

    @Override
    public void enqueue(QueuedPacket packet, long nowNs) {
        updates.run(nowNs);
        if (bytes() > 0 && bytes() + packet.wireBytes > limitBytes) {
            dropped.accept(packet);
        } else if ((packet.ecn & Ecn.ECT_1) != 0) {
            lowLatency.add(packet, nowNs);
        } else {
            classic.add(packet, nowNs);
        }
    }

    @Override
    public QueuedPacket dequeue(long nowNs) {
        updates.run(nowNs);
        while (bytes() > 0) {
            QueuedPacket packet = isClassicNext() ? judgeClassic() : judgeLowLatency(nowNs);
            if (packet != null) {
                return packet;
            }
        }
        return null;
    }

    @Override
    public long bytes() {
        return lowLatency.bytes() + classic.bytes();
    }

    /** Returns p′, of which the other shares are made. */
    public double base() {
        return base;
    }

    /** Returns the share of classic packets that is dropped or marked: p′². */
    public double classicProbability() {
        return base * base;
    }

    /** Returns the share of the others that is marked on account of the classic ones: 2 p′. */
    public double coupledProbability() {
        return Math.min(1, COUPLING * base);
    }

    private boolean isClassicNext() {
        if (lowLatency.isEmpty() || classic.isEmpty()) {
            classicCredit = 0;
            return lowLatency.isEmpty();
        }
        if (classicCredit >= classic.firstBytes()) {
            classicCredit -= classic.firstBytes();
            return true;
        }
        classicCredit += lowLatency.firstBytes() * CLASSIC_WEIGHT / (1 - CLASSIC_WEIGHT);
        return false;
    }

    /** Returns the next of the classic queue, null if it was dropped. */
    private QueuedPacket judgeClassic() {
        QueuedPacket packet = classic.remove();
        classicCount += classicProbability();
        if (classicCount > 1) {
            classicCount--;
            if (classicProbability() >= MOST_CLASSIC || !packet.mark()) {
                dropped.accept(packet);
                return null;
            }
        }
        return packet;
    }

    private QueuedPacket judgeLowLatency(long nowNs) {
        QueuedPacket packet = lowLatency.remove();
        double coupled = coupledProbability();
        if (coupled >= 1) {
            classicCount += classicProbability();
            if (classicCount > 1) {
                classicCount--;
                dropped.accept(packet);
                return null;
            }
        }
        lowLatencyCount += Math.max(coupled, ramp(packet.waitedNs(nowNs)));
        if (lowLatencyCount > 1) {
            lowLatencyCount--;
            packet.mark();
        }
        return packet;
    }

    /** What the low-latency queue would mark by itself: none when nobody waits behind. */
    private double ramp(long waitedNs) {
        return lowLatency.isEmpty() ? 0 : Math.clamp((waitedNs - LEAST_NS) / RANGE_NS, 0, 1);
    }

    private void onPeriod(long nowNs) {
        update(Math.max(classic.delayNs(nowNs), lowLatency.delayNs(nowNs)));
    }

    /** One update of the PI controller, with the delay as it is now. */
    void update(long currentNs) {
        base += (ALPHA * (currentNs - TARGET_NS) + BETA * (currentNs - delayNs)) / 1e9;
        base = Math.clamp(base, 0, 1);
        delayNs = currentNs;
    }
}
