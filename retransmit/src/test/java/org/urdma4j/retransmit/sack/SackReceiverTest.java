package org.urdma4j.retransmit.sack;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

class SackReceiverTest {
    private static final long RTT = 1_000_000;
    private static final long T = RTT / 4;
    private static final int N = 16;

    private static SackReceiver receiver(long first, int window) {
        SackReceiver receiver = new SackReceiver(new SackConfig(N, T, window));
        receiver.start(first);
        receiver.roundTrip(RTT);
        return receiver;
    }

    private static List<String> report(SackReceiver receiver, long now) {
        List<String> ranges = new ArrayList<>();
        receiver.beginReport(now);
        for (long psn = receiver.nextFirst(); psn >= 0; psn = receiver.nextFirst()) {
            ranges.add(psn + "+" + receiver.nextCount());
        }
        receiver.endReport(now);
        return ranges;
    }

    private static void arrive(SackReceiver receiver, long now, long... psns) {
        for (long psn : psns) {
            receiver.onPacket(now, psn, false, now - RTT / 2, 4096);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1000, (1L << 24) - 20, (1L << 40) - 20})
    void shouldAgreeWithTheModelOverSmallWindows(long first) {
        for (int seed = 0; seed < 100; seed++) {
            Random random = new Random(seed);
            int window = 1 + random.nextInt(200);
            SackReceiver receiver = receiver(first, window);
            ReceiverModel model = new ReceiverModel(first);
            long now = 0;
            for (int step = 0; step < 300; step++) {
                now += random.nextInt(100_000);
                String at = "seed " + seed + " step " + step + " first " + first;
                if (random.nextInt(8) == 0) {
                    compareReports(receiver, model, now, at);
                } else {
                    int ahead = random.nextInt(4) == 0 ? window + 2 : Math.min(window, 12);
                    long psn = model.cumulative() - 2 + random.nextInt(ahead + 2);
                    step(receiver, model, now, psn, random, window, at);
                }
                assertThat(receiver.cumulative()).as(at).isEqualTo(model.cumulative());
                assertThat(receiver.highest()).as(at).isEqualTo(model.highest);
                assertThat(receiver.missing()).as(at).isEqualTo(model.missed);
            }
        }
    }

    private static void step(
            SackReceiver receiver,
            ReceiverModel model,
            long now,
            long psn,
            Random random,
            int window,
            String at) {
        Arrival expected = model.has(psn) ? Arrival.DUPLICATE : Arrival.NEW;
        if (psn >= model.cumulative() + window) {
            expected = Arrival.BEYOND;
        }
        assertThat(receiver.classify(psn)).as(at + " psn " + psn).isEqualTo(expected);
        if (expected == Arrival.NEW) {
            boolean again = random.nextBoolean();
            receiver.onPacket(now, psn, again, now - random.nextInt(100_000), 100);
            model.arrive(now, psn, !again);
        } else if (expected == Arrival.DUPLICATE) {
            receiver.onDuplicate(now, psn, now, 100);
        }
    }

    private static void compareReports(
            SackReceiver receiver, ReceiverModel model, long now, String at) {
        receiver.beginReport(now);
        Set<Long> expected =
                model.report(now, receiver.reordering(), receiver.reorderingNs(), RTT + RTT / 8);
        Set<Long> named = new TreeSet<>();
        for (long psn = receiver.nextFirst(); psn >= 0; psn = receiver.nextFirst()) {
            for (long i = 0; i < receiver.nextCount(); i++) {
                assertThat(named.add(psn + i)).as(at + " twice " + (psn + i)).isTrue();
            }
        }
        receiver.endReport(now);
        assertThat(named).as(at).isEqualTo(expected);
    }

