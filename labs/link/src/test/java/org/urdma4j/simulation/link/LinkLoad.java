package org.urdma4j.simulation.link;

import org.urdma4j.simulation.loss.GilbertElliott;
import org.urdma4j.simulation.time.VirtualTime;
import org.urdma4j.simulation.time.VirtualTimer;

import java.util.SplittableRandom;
import java.util.function.UnaryOperator;

/**
 * Drives links at full load and measures packets per second on one core. As a program it prints a
 * line for each kind of link.
 */
final class LinkLoad {
    private static final int PACKET_BYTES = 4116;
    private static final PacketOwner<Object> OWNER =
            new PacketOwner<>() {
                @Override
                public Object copy(Object packet) {
                    return packet;
                }

                @Override
                public Object corrupt(Object packet, int bit) {
                    return packet;
                }

                @Override
                public void release(Object packet) {}
            };

    private final Link<Object> link;
    private final Object packet = new Object();
    private final long gapNs;
    private final LinkSink<Object> sink;
    private long bytes;
    private long nowNs;

    LinkLoad(LinkConfig config) {
        this.link = new Link<>(config, OWNER, new SplittableRandom(1), 0);
        this.gapNs = (PACKET_BYTES + config.framingBytes()) * 8_000_000_000L / config.rateBps();
        this.sink = (_, packetBytes, _, _) -> bytes += packetBytes;
    }

    /** A 100 Gbit/s link of 20 ms, with 60,000 packets in flight, changed by {@code change}. */
    static LinkLoad hundredGigabit(UnaryOperator<LinkConfigBuilder> change) {
        return new LinkLoad(
                change.apply(LinkConfig.builder().rate(100_000_000_000L).delay(20_000_000))
                        .build());
    }

    /** Every impairment at once, but for jitter. */
    static LinkConfigBuilder impaired(LinkConfigBuilder builder) {
        return builder.loss(new GilbertElliott(0.001, 0.25, 1, 0))
                .reorder(0.001, 50_000)
                .duplicate(0.001)
                .corrupt(0.001);
    }

    /** Offers and delivers {@code packets}; the caller is a busy sender. */
    void run(int packets) {
        for (int i = 0; i < packets; i++) {
            link.offer(nowNs, packet, PACKET_BYTES);
            nowNs += gapNs;
            link.poll(nowNs, sink);
        }
    }

    /** As {@link #run}, by events of virtual time: one for sending, one for arriving. */
    static long runScheduled(int packets) {
        VirtualTime time = new VirtualTime(0);
        LinkLoad load = hundredGigabit(builder -> builder);
        ScheduledLink<Object> scheduled = new ScheduledLink<>(load.link, time, load.sink);
        VirtualTimer[] sender = new VirtualTimer[1];
        sender[0] =
                time.timer(() -> {
                    scheduled.offer(load.packet, PACKET_BYTES);
                    sender[0].schedule(time.nowNs() + load.gapNs);
                });
        sender[0].schedule(0);
        time.runUntil(packets * load.gapNs);
        return load.link.counters().delivered();
    }

    Link<Object> link() {
        return link;
    }

    public static void main(String[] args) {
        for (int round = 0; round < 3; round++) {
            measure("plain", builder -> builder);
            measure("impaired", LinkLoad::impaired);
            measure("ordered jitter", builder -> builder.jitter(1_000_000));
            measure("reordering jitter", builder -> builder.reorderingJitter(1_000_000));
            long start = System.nanoTime();
            runScheduled(10_000_000);
            report("plain, by events", 10_000_000, System.nanoTime() - start);
        }
    }

    private static void measure(String name, UnaryOperator<LinkConfigBuilder> change) {
        LinkLoad load = hundredGigabit(change);
        load.run(200_000);
        long start = System.nanoTime();
        load.run(10_000_000);
        report(name, 10_000_000, System.nanoTime() - start);
    }

    private static void report(String name, int packets, long ns) {
        System.out.printf(
                "%-20s %6.2f million packets/s, %5.1f ns each%n",
                name, packets * 1e3 / ns, (double) ns / packets);
    }
}
