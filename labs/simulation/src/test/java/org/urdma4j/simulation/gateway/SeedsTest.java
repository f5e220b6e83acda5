package org.urdma4j.simulation.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.simulation.Seeds;

/**
 * Random impairments of the long link both ways and of the local ones, of pools and of the gateways
 * themselves: every byte is right when a request completes, whatever happens, and in the mean
 * gateways make nothing worse.
 */
class SeedsTest {
    /** How many; {@code -Durdma4j.gateway.seeds} for others. */
    private static final int SEEDS =
            Integer.getInteger("urdma4j.gateway.seeds", (int) Seeds.size(200, 1000));

    /** What a timer of the hosts takes. */
    private static final long TIMER_NS = 4096L << LongPath.TIMEOUT;

    @Test
    void shouldNeverBeWorseThanNoGateways() {
        assertNotSlower(Plan::run, SEEDS / 10);
    }

    /** Then what differs is not chance, but what gateways do. */
    @Test
    void shouldSeldomBeSlowerWhereTheSamePacketsAreLost() {
        assertNotSlower(Plan::runWithSameLosses, SEEDS / 25);
    }

    private interface Run {
        long tookNs(Plan plan, long seed, boolean hasGateways);
    }

    private static void assertNotSlower(Run run, int most) {
        long withNs = 0;
        long withoutNs = 0;
        int slower = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            Plan plan = Plan.of(seed);
            try {
                long with = run.tookNs(plan, seed, true);
                long without = run.tookNs(plan, seed, false);
                withNs += with;
                withoutNs += without;
                slower += with > without + TIMER_NS ? 1 : 0;
            } catch (Throwable e) {
                throw new AssertionError("seed %d: %s".formatted(seed, plan), e);
            }
        }
        assertThat(withNs).isLessThan(withoutNs);
        assertThat(slower).as("seeds slower by more than a timer").isLessThanOrEqualTo(most);
    }
}