    @Test
    void shouldNameAHoleThriceAndThenOnceARoundTrip() {
        SackReceiver receiver = receiver(0, 1000);
        arrive(receiver, 0, 0, 3, 4, 5);

        assertThat(report(receiver, 1)).containsExactly("1+2");
        assertThat(report(receiver, 2)).containsExactly("1+2");
        assertThat(report(receiver, 3)).containsExactly("1+2");
        assertThat(report(receiver, 4)).isEmpty();
        assertThat(receiver.nextReportNs()).isEqualTo(3 + RTT * 9 / 8);
        assertThat(report(receiver, 2 + RTT * 9 / 8)).isEmpty();
        assertThat(report(receiver, 3 + RTT * 9 / 8)).containsExactly("1+2");
        assertThat(report(receiver, 4 + RTT * 9 / 8)).isEmpty();
    }

    @Test
    void shouldNameTheRemainingPartsOfAHole() {
        SackReceiver receiver = receiver(0, 1000);
        arrive(receiver, 0, 0, 10, 11, 12);
        assertThat(report(receiver, 1)).containsExactly("1+9");

        receiver.onPacket(2, 4, true, 0, 100);
        receiver.onRepaired(2, 5);

        assertThat(report(receiver, 3)).containsExactly("1+3", "6+4");
        receiver.onPacket(4, 1, true, 0, 100);
        assertThat(report(receiver, 5)).containsExactly("2+2", "6+4");
        assertThat(receiver.missing()).isEqualTo(9);
        assertThat(receiver.repaired()).isEqualTo(1);
    }

    @Test
    void shouldReportAHoleOnlyWhenTheLimitHasPassedIt() {
        SackReceiver receiver = receiver(0, 1000);
        arrive(receiver, 0, 0, 2, 3);
        assertThat(receiver.nextReportNs()).isEqualTo(RTT / 8);
        assertThat(report(receiver, 0)).isEmpty();

        arrive(receiver, T, 4);
        assertThat(receiver.nextReportNs()).isLessThanOrEqualTo(T);
        assertThat(report(receiver, T)).containsExactly("1+1");
    }

    @Test
    void shouldReportByTimeByCountByMessageAndWhenAsked() {
        SackReceiver receiver = receiver(0, 1000);
        assertThat(receiver.nextReportNs()).isEqualTo(Long.MAX_VALUE);
        arrive(receiver, 50, 0);
        assertThat(receiver.nextReportNs()).isEqualTo(50 + T);
        for (int psn = 1; psn < N; psn++) {
            assertThat(receiver.nextReportNs()).isEqualTo(50 + T);
            arrive(receiver, 60, psn);
        }
        assertThat(receiver.nextReportNs()).isEqualTo(60);
        report(receiver, 60);
        assertThat(receiver.nextReportNs()).isEqualTo(Long.MAX_VALUE);
        receiver.onMessageEnd(70);
        assertThat(receiver.nextReportNs()).isEqualTo(70);
        report(receiver, 70);
        receiver.onReportAsked(80);
        assertThat(receiver.nextReportNs()).isEqualTo(80);
        report(receiver, 80);
        receiver.onDuplicate(90, 0, 90, 10);
        assertThat(receiver.nextReportNs()).isEqualTo(90 + T / 8);
    }

    @Test
    void shouldReportByCountAndTimeAloneAsThePaperDoes() {
        SackReceiver receiver = receiver(0, 1000);
        receiver.onlyCountAndTime(true);
        arrive(receiver, 50, 0, 2, 3, 4, 5, 6);
        receiver.onMessageEnd(50);
        receiver.onDuplicate(60, 0, 60, 10);
        assertThat(receiver.nextReportNs()).isEqualTo(50 + T);
        assertThat(report(receiver, 50 + T)).containsExactly("1+1");
        assertThat(receiver.nextReportNs()).isEqualTo(Long.MAX_VALUE);
        receiver.onReportAsked(T + 70);
        assertThat(receiver.nextReportNs()).isEqualTo(T + 70);
    }

    @Test
    void shouldFallSilentWhenNothingComes() {
        SackReceiver receiver = receiver(0, 1000);
        arrive(receiver, 0, 0, 2, 3, 4, 5, 6);
        int reports = 0;
        while (receiver.nextReportNs() < Long.MAX_VALUE && reports < 100) {
            report(receiver, Math.max(1, receiver.nextReportNs()));
            reports++;
        }
        assertThat(reports).isBetween(10, 20);
        arrive(receiver, 100 * RTT, 7);
        assertThat(receiver.nextReportNs()).isLessThanOrEqualTo(100 * RTT);
    }

