package org.urdma4j.retransmit.sack;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;

class SackChannelTest {
    private static final long RTT = 2_000_000;
    private static final long SECOND = 1_000_000_000;
    private static final SackConfig CONFIG = new SackConfig(64, RTT / 4, 1 << 14);
    private static final Path CLEAN = (now, number, psn, again) -> RTT / 2;

    private static Channel channel(Path forward, Path back) {
        return new Channel(CONFIG, 0, RTT, forward, back);
    }

    private static Path losing(long seed, double share) {
        Random random = new Random(seed);
        return (now, number, psn, again) -> random.nextDouble() < share ? -1 : RTT / 2;
    }

    private static void assertDelivered(Channel channel, String as) {
        assertThat(channel.run(300 * SECOND)).as(as + " done").isTrue();
        assertThat(channel.placed).as(as).isEqualTo(channel.packets);
        assertThat(channel.sender.outstanding()).as(as).isZero();
        assertThat(channel.sender.nextTimerNs()).as(as).isEqualTo(Long.MAX_VALUE);
        assertThat(channel.sender.hasLost()).as(as).isFalse();
    }

    @Test
    void shouldSendNothingAgainOnACleanPath() {
        Channel channel = channel(CLEAN, CLEAN);
        assertDelivered(channel, "clean");
        assertThat(channel.resent).isZero();
        assertThat(channel.probes + channel.timeouts).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, (1L << 24) - 5000, (1L << 40) - 5000})
    void shouldSendEachLostPacketAgainOnce(long first) {
        for (int seed = 0; seed < 10; seed++) {
            Random random = new Random(seed);
            Set<Long> lost = new HashSet<>();
            Path forward =
                    (now, number, psn, again) -> {
                        if (!again && random.nextInt(50) == 0) {
                            lost.add(psn);
                            return -1;
                        }
                        return RTT / 2;
                    };
            Channel channel = new Channel(CONFIG, first, RTT, forward, CLEAN);
            assertDelivered(channel, "seed " + seed);
            long tail = first + channel.packets - 1;
            channel.sendings.forEach((psn, times) -> {
                if (psn != tail) {
                    assertThat(times).as("psn " + psn).isEqualTo(lost.contains(psn) ? 2 : 1);
                }
            });
            assertThat(channel.timeouts).isZero();
            assertThat(channel.sender.spurious()).isZero();
            assertThat(channel.receiver.missing()).isBetween(lost.size() - 5L, (long) lost.size());
        }
    }

    @Test
    void shouldDetectALostRetransmissionWithoutATimeout() {
        int[] lost = new int[1];
        Path forward = (now, number, psn, again) -> psn == 500 && lost[0]++ < 5 ? -1 : RTT / 2;
        Channel channel = channel(forward, CLEAN);
        channel.packets = 40_000;
        channel.window = 10_000;
        assertDelivered(channel, "lost again and again");
        assertThat(channel.sendings.get(500L)).isEqualTo(6);
        assertThat(channel.resent).isEqualTo(5);
        assertThat(channel.probes + channel.timeouts).isZero();
        assertThat(channel.sender.lostPackets()).isEqualTo(5);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void shouldDetectALostRetransmissionThatNothingFollows(int times) {
        int[] lost = new int[1];
        Path forward = (now, number, psn, again) -> psn == 100 && lost[0]++ < times ? -1 : RTT / 2;
        Channel channel = channel(forward, CLEAN);
        channel.packets = 200;
        assertDelivered(channel, "lost " + times + " times");
        assertThat(channel.sendings.get(100L)).isEqualTo(times + 1);
        assertThat(channel.resent).isEqualTo(times);
        assertThat(channel.probes + channel.timeouts).isZero();
        assertThat(channel.now).isLessThan(RTT * 3 / 2 + RTT * times * 3 / 2);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 10, 500})
    void shouldProbeALostTailBeforeAnyTimeout(int tail) {
        Path forward = (now, number, psn, again) -> psn >= 10_000 - tail && !again ? -1 : RTT / 2;
        Channel channel = channel(forward, CLEAN);
        assertDelivered(channel, "tail of " + tail);
        assertThat(channel.probes).isEqualTo(1);
        assertThat(channel.timeouts).isZero();
        assertThat(channel.resent).isEqualTo(tail);
        assertThat(channel.receiver.duplicates()).isZero();
    }

    @Test
    void shouldDeliverUnderAnyLossInBothDirections() {
        double[] shares = {0.001, 0.01, 0.05, 0.2, 0.5};
        for (int seed = 0; seed < 10; seed++) {
            double share = shares[seed % shares.length];
            Channel channel = channel(losing(seed, share), losing(seed + 100, share));
            channel.packets = 4000;
            channel.partRanges(3);
            String as = "seed " + seed + " loss " + share;
            assertDelivered(channel, as);
            assertThat(channel.receiver.duplicates())
                    .as(as)
                    .isLessThanOrEqualTo(channel.probes + (channel.timeouts > 0 ? 4000 : 0));
        }
    }

    @Test
    void shouldStopSendingForNothingWhenPacketsComeFiftyLate() {
        Random random = new Random(7);
        Path forward =
                (now, number, psn, again) ->
                        random.nextInt(20) == 0 ? RTT / 2 + random.nextInt(50_000) : RTT / 2;
        Channel channel = channel(forward, CLEAN);
        channel.packets = 100_000;
        channel.window = 4000;
        assertDelivered(channel, "reordered");
        assertThat(channel.receiver.reordering()).isBetween(30, 51);
        assertThat(channel.sender.spurious()).isLessThan(200);
        long early = channel.sender.spurious();
        channel.packets = 200_000;
        assertDelivered(channel, "reordered further");
        assertThat(channel.sender.spurious() - early).isLessThanOrEqualTo(10);
        assertThat(channel.timeouts).isZero();
    }

    @Test
    void shouldSurviveABlackoutOfTenSeconds() {
        Path forward =
                (now, number, psn, again) ->
                        now > 5_000_000 && now < 10 * SECOND + 5_000_000 ? -1 : RTT / 2;
        Channel channel = channel(forward, CLEAN);
        channel.packets = 30_000;
        assertDelivered(channel, "blackout");
        assertThat(channel.timeouts).isBetween(5L, 20L);
        assertThat(channel.now).isLessThan(10 * SECOND + 5_000_000 + 3 * SECOND);
        assertThat(channel.sender.rtoNs()).isEqualTo(RoundTrip.SMALLEST_RTO_NS);
        assertThat(channel.sender.silentSinceNs()).isGreaterThan(10 * SECOND);
    }

    @Test
    void shouldNotSendAgainWhatArrivedWhenOnlyReportsWereLost() {
        Path back = (now, number, psn, again) -> now > 5_000_000 && now < SECOND ? -1 : RTT / 2;
        Channel channel = channel(CLEAN, back);
        channel.packets = 50_000;
        assertDelivered(channel, "reports lost");
        assertThat(channel.sender.spurious() + channel.probes).isGreaterThan(0);
        assertThat(channel.sender.reorderingWindowNs()).isZero();
    }

    @Test
    void shouldIgnoreReportsThatWereOvertaken() {
        Random random = new Random(3);
        Path back = (now, number, psn, again) -> RTT / 2 + random.nextInt((int) RTT);
        Channel channel = channel(losing(3, 0.01), back);
        channel.packets = 20_000;
        assertDelivered(channel, "reports reordered");
        assertThat(channel.staleReports).isGreaterThan(10);
        assertThat(channel.timeouts).isZero();
        assertThat(channel.sender.spurious()).isZero();
    }

    @Test
    void shouldNotTakeTheNetworksDuplicatesForRetransmissions() {
        Channel channel = channel(CLEAN, CLEAN);
        channel.repeatEvery = 10;
        assertDelivered(channel, "repeated");
        assertThat(channel.receiver.duplicates()).isGreaterThan(900);
        assertThat(channel.sender.spurious()).isZero();
        assertThat(channel.resent).isZero();
    }

    @Test
    void shouldHoldNoMoreMemoryThanTheWindowNeeds() {
        Channel channel = channel(losing(5, 0.05), CLEAN);
        channel.packets = 100_000;
        channel.window = 4000;
        assertDelivered(channel, "memory");
        assertThat(channel.largestRing).isLessThanOrEqualTo(4096);
        assertThat(channel.receiver.mapCapacity()).isLessThanOrEqualTo(4096);
        assertThat(channel.sender.lostCapacity()).isLessThanOrEqualTo(4096);
        channel.sender.trim();
        channel.receiver.trim();
        assertThat(channel.sender.ringCapacity()).isEqualTo(8);
        assertThat(channel.sender.lostCapacity()).isEqualTo(4);
        assertThat(channel.receiver.mapCapacity()).isEqualTo(1024);
        assertThat(channel.receiver.holes().listed().capacity()).isEqualTo(4);
        channel.packets = 150_000;
        assertDelivered(channel, "memory of a window that grew again");
        channel.window = 10;
        channel.packets = 200_000;
        assertDelivered(channel, "memory of a small window");
        assertThat(channel.sender.ringCapacity()).isLessThanOrEqualTo(64);
        assertThat(channel.receiver.mapCapacity()).isEqualTo(1024);
    }
}
