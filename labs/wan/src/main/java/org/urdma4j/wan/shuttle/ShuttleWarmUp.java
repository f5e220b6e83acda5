package org.urdma4j.wan.shuttle;

import org.urdma4j.gateway.bridge.frame.WarmUp;
import org.urdma4j.gateway.tap.FramePort;
import org.urdma4j.simulation.link.Framing;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.simulation.loss.LossSpec;
import org.urdma4j.wan.frame.SampleFrame;

import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;

/**
 * Carries made-up frames between made-up ports until the code that will carry real ones is
 * compiled, so that the first packets of a run are not late.
 */
public final class ShuttleWarmUp {
    private static final long RING_BYTES = 8L << 20;
    private static final long PACKETS = 500_000;
    private static final int TURNS = 1000;

    private ShuttleWarmUp() {}

    /**
     * Runs until enough packets have passed or two seconds are over.
     *
     * @param behind puts a port behind what real ones will be behind
     */
    public static void run(LongSupplier clock, UnaryOperator<FramePort> behind) {
        LinkConfig link =
                LinkConfig.builder()
                        .rate(20_000_000_000L)
                        .framing(Framing.ETHERNET)
                        .delay(500_000)
                        .queue(1 << 20)
                        .loss(LossSpec.parse("0.5%"))
                        .duplicate(0.0001)
                        .corrupt(0.0001)
                        .build();
        SplittableRandom random = new SplittableRandom(1);
        FramePort first = behind.apply(new Ports(clock));
        FramePort second = behind.apply(new Ports(clock));
        Direction there = new Direction(first, second, link, random, clock, RING_BYTES, 50_000);
        Direction back = new Direction(second, first, link, random, clock, RING_BYTES, 50_000);
        Shuttle shuttle = new Shuttle(there, back, clock, ns -> Thread.onSpinWait(), 0);
        WarmUp.run(
                clock,
                () -> {
                    for (int i = 0; i < TURNS; i++) {
                        shuttle.turn();
                    }
                    return shuttle.reportNow().there().delivered() < PACKETS;
                });
    }

    /** Super-packets every so often, short frames between them; what is written is forgotten. */
    private static final class Ports implements FramePort {
        private static final int GAP_NS = 30_000;

        private final LongSupplier clock;
        private long nextNs;
        private int turn;

        Ports(LongSupplier clock) {
            this.clock = clock;
            this.nextNs = clock.getAsLong();
        }

        @Override
        public int read(MemorySegment memory, long at, int room) {
            if (clock.getAsLong() - nextNs < 0) {
                return 0;
            }
            nextNs += GAP_NS;
            return SampleFrame.write(memory, at, turn++ % 3);
        }

        @Override
        public boolean write(
                MemorySegment head, int headBytes, MemorySegment body, long bodyAt, int bodyBytes) {
            return true;
        }
    }
}
