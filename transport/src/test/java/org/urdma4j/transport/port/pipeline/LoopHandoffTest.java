package org.urdma4j.transport.port.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Deth;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.icrc.Icrc;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.transport.shard.GeneralServices;
import org.urdma4j.transport.shard.Shard;
import org.urdma4j.transport.shard.ShardNumber;
import org.urdma4j.transport.wire.ReceivedPacket;
import org.urdma4j.transport.wire.TransmitBatch;

import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;

/** Packets handed from one event loop to another, without the loops. */
@Timeout(120)
class LoopHandoffTest {
    private static final int HEADERS = Bth.LENGTH + Deth.LENGTH;
    private static final int SMALL = 16;
    private static final int READS = 2_000;
    private static final long PATIENCE_NS = 90_000_000_000L;

    private final LoopHandoff.Rings rings = new LoopHandoff.Rings(2);
    private final Shard first = shard(0);
    private final Shard second = shard(1);
    private final List<String> wakes = new ArrayList<>();
    private final LoopHandoff ofFirst = new LoopHandoff(rings, first, () -> wakes.add("first"));
    private final LoopHandoff ofSecond = new LoopHandoff(rings, second, () -> wakes.add("second"));
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 17);
    private final InboundRun run = new InboundRun();
    private int end;

    private static Shard shard(int index) {
        return new Shard(EngineConfig.DEFAULT, new Random(1), new ShardNumber(index, 2));
    }

    /** Says what comes to queue pair 1, which is the first loop's. */
    private static final class Ear implements GeneralServices {
        private final List<String> heard = new ArrayList<>();
        private long packets;

        /** Null for no notes. */
        private SplittableRandom expected;

        @Override
        public void onPacket(ReceivedPacket packet, long nowNs) {
            packets++;
            if (expected != null) {
                check(packet, expected.nextInt());
                return;
            }
            heard.add(
                    "%s at %d, psn %d, %d bytes, %d ns%s%s"
                            .formatted(
                                    packet.source(),
                                    packet.arrivedAt(),
                                    packet.headers().psn(),
                                    packet.length(),
                                    nowNs,
                                    packet.congestionExperienced() ? ", marked" : "",
                                    packet.translatable() ? ", translatable" : ""));
        }

        /** The payload is what the number says, in all of the memory. */
        private static void check(ReceivedPacket packet, int number) {
            int payload = payload(number);
            assertThat(packet.length()).isEqualTo(HEADERS + payload);
            byte[] bytes = new byte[payload];
            packet.payloadTo(0, MemorySegment.ofArray(bytes), 0, payload);
            for (byte b : bytes) {
                if (b != (byte) number) {
                    throw new AssertionError("%d instead of %d".formatted(b, (byte) number));
                }
            }
        }

        @Override
        public int poll(TransmitBatch batch, long nowNs) {
            return 0;
        }

        @Override
        public void onTimer(long nowNs) {
            // nothing is ever due
        }

        @Override
        public long nextDeadlineNs() {
            return Long.MAX_VALUE;
        }
    }

    private Ear listen() {
        Ear ear = new Ear();
        first.attach(ear);
        return ear;
    }

    private void begin(Object source, long nowNs) {
        end = 0;
        run.begin(buffer, MemorySegment.ofBuffer(buffer), source, nowNs);
    }

    private void add(int qpn, int psn, int payload, int fill) {
        Bth.write(buffer, end, Opcode.UD_SEND_ONLY, 0, 0, Bth.DEFAULT_P_KEY, qpn, psn);
        Deth.write(buffer, end + Bth.LENGTH, 0x80010000, 1);
        for (int i = 0; i < payload; i++) {
            buffer.put(end + HEADERS + i, (byte) fill);
        }
        int length = HEADERS + payload + Icrc.LENGTH;
        run.add(end, length);
        end += length;
    }

    private static int payload(int number) {
        return (number >>> 20) * 4;
    }

    @Test
    void shouldKeepWhatIsOurs() {
        begin("peer", 5);
        add(1, 7, SMALL, 0);
        add(3, 7, SMALL, 0);
        assertThat(ofFirst.handOn(run, 0, 0)).isFalse();
        assertThat(ofSecond.handOn(run, 1, 0)).isFalse();
        assertThat(LoopHandoff.NONE.handOn(run, 0, 0)).isFalse();
        ofFirst.wakeHanded();
        LoopHandoff.NONE.wakeHanded();
        assertThat(wakes).isEmpty();
        assertThat(first.counters().nonZero()).isEmpty();
    }

    @Test
    void shouldTellAllThatIsKnownOfAPacket() {
        Ear ear = listen();
        begin("peer", 5);
        add(1, 7, SMALL, 0);
        add(1, 8, 0, 0);
        assertThat(ofSecond.handOn(run, 0, 3)).isTrue();
        run.congestionExperienced(true);
        assertThat(ofSecond.handOn(run, 1, 0)).isTrue();
        begin("other", 6);
        add(1, 9, SMALL, 0);
        run.translatable(true);
        assertThat(ofSecond.handOn(run, 0, 1)).isTrue();
        assertThat(wakes).isEmpty();
        ofSecond.wakeHanded();
        ofSecond.wakeHanded();
        assertThat(wakes).containsExactly("first");
        begin("nobody", 99); // the memory is read into again
        add(1, 99, SMALL, 0);

        assertThat(ofFirst.takeIn(1_000)).isEqualTo(Long.MAX_VALUE);
        assertThat(ear.heard)
                .containsExactly(
                        "peer at 3, psn 7, 36 bytes, 5 ns",
                        "peer at 0, psn 8, 20 bytes, 5 ns, marked",
                        "other at 1, psn 9, 36 bytes, 6 ns, translatable");
        assertThat(second.counters().get(Counter.HANDED_ON_PKTS)).isEqualTo(3);
        ofFirst.takeIn(1_001);
        assertThat(ear.heard).hasSize(3);
    }

    @Test
    void shouldDropAndCountWhatIsTooMany() {
        Ear ear = listen();
        begin("peer", 5);
        add(1, 7, SMALL, 0);
        for (int i = 0; i < PacketRing.MOST + 3; i++) {
            assertThat(ofSecond.handOn(run, 0, 0)).isTrue();
        }
        assertThat(second.counters().get(Counter.HANDED_ON_PKTS)).isEqualTo(PacketRing.MOST);
        assertThat(second.counters().get(Counter.DROPPED_HANDED_ON)).isEqualTo(3);
        ofFirst.takeIn(0);
        assertThat(ear.packets).isEqualTo(PacketRing.MOST);
        assertThat(ofSecond.handOn(run, 0, 0)).isTrue();
        ofFirst.takeIn(0);
        assertThat(ear.packets).isEqualTo(PacketRing.MOST + 1);
        assertThat(first.counters().get(Counter.DROPPED_HANDED_ON)).isZero();
    }

    @Test
    void shouldDropAndCountWhatIsTooMuch() {
        Ear ear = listen();
        begin("peer", 5);
        int payload = 60_000;
        add(1, 7, payload, 0);
        int fits = LoopHandoff.MOST_BYTES / (HEADERS + payload);
        for (int i = 0; i < fits + 3; i++) {
            assertThat(ofSecond.handOn(run, 0, 0)).isTrue();
        }
        assertThat(second.counters().get(Counter.HANDED_ON_PKTS)).isEqualTo(fits);
        assertThat(second.counters().get(Counter.DROPPED_HANDED_ON)).isEqualTo(3);
        ofFirst.takeIn(0);
        assertThat(ear.packets).isEqualTo(fits);
    }

    /** Two threads; lengths from nothing to 16 KB, so that the memory's end comes everywhere. */
    @Test
    void shouldLoseAndDamageNothingBetweenThreads() throws Exception {
        int packets = 100_000;
        Ear ear = listen();
        ear.expected = new SplittableRandom(3);
        AtomicBoolean over = new AtomicBoolean();
        Thread taker =
                Thread.ofPlatform()
                        .start(() -> {
                            while (!over.get()) {
                                ofFirst.takeIn(0);
                            }
                            ofFirst.takeIn(0);
                        });
        SplittableRandom numbers = new SplittableRandom(3);
        Counter dropped = Counter.DROPPED_HANDED_ON;
        for (int i = 0; i < packets && taker.isAlive(); i++) {
            int number = numbers.nextInt();
            begin("peer", i);
            add(1, 0, payload(number), number);
            long before;
            do {
                before = second.counters().get(dropped);
                ofSecond.handOn(run, 0, 0);
            } while (second.counters().get(dropped) != before && taker.isAlive());
        }
        over.set(true);
        taker.join();
        assertThat(ear.packets).isEqualTo(packets);
    }

    @Test
    void shouldAllocateNothing() {
        begin("peer", 5);
        for (int i = 0; i < SMALL; i++) {
            add(i + 2, 7, 1_000, 0);
        }
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        long start = System.nanoTime();
        while (least >= READS && System.nanoTime() - start < PATIENCE_NS) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < READS; i++) {
                for (int j = 0; j < SMALL; j++) {
                    ofFirst.handOn(run, j, 0);
                }
                ofSecond.takeIn(0);
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertThat(least / READS).as("bytes for each read").isZero();
        assertThat(first.counters().get(Counter.DROPPED_HANDED_ON)).isZero();
        assertThat(second.counters().get(Counter.DROPPED_UNKNOWN_QP))
                .isEqualTo(first.counters().get(Counter.HANDED_ON_PKTS));
    }

    @Test
    void shouldGiveManyLoopsLess() {
        LoopHandoff.Rings many = new LoopHandoff.Rings(ShardNumber.MAX_COUNT);
        int count = ShardNumber.MAX_COUNT;
        Shard last = new Shard(EngineConfig.DEFAULT, new Random(1), new ShardNumber(63, count));
        LoopHandoff ofLast = new LoopHandoff(many, last, () -> {});
        begin("peer", 5);
        add(2, 7, 60_000, 0);
        for (int i = 0; i < 5; i++) {
            assertThat(ofLast.handOn(run, 0, 0)).isTrue();
        }
        assertThat(last.counters().get(Counter.HANDED_ON_PKTS)).isEqualTo(2);
        assertThat(last.counters().get(Counter.DROPPED_HANDED_ON)).isEqualTo(3);
    }
}
