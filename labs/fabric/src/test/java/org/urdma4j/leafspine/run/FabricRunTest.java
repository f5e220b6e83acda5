package org.urdma4j.leafspine.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.urdma4j.leafspine.balance.LoadBalance;
import org.urdma4j.leafspine.pattern.Pattern;
import org.urdma4j.leafspine.topology.Shape;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

class FabricRunTest {
    private static final long G100 = 100_000_000_000L;
    private static final Shape PAPERS = new Shape(4, 8, G100, 4, G100, 4, Shape.DELAY_PS);
    private static final Shape SMALL = new Shape(3, 2, G100, 2, G100, 2, Shape.DELAY_PS);

    /** A NIC a server, and uplinks of four times its rate: nothing meets anything. */
    private static final Shape ROOMY = new Shape(4, 1, G100, 4, 4 * G100, 4, Shape.DELAY_PS);

    private static FabricOptions options(Pattern pattern, long bytes, Shape shape, Scheme scheme) {
        long rounded = pattern.rounded(bytes, shape.servers());
        return new FabricOptions(pattern, rounded, shape, scheme, null, 0, 1);
    }

    private static FabricResult run(Pattern pattern, long bytes, Shape shape, Scheme scheme) {
        return FabricRun.run(options(pattern, bytes, shape, scheme));
    }

    @ParameterizedTest
    @EnumSource
    void shouldTakeTheIdealTimeWithoutContention(Pattern pattern) {
        Scheme plain = Scheme.standard(LoadBalance.ECMP, RateControl.NONE, false, 1);
        // several senders into one NIC would contend there
        boolean oneSender = pattern == Pattern.ALLREDUCE || pattern == Pattern.PERMUTATION;
        Shape shape = oneSender ? ROOMY : new Shape(2, 1, G100, 4, 4 * G100, 4, Shape.DELAY_PS);

        FabricResult result = run(pattern, 16 << 20, shape, plain);

        assertThat(result.shareOfIdeal()).isCloseTo(1, within(0.01));
        assertThat(result.shareOfIdeal()).isLessThanOrEqualTo(1);
        assertThat(result.dropped()).isZero();
        assertThat(result.againShare()).isZero();
    }

    @Test
    void idealShouldBeWhatBytesAndWaysTake() {
        FabricOptions ring = options(Pattern.ALLREDUCE, 4 * 4096 * 100, PAPERS, Scheme.BASELINE);
        // six steps of 100 packets of 334.24 ns; then three more cables for the last, and 4 us
        double stepNs = 100 * 334.24 + 3 * 334.24 + 4000;

        assertThat(Ideal.ps(ring) / 1000).isCloseTo(6 * stepNs, within(1.0));
    }

    static Stream<Scheme> schemes() {
        List<Scheme> all = new ArrayList<>();
        for (LoadBalance by : LoadBalance.values()) {
            if (by != LoadBalance.GSE_HOST) {
                all.add(Scheme.standard(by, RateControl.DCQCN, false, 1));
            }
            if (!by.isOfLeaves()) {
                all.add(Scheme.urdma(by, RateControl.GRANTS));
            }
        }
        all.add(Scheme.standard(LoadBalance.ECMP, RateControl.NONE, true, 2));
        all.add(Scheme.standard(LoadBalance.ECMP, RateControl.NONE, false, 1));
        all.add(Scheme.standard(LoadBalance.ECMP, RateControl.HPCC, false, 4));
        all.add(Scheme.standard(LoadBalance.ECMP, RateControl.TIMELY, false, 1));
        all.add(Scheme.urdma(LoadBalance.ECMP, RateControl.RRCC));
        all.add(Scheme.urdma(LoadBalance.GSE_HOST, RateControl.RRCC));
        return all.stream();
    }

    @ParameterizedTest
    @MethodSource("schemes")
    void shouldBringAllToItsEndTheSameWayEachTime(Scheme scheme) {
        for (Pattern pattern : Pattern.values()) {
            FabricOptions options = options(pattern, 1 << 20, SMALL, scheme);
            FabricResult result = FabricRun.run(options);

            assertThat(result.isOver()).as(pattern.label()).isTrue();
            assertThat(result.shareOfIdeal()).as(pattern.label()).isLessThanOrEqualTo(1);
            assertThat(FabricRun.run(options)).isEqualTo(result);
        }
    }

