package org.urdma4j.fec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FecPolicyTest {
    /** 100 Gbit/s, 20 ms, 4096 bytes of payload in 4178 on the wire. */
    private static final long BDP = 59_837;

    private final FecPolicy auto = new FecPolicy(FecMode.AUTO, 256);

    @Test
    void shouldDoNothingWhenOffOrNothingIsLost() {
        FecPolicy off = new FecPolicy(FecMode.OFF, 256);
        off.path(0.01, 1, 1, BDP);
        assertThat(off.next(100, 100, 100)).isFalse();
        assertThat(auto.next(100, 100, 100)).isFalse();
        auto.path(0, 1, 1, BDP);
        assertThat(auto.next(100, 100, 100)).isFalse();
        auto.path(0.01, 1, 1, 0);
        assertThat(auto.next(100, 100, 100)).isFalse();
    }

    @Test
    void shouldDoNothingOnShortPaths() {
        auto.path(0.0001, 1, 1, 10);
        assertThat(auto.next(10, 10, 10)).isFalse();
    }

    @Test
    void shouldProtectTheEndOfABulkTransferOnly() {
        auto.path(0.001, 1, 1, BDP);
        long size = 100 * BDP;
        assertThat(auto.next(size, size, size)).isFalse();
        assertThat(auto.next(size, 3 * BDP, 3 * BDP)).isFalse();
        assertThat(auto.next(size, BDP, BDP)).isTrue();
        assertThat(auto.next(size, 1, 1)).isTrue();
        // The end of a long message, with more to follow; not that of a short one.
        assertThat(auto.next(size, BDP, size)).isTrue();
        assertThat(auto.next(4096, 4096, size)).isFalse();
        assertThat(auto.next(4096, 4096, 2 * BDP)).isTrue();
    }

    @Test
    void shouldProtectMoreOfTheEndWhereRepeatedLossesOutlastIt() {
        long size = 100 * BDP;
        auto.path(0.0001, 1, 1, BDP);
        assertThat(auto.next(size, 2 * BDP, 2 * BDP)).isFalse();
        auto.path(0.01, 1, 1, BDP);
        assertThat(auto.next(size, 2 * BDP, 2 * BDP)).isTrue();
    }

    /** A message of 16 MiB, or twice that, needs no retransmission in 99 of 100 cases. */
    @ParameterizedTest
    @CsvSource({"0.0001,4096", "0.001,4096", "0.003,4096", "0.01,4096", "0.01,5000", "0.01,8191"})
    void shouldCompleteMessagesWithinARoundTrip(double loss, int packets) {
        auto.path(loss, 1, 1, BDP);
        assertThat(auto.next(packets, packets, packets)).isTrue();
        double residual =
                auto.scheme() == FecScheme.INTERLEAVED
                        ? loss * (1 - Math.pow(1 - loss, auto.k()))
                        : FecResidual.twoDimensional(loss, auto.k(), auto.r());
        assertThat(1 - Math.pow(1 - residual, packets)).isLessThan(0.01);
        double overhead =
                (double) FecScheme.parities(auto.scheme(), auto.r(), auto.members())
                        / auto.members();
        assertThat(overhead).isLessThanOrEqualTo(0.5);
    }

    @Test
    void shouldTakeTablesWhereOneDimensionCannotReachIt() {
        auto.path(0.01, 1, 1, BDP);
        auto.next(4096, 4096, 4096);
        assertThat(auto.scheme()).isEqualTo(FecScheme.TWO_DIMENSIONAL);
        auto.path(1e-5, 1, 1, BDP);
        auto.next(64, 64, 64);
        assertThat(auto.scheme()).isEqualTo(FecScheme.INTERLEAVED);
    }

    @Test
    void shouldSendASinglePacketTwice() {
        auto.path(0.001, 1, 1, BDP);
        assertThat(auto.next(1, 1, 1)).isTrue();
        assertThat(auto.k()).isEqualTo(1);
        assertThat(auto.r()).isEqualTo(1);
        assertThat(auto.members()).isEqualTo(1);
    }

    @Test
    void shouldHaveAsManyParitiesAsABurstIsLong() {
        auto.path(0.001, 4, 17, BDP);
        for (long left = 1; left < 3000; left++) {
            assertThat(auto.next(left, left, left)).isTrue();
            assertThat(auto.r()).isGreaterThanOrEqualTo((int) Math.min(17, left));
        }
        FecPolicy few = new FecPolicy(FecMode.AUTO, 16);
        few.path(0.001, 4, 17, BDP);
        assertThat(few.next(4096, 4096, 4096)).isFalse();
    }

    @Test
    void shouldChooseOnlyGroupsThatCanBeSentAndEndWithTheTransfer() {
        FecEncoder encoder = new FecEncoder(4, true, 100);
        FecPolicy policy = new FecPolicy(FecMode.AUTO, 100);
        for (double loss : new double[] {1e-5, 1e-4, 1e-3, 1e-2, 0.1, 0.9}) {
            for (int burst : new int[] {1, 5, 60}) {
                policy.path(loss, Math.sqrt(burst), burst, 6000);
                for (long size : new long[] {1, 2, 3, 7, 50, 1000, 5999, 20_000}) {
                    long left = size;
                    while (left > 0) {
                        if (!policy.next(size, left, left)) {
                            left--;
                            continue;
                        }
                        assertThat(policy.members()).isBetween(1, policy.k() * policy.r());
                        assertThat((long) policy.members()).isLessThanOrEqualTo(left);
                        encoder.open(0, policy.scheme(), policy.r(), policy.k());
                        left -= policy.members();
                    }
                    assertThat(left).isZero();
                }
            }
        }
    }

    @Test
    void shouldMakeGroupsUntilTheEndAboutEqual() {
        FecPolicy paper = new FecPolicy(FecMode.PAPER, 256);
        // 4 x 20 members are a full group.
        assertThat(paper.next(90, 90, 90)).isTrue();
        assertThat(paper.members()).isEqualTo(45);
        assertThat(paper.r()).isEqualTo(3);
        assertThat(paper.k()).isEqualTo(15);
    }

    @Test
    void shouldMakeLargerGroupsAtHigherLossAsThePaperDoes() {
        FecPolicy paper = new FecPolicy(FecMode.PAPER, 256);
        int[] members = new int[6];
        double[] losses = {0, 0.0001, 0.001, 0.01, 0.05, 0.5};
        for (int i = 0; i < losses.length; i++) {
            paper.path(losses[i], 1, 1, BDP);
            assertThat(paper.next(1 << 30, 1 << 30, 1 << 30)).isTrue();
            assertThat(paper.scheme()).isEqualTo(FecScheme.INTERLEAVED);
            members[i] = paper.members();
        }
        assertThat(members).containsExactly(80, 160, 320, 640, 1280, 1280);
    }

    @Test
    void shouldKeepToFixedGroups() {
        FecPolicy fixed = new FecPolicy(FecMode.parse("2d:10,12"), 22);
        assertThat(fixed.next(1000, 1000, 1000)).isTrue();
        assertThat(fixed.scheme()).isEqualTo(FecScheme.TWO_DIMENSIONAL);
        assertThat(fixed.k()).isEqualTo(10);
        assertThat(fixed.r()).isEqualTo(12);
        assertThat(fixed.members()).isEqualTo(120);
        fixed.next(1000, 7, 7);
        assertThat(fixed.members()).isEqualTo(7);
        assertThatThrownBy(() -> new FecPolicy(FecMode.parse("2d:10,12"), 21))
                .hasMessageContaining("more than 21 parities");
    }
}