    @Test
    void shouldNotReportEachPacketUnderHeavyLoss() {
        SackReceiver receiver = receiver(0, 1 << 16);
        int reports = 0;
        int arrived = 0;
        for (int psn = 0; psn < 20_000; psn++) {
            if (psn % 5 != 1) {
                arrive(receiver, psn, psn);
                arrived++;
            }
            if (receiver.nextReportNs() <= psn) {
                report(receiver, psn);
                reports++;
            }
        }
        assertThat(reports).isBetween(arrived / N, arrived / (N / 4));
    }

    @Test
    void shouldCountWhatCameLateAsNotMissing() {
        SackReceiver receiver = receiver(0, 1000);
        arrive(receiver, 0, 0, 5);
        assertThat(receiver.missing()).isEqualTo(4);
        arrive(receiver, 1, 2);
        assertThat(receiver.missing()).isEqualTo(3);
        receiver.onPacket(2, 3, true, 0, 100);
        assertThat(receiver.missing()).isEqualTo(3);
        receiver.onRepaired(2, 7);
        assertThat(receiver.missing()).as("6 and 7 did not come").isEqualTo(5);
    }

    @Test
    void shouldRememberThePacketThatWasSentLast() {
        SackReceiver receiver = receiver(0, 1000);
        receiver.onPacket(100, 1, false, -50, 10);
        receiver.onPacket(110, 0, false, -60, 20);
        assertThat(receiver.newestPsn()).isEqualTo(1);
        receiver.onOther(-40, 30, 120);
        assertThat(receiver.newestSentNs()).isEqualTo(-40);
        assertThat(receiver.newestArrivedNs()).isEqualTo(120);
        assertThat(receiver.packetsReceived()).isEqualTo(3);
        assertThat(receiver.bytesReceived()).isEqualTo(60);
    }

    @Test
    void shouldRaiseTheLimitByWhatCameLateAndLowerItSlowly() {
        SackReceiver receiver = receiver(0, 1000);
        arrive(receiver, 0, 0);
        for (int psn = 2; psn <= 60; psn++) {
            arrive(receiver, psn, psn);
        }
        arrive(receiver, 61, 1);
        assertThat(receiver.reordering()).isEqualTo(60);
        long now = 61;
        int rounds = 0;
        while (receiver.reordering() > 3 && rounds < 100) {
            now += 16 * RTT;
            rounds++;
            report(receiver, now);
        }
        assertThat(rounds).isBetween(10, 40);
    }

    @Test
    void shouldTouchEachHoleAConstantNumberOfTimes() {
        for (int every : new int[] {1000, 100, 20, 3}) {
            SackReceiver receiver = receiver(0, 1 << 18);
            int holes = 0;
            for (int psn = 0; psn < 240_000; psn++) {
                if (psn % every == 1) {
                    holes++;
                } else {
                    arrive(receiver, psn, psn);
                }
                if (receiver.nextReportNs() <= psn) {
                    report(receiver, psn);
                }
            }
            assertThat(receiver.holes().touches())
                    .as("three times named and taken up, one hole in %d", every)
                    .isLessThanOrEqualTo(6L * holes);
            assertThat(receiver.mapCapacity()).isEqualTo(1 << 18);
        }
    }

    @Test
    void shouldBecomeSmallAgain() {
        SackReceiver receiver = receiver(0, 1 << 16);
        arrive(receiver, 0, 0);
        for (long psn = 2; psn < 60_000; psn++) {
            arrive(receiver, psn, psn);
        }
        assertThat(receiver.mapCapacity()).isEqualTo(1 << 16);
        receiver.onPacket(60_000, 1, true, 0, 100);
        assertThat(receiver.cumulative()).isEqualTo(60_000);
        for (long psn = 60_000; psn < 1_000_000; psn++) {
            arrive(receiver, psn, psn);
        }
        assertThat(receiver.mapCapacity()).isEqualTo(1024);
    }
}