    @ParameterizedTest
    @MethodSource("schemes")
    void shouldLoseNoByteOfAnySwitch(Scheme scheme) {
        for (Pattern pattern : Pattern.values()) {
            FabricOptions options = options(pattern, 1 << 20, SMALL, scheme);
            FabricRun.Books books = FabricRun.books(options);

            requireEven(books, pattern.label());
        }
    }

    @Test
    void anotherSeedShouldHashDifferently() {
        FabricOptions options = options(Pattern.ALLTOALL, 1 << 20, PAPERS, Scheme.BASELINE);

        assertThat(FabricRun.run(options.seeded(2)).jctPs())
                .isNotEqualTo(FabricRun.run(options).jctPs());
    }

    @Test
    void pfcShouldDropNothingWhereItWouldBeDroppedWithout() {
        Scheme lossy = Scheme.standard(LoadBalance.ECMP, RateControl.NONE, false, 1);
        Scheme lossless = Scheme.standard(LoadBalance.ECMP, RateControl.NONE, true, 1);

        FabricResult dropping = run(Pattern.INCAST, 2 << 20, PAPERS, lossy);
        FabricResult pausing = run(Pattern.INCAST, 2 << 20, PAPERS, lossless);

        assertThat(dropping.dropped()).isPositive();
        assertThat(dropping.pauses()).isZero();
        assertThat(pausing.dropped()).isZero();
        assertThat(pausing.pauses()).isPositive();
        assertThat(pausing.shareOfIdeal()).isGreaterThan(0.95);
    }

    @Test
    void grantsShouldKeepIncastsQueueShort() {
        FabricOptions options =
                options(
                        Pattern.INCAST,
                        2 << 20,
                        PAPERS,
                        Scheme.urdma(LoadBalance.GSE_HOST, RateControl.GRANTS));
        FabricResult result = FabricRun.run(options);
        double bdpKb = G100 / 8e15 * Ideal.rttPs(PAPERS);

        assertThat(result.dropped()).isZero();
        assertThat(result.queueKbP99()).isLessThan(1.5 * bdpKb + 31 * 4 * 4.198);
        assertThat(result.shareOfIdeal()).isGreaterThan(0.95);
    }

    @Test
    void containersOfHostsAndLeavesShouldBeNearTheIdeal() {
        for (Pattern pattern : List.of(Pattern.ALLTOALL, Pattern.ALLREDUCE)) {
            FabricResult host =
                    run(
                            pattern,
                            8 << 20,
                            PAPERS,
                            Scheme.urdma(LoadBalance.GSE_HOST, RateControl.GRANTS));
            FabricResult leaf =
                    run(
                            pattern,
                            8 << 20,
                            PAPERS,
                            Scheme.standard(LoadBalance.GSE_LEAF, RateControl.DCQCN, false, 1));

            assertThat(host.shareOfIdeal()).as(pattern.label()).isGreaterThan(0.9);
            assertThat(leaf.shareOfIdeal()).as(pattern.label()).isGreaterThan(0.85);
            assertThat(leaf.reorderedShare()).isZero();
            assertThat(host.reorderedShare()).isPositive();
        }
    }

    @ParameterizedTest
    @MethodSource("schemes")
    void aDeadUplinkShouldCostBytesNoMessage(Scheme scheme) {
        FabricOptions whole = options(Pattern.ALLTOALL, 2 << 20, SMALL, scheme);
        FabricResult result =
                FabricRun.run(
                        new FabricOptions(
                                whole.pattern(),
                                whole.bytes(),
                                SMALL,
                                scheme,
                                "A-1.2",
                                20_000_000L,
                                1));

        assertThat(result.isOver()).isTrue();
    }

