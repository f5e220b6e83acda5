package org.urdma4j.congestion;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Pacing packet by packet, at a rate that a controller changes. */
class RatePacerTest {
    private static final int PACKET = 4178;
    private static final long LINE = 100_000_000_000L;

    private final RatePacer pacer = new RatePacer();

    private static RatePacer dcqcn(RatePacer pacer, long limit) {
        pacer.control(new Dcqcn(DcqcnConfig.scaled(LINE)));
        pacer.rate(limit, PACKET);
        return pacer;
    }

    /** Packets are a little shorter than the largest: no two may go for one. */
    @Test
    void shouldReleaseOnePacketAtATimeAtTheRate() {
        dcqcn(pacer, 0);
        long now = 0;
        long bytes = 0;
        int packets = 0;
        while (now < 10_000_000) {
            int sent = 0;
            for (long budget = pacer.budget(now); budget > 0; budget -= PACKET - 20) {
                pacer.onTransmit(now, PACKET - 20);
                bytes += PACKET - 20;
                sent++;
            }
            assertThat(sent).isOne();
            packets++;
            now = pacer.nextTransmitNs(now);
        }
        assertThat(8e9 * bytes / now).isBetween(0.999 * LINE, 1.001 * LINE);
        assertThat(packets).isGreaterThan(29_000);
    }

    @Test
    void shouldSlowDownWhenNotified() {
        dcqcn(pacer, 0);
        pacer.budget(0);
        pacer.onTransmit(0, PACKET);
        pacer.onNotified(1);

        assertThat(pacer.pacingBitsPerSecond()).isEqualTo(LINE / 2);
        assertThat(pacer.controller().state()).isEqualTo("recovery");
        long next = pacer.nextTransmitNs(1);
        assertThat(next).isBetween(650L, 680L); // 334 ns at the rate of the line
        assertThat(pacer.budget(next - 1)).isZero();
        assertThat(pacer.budget(next)).isPositive();
    }

    @Test
    void shouldNeverExceedTheLimit() {
        dcqcn(pacer, 10_000_000_000L);
        assertThat(pacer.pacingBitsPerSecond()).isEqualTo(10_000_000_000L);
        pacer.rate(0, PACKET);
        pacer.budget(0);
        assertThat(pacer.pacingBitsPerSecond()).isEqualTo(LINE);
    }

    /** What a host that came late has missed leaves at once, a quarter of a megabyte at most. */
    @Test
    void shouldMakeUpForLatenessUpToALimit() {
        dcqcn(pacer, 0);
        pacer.budget(0);
        pacer.onTransmit(0, PACKET);
        long next = pacer.nextTransmitNs(0);
        assertThat(pacer.budget(next + 8_000)).isBetween(99_000L, 101_000L);
        assertThat(pacer.budget(next + 10_000_000)).isBetween(262_000L, 263_000L);
    }

    @Test
    void shouldGoByTheLimitAloneWithoutAController() {
        pacer.rate(0, PACKET);
        assertThat(pacer.budget(0)).isEqualTo(Long.MAX_VALUE);
        assertThat(pacer.controller()).isNull();
        pacer.onNotified(1);
        pacer.onRoundTrip(1, 1000);
        pacer.rate(8_000_000_000L, PACKET);
        assertThat(pacer.budget(1)).isEqualTo(65_536);

        dcqcn(pacer, 0).control(null);
        pacer.rate(0, 0);
        assertThat(pacer.budget(2)).isEqualTo(Long.MAX_VALUE);
        assertThat(pacer.sampleBytes()).isEqualTo(Long.MAX_VALUE);
    }
}
