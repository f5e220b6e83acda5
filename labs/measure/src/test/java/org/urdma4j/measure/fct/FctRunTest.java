package org.urdma4j.measure.fct;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.fixtures.Nightly;
import org.urdma4j.simulation.loss.LossSpec;

import java.util.List;

class FctRunTest {
    private static final LossSpec LOSS = LossSpec.parse("0.5%");

    private static FctResult run(FctScheme scheme, LossSpec loss) {
        return run(scheme, loss, 1.25, 3);
    }

    private static FctResult run(FctScheme scheme, LossSpec loss, double windowBdp, long seed) {
        FctOptions options =
                new FctOptions(
                        scheme,
                        FlowSizes.WEBSEARCH,
                        60,
                        400_000,
                        loss,
                        LossSpec.NONE,
                        0.2,
                        4,
                        2_500_000_000L,
                        10_000_000_000L,
                        1024,
                        windowBdp,
                        new FctQueue(1, false),
                        seed);
        return FctRun.run(options, _ -> {});
    }

    @Test
    void shouldCompleteEveryFlowByEveryScheme() {
        for (FctScheme scheme : FctScheme.values()) {
            FctResult result = run(scheme, LOSS);
            assertThat(result.collapsed()).as("%s", scheme).isFalse();
            assertThat(result.unfinished()).as("%s", scheme).isZero();
        }
    }

    @Test
    void copiesShouldBeatGoBackNAndCostTheHostsNothing() {
        FctResult copy = run(FctScheme.COPY, LOSS);

        assertThat(copy.meanMs()).isLessThan(0.65 * run(FctScheme.GBN, LOSS).meanMs());
        assertThat(copy.meanMs()).isLessThan(1.05 * run(FctScheme.SR, LOSS).meanMs());
        assertThat(copy.hostTimeouts()).isZero();
        assertThat(copy.left().resent).isPositive();
    }

    /** Windows of three round trips, so that much is behind each loss, and several at a time. */
    @Test
    void copiesShouldSpareHostsTheirTimersWhateverTheWindow() {
        for (long seed = 1; seed <= Nightly.times(2, 6); seed++) {
            FctResult result = run(FctScheme.COPY, LOSS, 3, seed);
            assertThat(result.left().resent).as("seed %d", seed).isPositive();
            assertThat(result.hostTimeouts()).as("seed %d", seed).isZero();
            assertThat(result.unfinished()).as("seed %d", seed).isZero();
        }
    }

    @Test
    void parityShouldSpareNearlyEveryRoundTrip() {
        FctResult fec = run(FctScheme.FEC, LossSpec.parse("0.1%"));

        assertThat(fec.meanMs()).isLessThan(1.1 * run(FctScheme.GBN, LossSpec.NONE).meanMs());
        assertThat(fec.right().repaired).isPositive();
        assertThat(fec.right().wronglyRepaired).isZero();
        assertThat(fec.repairShare()).isBetween(0.1, 0.13);
    }

    @Test
    void filteringShouldBeNearSelectiveRetransmission() {
        FctResult lr2 = run(FctScheme.LR2, LOSS);

        assertThat(lr2.meanMs()).isLessThan(1.4 * run(FctScheme.SR, LOSS).meanMs());
        assertThat(lr2.left().resent).isZero();
        assertThat(lr2.left().filtered).isPositive();
    }

    /** The link carries 1 MB in a round trip, as the paper's testbed. */
    @Test
    void paperShouldKeepToItsPoolsAndBeBelowGoBackN() {
        FctResult paper = run(FctScheme.LR2_PAPER, LOSS);

        assertThat(paper.meanMs()).isLessThan(run(FctScheme.GBN, LOSS).meanMs());
        assertThat(paper.left().resent).isZero();
        assertThat(paper.left().filtered).isPositive();
        assertThat(paper.right().reorderBytesMax).isBetween(1L, 1_000_000L);
        assertThat(paper.right().backupBytesMax).isBetween(1L, 50_000L);
    }

    @Test
    void gatewaysShouldCostNothingWithoutLoss() {
        double plain = run(FctScheme.GBN, LossSpec.NONE).meanMs();

        for (FctScheme scheme : FctScheme.values()) {
            if (scheme.hasGateways()) {
                double mean = run(scheme, LossSpec.NONE).meanMs();
                assertThat(mean / plain).as("%s", scheme).isBetween(0.99, 1.01);
            }
        }
    }

    private static double bulkShare(FctScheme scheme, long delayNs, String loss) {
        double lossless = bulk(FctScheme.GBN, delayNs, LossSpec.NONE).meanMs();
        FctResult result = bulk(scheme, delayNs, LossSpec.parse(loss));
        assertThat(result.unfinished()).isZero();
        return lossless / result.meanMs();
    }

    private static FctResult bulk(FctScheme scheme, long delayNs, LossSpec loss) {
        FctOptions options =
                new FctOptions(
                        scheme,
                        FlowSizes.read("bulk", List.of("399999999 0", "400000000 100")),
                        1,
                        delayNs,
                        loss,
                        LossSpec.NONE,
                        0.1,
                        1,
                        1_000_000_000L,
                        1_000_000_000L,
                        4096,
                        3,
                        new FctQueue(1, false),
                        5);
        return FctRun.run(options, _ -> {});
    }

    /** One flow that never rests, with a window of three round trips of its link. */
    @Test
    void bulkShouldGetOnByCopiesAndByTheHostsHelp() {
        assertThat(bulkShare(FctScheme.COPY, 10_000_000, "1%")).isGreaterThan(0.9);
        assertThat(bulkShare(FctScheme.LR2, 10_000_000, "1%")).isGreaterThan(0.4);
        assertThat(bulkShare(FctScheme.GBN, 10_000_000, "1%")).isLessThan(0.2);
        assertThat(bulkShare(FctScheme.COPY, 40_000_000, "0.1%")).isGreaterThan(0.9);
        assertThat(bulkShare(FctScheme.LR2, 40_000_000, "0.1%")).isGreaterThan(0.4);
    }

    @Test
    void shouldRepeatItself() {
        FctResult one = run(FctScheme.LR2, LOSS);
        FctResult other = run(FctScheme.LR2, LOSS);

        assertThat(one.tookNs()).isEqualTo(other.tookNs());
        assertThat(one.sentBytes()).isEqualTo(other.sentBytes());
    }
}
