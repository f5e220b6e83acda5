package org.urdma4j.congestion;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BurstPacerTest {
    private static final int PACKET = 4178;

    @Test
    void aBurstIsTheSmallerOf64KbAndAMillisecondButTwoPackets() {
        assertThat(BurstPacer.burstBytes(100_000_000_000L, PACKET)).isEqualTo(65_536);
        assertThat(BurstPacer.burstBytes(100_000_000L, PACKET)).isEqualTo(12_500);
        assertThat(BurstPacer.burstBytes(1_000_000L, PACKET)).isEqualTo(2 * PACKET);
    }

    @Test
    void sendsAtTheRateWhicheverWayItIsAsked() {
        BurstPacer pacer = new BurstPacer(PACKET);
        pacer.rate(0, 7_777_777_777L);
        long now = 0;
        long sent = 0;
        while (now < 1_000_000_000L) {
            long budget = pacer.budget(now);
            assertThat(budget).isPositive();
            pacer.onSent(now, budget);
            sent += budget;
            now = pacer.nextSendNs(now);
        }
        // One second at the rate, and the burst with which it began.
        assertThat(sent).isBetween(7_777_777_777L / 8, 7_777_777_777L / 8 + 2 * 65_536);
    }

    @Test
    void aLateTimerCostsOneBurstAtMost() {
        BurstPacer pacer = new BurstPacer(PACKET);
        pacer.rate(0, 8_000_000_000L);
        pacer.onSent(0, pacer.budget(0));
        assertThat(pacer.nextSendNs(0)).isEqualTo(65_536);
        assertThat(pacer.budget(65_535)).isZero();
        assertThat(pacer.budget(100_000)).isEqualTo(100_000);
        assertThat(pacer.budget(1_000_000)).isEqualTo(2 * 65_536);
    }

    @Test
    void aHostThatIsLateLosesNothingUpToTheLimit() {
        BurstPacer pacer = new BurstPacer(PACKET);
        pacer.lateLimit(1_000_000, Long.MAX_VALUE);
        pacer.rate(0, 8_000_000_000L);
        pacer.onSent(0, pacer.budget(0));
        assertThat(pacer.nextSendNs(0)).isEqualTo(65_536);
        assertThat(pacer.budget(500_000)).isEqualTo(500_000);
        pacer.onSent(500_000, 500_000);

        assertThat(pacer.nextSendNs(500_000)).isEqualTo(565_536);
        assertThat(pacer.budget(9_000_000)).isEqualTo(1_000_000 + 2 * 65_536);
        pacer.onSent(9_000_000, 1_000_000 + 2 * 65_536);
        assertThat(pacer.budget(9_000_000)).isZero();
    }

    @Test
    void whatPassesWhileTheBacklogGoesOutCountsAsWell() {
        BurstPacer pacer = new BurstPacer(PACKET);
        pacer.lateLimit(5_000_000, Long.MAX_VALUE);
        pacer.rate(0, 8_000_000_000L);
        pacer.onSent(0, pacer.budget(0));
        long dueNs = pacer.nextSendNs(0);

        // Away for 4 ms, then sending at twice the rate, a batch at a time.
        long sent = 0;
        long now = dueNs + 4_000_000;
        while (pacer.budget(now) > 0) {
            assertThat(pacer.nextSendNs(now)).isEqualTo(now);
            pacer.onSent(now, 65_536);
            sent += 65_536;
            now += 32_768;
        }
        assertThat(now).isGreaterThan(dueNs + 7_000_000);
        assertThat(sent).isBetween(now - 2 * 65_536, now + 65_536);
    }

    @Test
    void lateAgainAndAgainIsMadeUpForUpToTheLimitOnce() {
        BurstPacer pacer = new BurstPacer(PACKET);
        pacer.lateLimit(1_000_000, Long.MAX_VALUE);
        pacer.rate(0, 8_000_000_000L);
        pacer.onSent(0, pacer.budget(0));
        pacer.nextSendNs(0);
        assertThat(pacer.budget(5_000_000)).isEqualTo(1_000_000 + 2 * 65_536);
        assertThat(pacer.budget(10_000_000)).isEqualTo(1_000_000 + 2 * 65_536);
    }

    @Test
    void aBacklogLapsesWhenThereIsNothingToSend() {
        BurstPacer pacer = new BurstPacer(PACKET);
        pacer.lateLimit(1_000_000, Long.MAX_VALUE);
        pacer.rate(0, 8_000_000_000L);
        pacer.onSent(0, pacer.budget(0));
        pacer.nextSendNs(0);
        assertThat(pacer.budget(5_000_000)).isEqualTo(1_000_000 + 2 * 65_536);
        pacer.onIdle();
        assertThat(pacer.budget(5_000_000)).isEqualTo(2 * 65_536);
    }

    /**
     * After the initial window has gone out at 8 Gbit/s the first report says 80 Mbit/s: 10 ms are
     * then a hundred kilobytes, not ten millions.
     */
    @Test
    void whatIsMadeUpForIsOfTheRateThatHolds() {
        BurstPacer pacer = new BurstPacer(PACKET);
        pacer.lateLimit(10_000_000, Long.MAX_VALUE);
        pacer.rate(0, 8_000_000_000L);
        pacer.onSent(0, pacer.budget(0));
        pacer.nextSendNs(0);

        pacer.rate(80_000_000, 80_000_000L);

        assertThat(pacer.budget(80_000_000)).isBetween(100_000L, 100_000L + 2 * 65_536);
    }

    @Test
    void aSenderThatHadNothingToSendIsNotLate() {
        BurstPacer pacer = new BurstPacer(PACKET);
        pacer.lateLimit(1_000_000, Long.MAX_VALUE);
        pacer.rate(0, 8_000_000_000L);
        pacer.onSent(0, pacer.budget(0));
        pacer.nextSendNs(0);
        pacer.onIdle();
        assertThat(pacer.budget(9_000_000)).isEqualTo(2 * 65_536);
    }

    @Test
    void aNewRateKeepsWhatWasSavedAndOwed() {
        BurstPacer pacer = new BurstPacer(PACKET);
        pacer.rate(0, 8_000_000_000L);
        pacer.onSent(0, 3 * 65_536);
        pacer.rate(0, 4_000_000_000L);
        // Two bursts of debt and one to save up, at half a byte a nanosecond.
        assertThat(pacer.nextSendNs(0)).isEqualTo(3 * 65_536 * 2);
    }

    @Test
    void withoutARateEverythingMayLeave() {
        BurstPacer pacer = new BurstPacer(PACKET);
        assertThat(pacer.budget(5)).isEqualTo(Long.MAX_VALUE);
        assertThat(pacer.nextSendNs(5)).isEqualTo(5);
    }

    @Test
    void whoWaitsForEachAnswerFindsABurstOnAnEmptyPath() {
        BurstPacer pacer = new BurstPacer(PACKET);
        pacer.rate(0, 1_000_000);
        for (long now = 0; now < 100_000_000; now += 20_000) {
            pacer.onIdle();
            pacer.onPathNearlyEmpty(now, RateController.UNLIMITED);
            assertThat(pacer.budget(now)).isGreaterThanOrEqualTo(2 * PACKET);
            pacer.onSent(now, 2 * PACKET);
        }
    }

    @Test
    void anEmptyPathIsNoReasonToExceedTheCap() {
        BurstPacer pacer = new BurstPacer(PACKET);
        pacer.rate(0, 1_000_000);
        long sent = 0;
        for (long now = 0; now < 1_000_000_000; now += 20_000) {
            pacer.onIdle();
            pacer.onPathNearlyEmpty(now, 10_000_000);
            if (pacer.budget(now) > 0) {
                pacer.onSent(now, PACKET);
                sent += PACKET;
            }
        }
        assertThat(sent).isBetween(1_200_000L, 1_250_000L + 3 * PACKET);
    }

    @Test
    void whoWaitsForItsTurnIsPacedOnAnEmptyPathToo() {
        BurstPacer pacer = new BurstPacer(PACKET);
        pacer.rate(0, 1_000_000);
        pacer.onSent(0, pacer.budget(0));
        long due = pacer.nextSendNs(0);
        assertThat(due).isGreaterThan(60_000_000);

        pacer.onPathNearlyEmpty(due - 1, RateController.UNLIMITED);

        assertThat(pacer.budget(due - 1)).isZero();
    }
}
