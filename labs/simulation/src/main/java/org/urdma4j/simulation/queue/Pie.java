package org.urdma4j.simulation.queue;

import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * Proportional integral controller enhanced (RFC 8033, with the delay measured by timestamps): each
 * 15 ms the share of arriving packets that is dropped follows how far the delay is from 15 ms and
 * where it goes. Bursts of 150 ms pass. Packets that may be marked are, up to a share of 0.1.
 */
public final class Pie implements QueueDiscipline {
    static final long REFERENCE_NS = 15_000_000;
    static final long UPDATE_NS = 15_000_000;
    static final long MAX_BURST_NS = 150_000_000;
    private static final double ALPHA = 0.125;
    private static final double BETA = 1.25;
    private static final double MARK_UP_TO = 0.1;
    private static final double LARGEST_STEP = 0.02;
    private static final double DECAY = 0.98;

    /** So little is no queue: two packets. */
    private static final long LEAST_BYTES = 2 * 1538;

    /** Accumulated shares below which nothing and from which on everything is dropped. */
    private static final double LEAST_SUM = 0.85;

    private static final double MOST_SUM = 8.5;

    private final long limitBytes;
    private final RandomGenerator random;
    private final Consumer<QueuedPacket> dropped;
    private final PacketFifo queue = new PacketFifo();
    private final PeriodicUpdate updates = new PeriodicUpdate(UPDATE_NS, this::onPeriod);
    private double probability;
    private double sum;
    private long delayNs;
    private long burstNs = MAX_BURST_NS;

    /**
     * @param limitBytes what may wait, framing included
     * @param random decides what is dropped
     * @param dropped is given each packet that is dropped
     */
    public Pie(long limitBytes, RandomGenerator random, Consumer<QueuedPacket> dropped) {
        this.limitBytes = limitBytes;
        this.random = random;
        this.dropped = dropped;
    }

    @Override
    public void enqueue(QueuedPacket packet, long nowNs) {
        updates.run(nowNs);
        if (!queue.isEmpty() && queue.bytes() + packet.wireBytes > limitBytes) {
            dropped.accept(packet);
        } else if (burstNs == 0 && isHit() && !(probability <= MARK_UP_TO && packet.mark())) {
            dropped.accept(packet);
        } else {
            queue.add(packet, nowNs);
        }
    }

    @Override
    public QueuedPacket dequeue(long nowNs) {
        updates.run(nowNs);
        return queue.remove();
    }

    @Override
    public long bytes() {
        return queue.bytes();
    }

    /** Returns the share of arriving packets that is dropped or marked. */
    public double probability() {
        return probability;
    }

    /** Decides about a packet, more evenly than chance alone would. */
    private boolean isHit() {
        if ((delayNs < REFERENCE_NS / 2 && probability < 0.2) || queue.bytes() <= LEAST_BYTES) {
            return false;
        }
        sum = probability == 0 ? 0 : sum + probability;
        if (sum < LEAST_SUM || (sum < MOST_SUM && random.nextDouble() >= probability)) {
            return false;
        }
        sum = 0;
        return true;
    }

    private void onPeriod(long nowNs) {
        update(queue.delayNs(nowNs));
    }

    /** One update of section 4.2, with the delay as it is now. */
    void update(long currentNs) {
        double step =
                (ALPHA * (currentNs - REFERENCE_NS) + BETA * (currentNs - delayNs))
                        / 1e9
                        / divisor(probability);
        if (probability >= MARK_UP_TO) {
            step = Math.min(step, LARGEST_STEP);
        }
        double next = probability + step;
        if (currentNs == 0 && delayNs == 0) {
            next *= DECAY;
        }
        probability = Math.clamp(next, 0, 1);
        burstNs = Math.max(0, burstNs - UPDATE_NS);
        if (probability == 0 && currentNs < REFERENCE_NS / 2 && delayNs < REFERENCE_NS / 2) {
            burstNs = MAX_BURST_NS;
        }
        delayNs = currentNs;
    }

    /** Smaller shares move in smaller steps. */
    static int divisor(double probability) {
        if (probability < 0.000001) {
            return 2048;
        } else if (probability < 0.00001) {
            return 512;
        } else if (probability < 0.0001) {
            return 128;
        } else if (probability < 0.001) {
            return 32;
        } else if (probability < 0.01) {
            return 8;
        } else if (probability < 0.1) {
            return 2;
        }
        return 1;
    }
}
