package org.urdma4j.congestion;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SendHistoryTest {
    private final RateSample sample = new RateSample();
    private final Feedback report = new Feedback();

    private boolean report(SendHistory history, long nowNs, long sentNs, long bytes) {
        report.nowNs = nowNs;
        report.sentNs = sentNs;
        report.receiverNs = nowNs - 500;
        report.receivedBytes = bytes;
        return history.onReport(report, sample);
    }

    @Test
    void oneRecordForEachTickOfTheEchoedClock() {
        SendHistory history = new SendHistory(4, 16);
        history.onSent(1280, 100);
        history.onSent(1280, 100);
        history.onSent(1300, 100);
        history.onSent(1408, 100);
        assertThat(history.records()).isEqualTo(2);
        assertThat(report(history, 5000, 1280, 300)).isTrue();
        assertThat(sample.inFlightBytes).isEqualTo(100);
    }

    @Test
    void anEchoBetweenBurstsMeansTheOneBefore() {
        SendHistory history = new SendHistory(4, 16);
        history.onSent(1000, 100);
        history.onSent(2000, 100);
        assertThat(report(history, 5000, 1792, 100)).isTrue();
        assertThat(history.inFlightBytes()).isEqualTo(100);
        assertThat(report(history, 5000, 512, 100)).isFalse();
        assertThat(history.inFlightBytes()).isEqualTo(100);
    }

    @Test
    void aSampleShorterThanTheHostMayBeAwayIsNone() {
        SendHistory history = new SendHistory(4, 16);
        history.onSent(0, 1000);
        sample.hostNoiseNs = 100_000;
        report(history, 10_000, 0, 1000);
        assertThat(sample.deliveryBitsPerSecond).isZero();
        // The next ones are measured from that first report, until it is twice the noise old.
        history.onSent(50_048, 1000);
        report(history, 60_000, 50_048, 2000);
        assertThat(sample.deliveryBitsPerSecond).isZero();
        history.onSent(110_080, 9000);
        report(history, 120_000, 110_080, 11_000);
        assertThat(sample.deliveryBitsPerSecond).isEqualTo(10_000 * 8_000_000_000L / 110_080);
    }

    @Test
    void theRateIsTheSlowerOfSendingAndArriving() {
        SendHistory history = new SendHistory(4, 16);
        history.onSent(0, 1000);
        // Nothing was in flight: 1000 bytes in the 10 µs until the report, by the sender's clock.
        report(history, 10_000, 0, 1000);
        assertThat(sample.deliveryBitsPerSecond).isEqualTo(800_000_000);
        history.onSent(10_112, 1000);
        history.onSent(11_136, 1000);
        // Base: 1000 bytes at 10 µs. Sent over 10,112 ns, arrived over 15,000.
        report(history, 25_000, 10_112, 2500);
        assertThat(sample.deliveryBitsPerSecond).isEqualTo(1500 * 8_000_000_000L / 15_000);
        // Sent over 11,136 ns, which is longer than what the next arrived over.
        report(history, 21_000, 11_136, 3000);
        assertThat(sample.deliveryBitsPerSecond).isEqualTo(2000 * 8_000_000_000L / 11_136);
    }

    @Test
    void samplesAfterAnIdleApplicationAreMarked() {
        SendHistory history = new SendHistory(4, 16);
        history.onSent(1000, 100);
        history.onApplicationLimited();
        history.onSent(2000, 100);
        report(history, 5000, 1000, 100);
        assertThat(sample.appLimited).isFalse();
        report(history, 6000, 2000, 200);
        assertThat(sample.appLimited).isTrue();
        history.onSent(7000, 100);
        report(history, 8000, 7000, 300);
        assertThat(sample.appLimited).isFalse();
    }

    @Test
    void growsThenMergesAndLosesNoByte() {
        SendHistory history = new SendHistory(2, 8);
        for (int i = 1; i <= 100; i++) {
            history.onSent(i * 1000L, i);
        }
        assertThat(history.records()).isLessThanOrEqualTo(8);
        assertThat(history.inFlightBytes()).isEqualTo(5050);
        assertThat(report(history, 200_000, 100_096, 5050)).isTrue();
        assertThat(history.inFlightBytes()).isZero();
    }

    @Test
    void aTrimmedHistoryMeasuresAsBefore() {
        SendHistory history = new SendHistory(4, 1024);
        for (int i = 1; i <= 1000; i++) {
            history.onSent(i * 1280L, 10);
        }
        history.trim();
        assertThat(history.capacity()).as("all of it is in flight").isEqualTo(1024);
        report(history, 2_000_000, 997 * 1280L, 9970);
        history.trim();
        assertThat(history.capacity()).isEqualTo(8);
        assertThat(history.inFlightBytes()).isEqualTo(30);
        assertThat(report(history, 2_010_000, 999 * 1280L, 9990)).isTrue();
        assertThat(history.inFlightBytes()).isEqualTo(10);
        report(history, 2_020_000, 1000 * 1280L, 10_000);
        for (int i = 1001; i <= 2000; i++) {
            history.onSent(i * 1280L, 10);
        }
        assertThat(report(history, 4_000_000, 1500 * 1280L, 15_000)).isTrue();
        assertThat(history.inFlightBytes()).isEqualTo(5000);
    }

    @Test
    void afterATimeoutNothingIsInFlight() {
        SendHistory history = new SendHistory(2, 8);
        history.onSent(1000, 100);
        history.loseAll();
        assertThat(history.inFlightBytes()).isZero();
        assertThat(report(history, 9000, 1024, 100)).isFalse();
    }

    /** What was taken for lost may have arrived, and is counted in the next report. */
    @Test
    void afterATimeoutTheFirstReportIsNoSample() {
        SendHistory history = new SendHistory(4, 16);
        history.onSent(1280, 1000);
        report(history, 5000, 1280, 1000);
        history.onSent(12_800, 50_000);
        history.loseAll();
        history.onSent(1_280_000, 1000);
        assertThat(report(history, 1_285_000, 1_280_000, 52_000)).isTrue();
        assertThat(sample.deliveryBitsPerSecond).isZero();
        history.onSent(1_290_240, 1000);
        report(history, 1_295_000, 1_290_240, 53_000);
        assertThat(sample.deliveryBitsPerSecond).isEqualTo(1000 * 8_000_000_000L / 10_240);
    }

    /** A report that is too near the last one to measure from counts all the same. */
    @Test
    void aSampleAfterAPauseCountsFromTheNewestReport() {
        SendHistory history = new SendHistory(4, 16);
        sample.hostNoiseNs = 50_000;
        history.onSent(1280, 1000);
        history.onSent(6400, 1000);
        report(history, 10_000, 1280, 1000);
        report(history, 15_000, 6400, 2000);
        history.onApplicationLimited();
        history.onSent(1_280_000, 1000);
        report(history, 1_380_000, 1_280_000, 3000);
        assertThat(sample.deliveryBitsPerSecond).isEqualTo(1000 * 8_000_000_000L / 100_000);
    }
}
