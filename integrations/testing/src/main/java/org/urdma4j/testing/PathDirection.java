package org.urdma4j.testing;

import io.netty.buffer.ByteBuf;

import org.urdma4j.simulation.link.Link;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.simulation.link.LinkCounters;
import org.urdma4j.simulation.loss.LossSpec;
import org.urdma4j.simulation.loss.Occurrence;
import org.urdma4j.simulation.loss.Script;
import org.urdma4j.simulation.units.Units;
import org.urdma4j.transport.port.SystemClock;
import org.urdma4j.transport.port.pipeline.InboundStage;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * One direction of a path between {@link PathEnds}. What is changed holds for packets that are sent
 * into it from then on; those that wait or fly go on as they would have. Any thread may call.
 */
public final class PathDirection {
    private static final Duration LONGEST_BLACKOUT = Duration.ofDays(1);

    private final Link<CrossingPacket> link;
    private final InboundStage stage = new Stage();
    private long burst;
    private boolean dark;
    private long darkUntilNs = SystemClock.nowNs();

    PathDirection(LinkConfig config, RandomGenerator random) {
        link = new Link<>(config, new CrossingPacket.Owner(), random, SystemClock.nowNs());
        link.script(
                new Script<CrossingPacket>()
                        .drop("burst", Occurrence.all(), _ -> burst > 0 && burst-- > 0));
    }

    /** Returns what stands before the receiving end. */
    InboundStage stage() {
        return stage;
    }

    /**
     * Sets what is lost.
     *
     * @param share as {@link EmulatedPath#loss()}
     * @throws IllegalArgumentException if it can't be read
     */
    public synchronized void loss(String share) {
        link.loss(LossSpec.parse(share), SystemClock.nowNs());
    }

    /** Loses the next packets, beside what is lost at random: so many more at each call. */
    public synchronized void loseNext(int packets) {
        if (packets < 0) {
            throw new IllegalArgumentException("0 or more packets are lost, not " + packets);
        }
        burst += packets;
    }

    /**
     * Sets the rate. The queue keeps its size in bytes.
     *
     * @param bitsPerSecond as {@link EmulatedPath#rate()}
     * @throws IllegalArgumentException if it can't be read
     */
    public synchronized void rate(String bitsPerSecond) {
        link.rate(link.config().toBuilder().rate(Units.rate(bitsPerSecond)).build().rateBps());
    }

    /**
     * Sets the delay of this direction. No packet overtakes another by this.
     *
     * @param time as {@link EmulatedPath#rtt()}, but one way
     * @throws IllegalArgumentException if it can't be read
     */
    public void delay(String time) {
        delay(Units.timeNs(time));
    }

    synchronized void delay(long ns) {
        link.delay(link.config().toBuilder().delay(ns).build().delayNs());
    }

    /** Loses all that is sent from now on, until {@link #restore}. */
    public synchronized void blackout() {
        dark = true;
    }

    /**
     * Loses all that is sent for so long from now on, in place of a blackout that there is.
     *
     * @param length above 0, up to a day
     */
    public synchronized void blackout(Duration length) {
        if (!length.isPositive() || length.compareTo(LONGEST_BLACKOUT) > 0) {
            throw new IllegalArgumentException(
                    "a blackout lasts longer than 0 and up to a day, not %s; blackout() has no end"
                            .formatted(length));
        }
        dark = false;
        darkUntilNs = SystemClock.nowNs() + length.toNanos();
    }

    /** Ends a blackout. */
    public synchronized void restore() {
        dark = false;
        darkUntilNs = SystemClock.nowNs();
    }

    /** Returns what has happened so far. */
    public synchronized PathStatistics statistics() {
        LinkCounters counters = link.counters();
        return new PathStatistics(
                counters.offered(),
                counters.offeredBytes(),
                counters.delivered(),
                counters.deliveredBytes(),
                counters.droppedByLoss() + counters.droppedByScript(),
                counters.droppedByQueue(),
                counters.droppedByBlackout(),
                counters.maxQueueBytes());
    }

    @Override
    public String toString() {
        PathStatistics now = statistics();
        return "%d packets, %d bytes, %d packets delivered, %d lost, %d for want of room, %d in the dark"
                .formatted(
                        now.packets(),
                        now.bytes(),
                        now.delivered(),
                        now.lost(),
                        now.droppedByQueue(),
                        now.droppedByBlackout());
    }

    /** The link, as the event loop of the receiving end has it. */
    private final class Stage implements InboundStage {
        @Override
        public void offer(ByteBuf packet, Object source, long nowNs) {
            synchronized (PathDirection.this) {
                link.dead(dark || nowNs - darkUntilNs < 0);
                link.offer(nowNs, new CrossingPacket(packet, source), packet.readableBytes());
            }
        }

        @Override
        public long poll(long nowNs, Delivery delivery) {
            synchronized (PathDirection.this) {
                link.poll(
                        nowNs,
                        (crossing, _, _, _) ->
                                delivery.deliver(crossing.packet(), crossing.source()));
                return link.inFlight() == 0 ? NEVER : link.nextDeliveryNs();
            }
        }

        @Override
        public void close() {
            synchronized (PathDirection.this) {
                link.clear(SystemClock.nowNs());
            }
        }
    }
}
