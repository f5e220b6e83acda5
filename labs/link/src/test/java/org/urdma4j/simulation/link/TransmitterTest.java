package org.urdma4j.simulation.link;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.math.BigInteger;
import java.util.List;
import java.util.SplittableRandom;

class TransmitterTest {
    private static final BigInteger NANO_BITS = BigInteger.valueOf(8_000_000_000L);

    @ParameterizedTest
    @CsvSource({
        "1000000000, 1500, 12000",
        "100000000000, 4170, 333",
        "10000000000, 64, 51",
        "1000, 1, 8000000",
        "0, 1500, 0"
    })
    void shouldTakeThePacketsBitsDividedByTheRate(long rateBps, int bytes, long ns) {
        Transmitter transmitter = transmitter(rateBps, Long.MAX_VALUE);

        assertThat(transmitter.offer(700, bytes)).isTrue();

        assertThat(transmitter.departNs()).isEqualTo(700 + ns);
        assertThat(transmitter.queuedNs()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"100000000000, 0", "99999999977, 0", "7777777, -4000000000", "3, 12345"})
    void shouldNotDriftOverAMillionPackets(long rateBps, long startNs) {
        Transmitter transmitter = transmitter(rateBps, Long.MAX_VALUE);
        SplittableRandom random = new SplittableRandom(1);
        BigInteger bytes = BigInteger.ZERO;
        // at 3 bit/s a million packets would outlast the clock
        int packets = rateBps < 1000 ? 1000 : 1_000_000;
        for (int i = 0; i < packets; i++) {
            int packet = 60 + random.nextInt(9000);
            assertThat(transmitter.offer(startNs, packet)).isTrue();
            bytes = bytes.add(BigInteger.valueOf(packet));
            if (i % 100_000 == 99_999 || i == packets - 1) {
                BigInteger exact = bytes.multiply(NANO_BITS).divide(BigInteger.valueOf(rateBps));
                assertThat(transmitter.departNs() - startNs).isEqualTo(exact.longValueExact());
            }
        }
    }

    @Test
    void shouldNotDriftForASenderThatOffersAtEachDeparture() {
        Transmitter transmitter = transmitter(3_000_000_000L, 0);
        long now = 0;
        for (int i = 0; i < 1_000_000; i++) {
            assertThat(transmitter.offer(now, 100)).isTrue();
            now = transmitter.departNs();
        }

        // 100 bytes take 266 and two thirds ns
        assertThat(now).isEqualTo(1_000_000L * 800 / 3);
    }

    @Test
    void shouldStartAtOnceWhenIdle() {
        Transmitter transmitter = transmitter(1_000_000_000, Long.MAX_VALUE);
        transmitter.offer(0, 1000);

        assertThat(transmitter.offer(8_001, 1000)).isTrue();

        assertThat(transmitter.queuedNs()).isZero();
        assertThat(transmitter.departNs()).isEqualTo(16_001);
    }

    @Test
    void shouldHoldExactlyTheQueueBesideThePacketBeingSent() {
        Transmitter transmitter = transmitter(1_000_000_000, 3000);

        assertThat(transmitter.offer(0, 1000)).isTrue();
        assertThat(transmitter.offer(0, 1000)).isTrue();
        assertThat(transmitter.offer(0, 1000)).isTrue();
        assertThat(transmitter.offer(0, 1000)).isTrue();
        assertThat(transmitter.waitingBytes()).isEqualTo(3000);
        assertThat(transmitter.offer(0, 1)).isFalse();
        // the first leaves at 8,000 ns; only then does the second start and make room
        assertThat(transmitter.offer(7_999, 1)).isFalse();
        assertThat(transmitter.offer(8_000, 1001)).isFalse();
        assertThat(transmitter.offer(8_000, 1000)).isTrue();
        assertThat(transmitter.departNs()).isEqualTo(40_000);
        assertThat(transmitter.queuedNs()).isEqualTo(24_000);
    }

    @Test
    void shouldTakeAnyPacketWhenIdleEvenWithoutAQueue() {
        Transmitter transmitter = transmitter(1_000_000_000, 0);

        assertThat(transmitter.offer(0, 9000)).isTrue();
        assertThat(transmitter.offer(71_999, 1)).isFalse();
        assertThat(transmitter.offer(72_000, 9000)).isTrue();
    }

    @Test
    void shouldSendWhatStartsAfterAStepAtTheNewRate() {
        Transmitter transmitter =
                new Transmitter(
                        new StepFunction(
                                1_000_000_000,
                                List.of(new Step(10_000, 100_000_000), new Step(100_000, 0)),
                                50_000),
                        Long.MAX_VALUE,
                        null);

        long[] departs = new long[5];
        for (int i = 0; i < departs.length; i++) {
            transmitter.offer(50_000, 1000);
            departs[i] = transmitter.departNs() - 50_000;
        }

        // the second starts at 8,000, before the step; the third after it, the fifth after both
        assertThat(departs).containsExactly(8_000, 16_000, 96_000, 176_000, 176_000);
    }

    @Test
    void shouldForgetThousandsOfWaitingPacketsOneByOne() {
        Transmitter transmitter = transmitter(8_000_000_000L, Long.MAX_VALUE);
        long now = 0;
        long waiting = 0;
        for (int i = 0; i < 5000; i++) {
            transmitter.offer(now, 100);
            transmitter.offer(now, 100);
            now += 150;
            waiting = transmitter.waitingBytes();
        }

        // 100 ns each: of 200 bytes offered in 150 ns, 50 stay
        assertThat(waiting).isBetween(5000 * 50L - 200, 5000 * 50L + 200);
        transmitter.offer(now + 10_000_000, 1);
        assertThat(transmitter.waitingBytes()).isZero();
    }

    private static Transmitter transmitter(long rateBps, long queueBytes) {
        return new Transmitter(new StepFunction(rateBps, List.of(), 0), queueBytes, null);
    }
}
