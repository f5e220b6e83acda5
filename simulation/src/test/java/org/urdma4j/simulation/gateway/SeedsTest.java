package org.urdma4j.simulation.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.codec.ib.Psn;
import org.urdma4j.gateway.packet.GatewayConfig;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.simulation.link.LinkConfigBuilder;
import org.urdma4j.simulation.loss.LossSpec;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Random impairments of the long link both ways and of the local ones: every byte is right when a
 * request completes, whatever happens, and gateways make nothing worse.
 */
class SeedsTest {
    private static final int SEEDS = 400;

    /** What a seed stands for, the same for a path with gateways and one without. */
    private record Plan(
            LinkConfig there,
            LinkConfig back,
            LinkConfig local,
            GatewayConfig gateways,
            int firstPsn,
            List<Integer> packets,
            long endGatewaysNs) {
        static Plan of(long seed) {
            SplittableRandom random = new SplittableRandom(seed);
            GatewayConfig.Builder config = LongPath.copying();
            switch (random.nextInt(6)) {
                case 0 -> config.pools(8 << 10, 8 << 10, 8 << 10);
                case 1 -> config.pools(0, 0, 1 << 20);
                case 2 -> config.pools(1 << 20, 1 << 20, 0);
                case 3 -> config.packets(5).maxFlows(2);
                default -> {}
            }
            List<Integer> packets = new ArrayList<>();
            for (int i = 0; i < LongPath.PIECES; i++) {
                packets.add(1 + random.nextInt(32));
            }
            return new Plan(
                    impaired(LongPath.LONG, random),
                    impaired(LongPath.LONG, random),
                    random.nextInt(4) == 0
                            ? LongPath.LOCAL.toBuilder().loss(LossSpec.parse("1%")).build()
                            : LongPath.LOCAL,
                    config.build(),
                    random.nextBoolean()
                            ? Psn.SPACE - 1 - random.nextInt(60)
                            : random.nextInt(1 << 24),
                    packets,
                    random.nextInt(5) == 0 ? random.nextLong(40_000_000) : Long.MAX_VALUE);
        }

        private static LinkConfig impaired(LinkConfig link, SplittableRandom random) {
            LinkConfigBuilder builder = link.toBuilder();
            switch (random.nextInt(4)) {
                case 0 -> builder.loss(LossSpec.parse("1%"));
                case 1 -> builder.loss(LossSpec.parse("5%"));
                case 2 -> builder.loss(LossSpec.parse("ge:0.01,0.6"));
                default -> {}
            }
            if (random.nextInt(3) == 0) {
                builder.reorder(0.02, 1 + random.nextLong(300_000));
            }
            if (random.nextInt(3) == 0) {
                builder.duplicate(0.02);
            }
            if (random.nextInt(3) == 0) {
                builder.corrupt(0.01);
            }
            if (random.nextInt(5) == 0) {
                builder.blackout(random.nextLong(20_000_000), 1 + random.nextLong(10_000_000));
            }
            return builder.build();
        }
    }

    /** Returns how long it took. */
    private static long run(long seed, Plan plan, GatewayConfig gateways) {
        LongPath path =
                new LongPath(
                        seed, plan.firstPsn(), gateways, plan.there(), plan.back(), plan.local());
        for (int packets : plan.packets()) {
            path.write(packets);
        }
        if (gateways != null && plan.endGatewaysNs() < Long.MAX_VALUE) {
            path.network.time().schedule(plan.endGatewaysNs(), path.left::close);
            path.network.time().schedule(plan.endGatewaysNs(), path.right::close);
        }
        path.finish();
        long tookNs = path.doneAtNs.getLast();
        path.close();
        return tookNs;
    }

    @Test
    void shouldNeverBeWorseThanNoGateways() {
        long withNs = 0;
        long withoutNs = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            Plan plan = Plan.of(seed);
            try {
                long tookNs = run(seed, plan, plan.gateways());
                withNs += tookNs;
                withoutNs += run(seed, plan, null);
            } catch (Throwable e) {
                throw new AssertionError("seed %d: %s".formatted(seed, plan), e);
            }
        }
        assertThat(withNs).isLessThan(withoutNs);
    }
}