    @Test
    void aDeadUplinkShouldCostContainersLittleAndLeavesSort() {
        Shape three = PAPERS.withSpines(3);
        Scheme host = Scheme.urdma(LoadBalance.GSE_HOST, RateControl.GRANTS);
        Scheme leaf = Scheme.standard(LoadBalance.GSE_LEAF, RateControl.DCQCN, false, 1);
        for (Scheme scheme : List.of(host, leaf)) {
            FabricResult result =
                    FabricRun.run(
                            new FabricOptions(
                                    Pattern.ALLREDUCE, 8 << 20, three, scheme, "A-1.1", 0, 1));

            // 11 of 12 uplinks carry what 8 NICs send
            assertThat(result.shareOfIdeal()).as(scheme.label()).isGreaterThan(0.85);
            assertThat(result.lost()).isZero();
            if (scheme.equals(leaf)) {
                assertThat(result.sortKbMax()).isPositive();
                assertThat(result.reorderedShare()).isZero();
            }
        }
    }

    /** Spines that have lost a cable grant less: without spare capacity 7 of 8 uplinks are left. */
    @Test
    void weightsOfSpinesShouldUseWhatADeadUplinkLeaves() {
        Shape tight = new Shape(4, 8, G100, 2, G100, 4, Shape.DELAY_PS);
        double[] shares = new double[2];
        for (LoadBalance by : List.of(LoadBalance.GSE_LEAF, LoadBalance.GSE_WEIGHTS)) {
            Scheme scheme = Scheme.standard(by, RateControl.DCQCN, false, 1);
            FabricResult result =
                    FabricRun.run(
                            new FabricOptions(
                                    Pattern.ALLTOALL, 6 << 20, tight, scheme, "A-1.1", 0, 1));
            assertThat(result.isOver()).isTrue();
            assertThat(result.reorderedShare()).isZero();
            shares[by == LoadBalance.GSE_LEAF ? 0 : 1] = result.shareOfIdeal();
        }
        assertThat(shares[1]).isGreaterThan(0.75).isGreaterThan(1.2 * shares[0]);
    }

    /** Leaves send again what the cable takes with it, before NICs notice. */
    @Test
    void leavesShouldHealWhatAnUplinkTakesAlong() {
        Shape three = PAPERS.withSpines(3);
        Scheme leaf = Scheme.standard(LoadBalance.GSE_LEAF, RateControl.DCQCN, false, 1);
        FabricOptions whole = options(Pattern.ALLTOALL, 16 << 20, three, leaf);
        FabricOptions dying =
                new FabricOptions(
                        whole.pattern(), whole.bytes(), three, leaf, "A-1.1", 500_000_000L, 1);

        FabricResult result = FabricRun.run(dying);

        assertThat(result.lost()).isPositive();
        assertThat(result.jctMs() - result.idealMs()).isLessThan(1);
        assertThat(result.againShare()).isLessThan(0.001);
        assertThat(result.timeouts()).isZero();
        requireEven(FabricRun.books(dying), "all to all");
    }

    /** What a dying uplink only delays is asked for, too, and comes twice. */
    @Test
    void copiesOfWhatHasComeShouldBeFreed() {
        Scheme leaf = Scheme.standard(LoadBalance.GSE_LEAF, RateControl.DCQCN, false, 1);
        long duplicates = 0;
        for (int seed = 1; seed <= 4; seed++) {
            for (Pattern pattern : Pattern.values()) {
                long bytes = pattern.rounded(2 << 20, SMALL.servers());
                long atPs = seed * 20_000_000L;
                FabricOptions dying =
                        new FabricOptions(pattern, bytes, SMALL, leaf, "A-1.2", atPs, seed);
                FabricRun.Books books = FabricRun.books(dying);
                requireEven(books, "%s, seed %d".formatted(pattern.label(), seed));
                duplicates += books.duplicates();
            }
        }
        assertThat(duplicates).isPositive();
    }

    private static void requireEven(FabricRun.Books books, String what) {
        assertThat(books.unaccountedBytes()).as(what).containsOnly(0L);
        assertThat(books.usedBytes()).as(what).containsOnly(0L);
        assertThat(books.payloadBytes()).as(what).isEqualTo(books.wantedBytes());
        assertThat(books.livePackets()).as(what).isZero();
    }

    @Test
    void shouldSayWhichUplinksThereAre() {
        FabricOptions options =
                new FabricOptions(Pattern.INCAST, 1000, PAPERS, Scheme.BASELINE, "E-1.1", 0, 1);

        assertThatThrownBy(() -> FabricRun.run(options))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("--fail: there is no uplink E-1.1; they are A-1.1 to D-4.4");
    }
}
