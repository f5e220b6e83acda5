package org.urdma4j.congestion;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is believed of the rate of arrival, which a receiver that catches up exaggerates. */
class PathModelTest {
    private static final long GBPS = 1_000_000_000;
    private static final long MS = 1_000_000;
    private static final long RTT_NS = 20 * MS;

    private final PathModel path = new PathModel(RrccConfig.DEFAULT);
    private final RateSample sample = new RateSample();

    @BeforeEach
    void begin() {
        path.start(9000);
        sample.rttNs = RTT_NS;
        arrive(5 * GBPS, 5 * GBPS);
    }

    /** A report after a quarter of a round trip in which packets arrived at a rate. */
    private void arrive(long arrivalRate, long deliveryRate) {
        sample.nowNs += RTT_NS / 4;
        sample.receiverNs += RTT_NS / 4;
        sample.receivedBytes += arrivalRate / 8 * (RTT_NS / 4) / GBPS;
        sample.deliveryBitsPerSecond = deliveryRate;
        path.onSample(sample, true, true);
    }

    private void becomeSlow(long rate) {
        path.endRound(false);
        arrive(rate, rate);
        path.shrink(sample.nowNs);
    }

    @Test
    void aBottleneckThatHasJustFilledShowsItsRate() {
        arrive(8 * GBPS, 5 * GBPS);
        path.takeArrivalRate();
        assertThat(path.bandwidth.max()).isEqualTo(8 * GBPS);
    }

    @Test
    void aReceiverThatCatchesUpIsNoFasterPath() {
        becomeSlow(2 * GBPS);
        assertThat(path.bandwidth.max()).isEqualTo(2 * GBPS);

        arrive(15 * GBPS, 2 * GBPS);
        path.takeArrivalRate();

        assertThat(path.bandwidth.max()).isEqualTo(5 * GBPS);
    }

    @Test
    void whatWasBelievedBeforeIsRememberedWhileItGoesToAndFro() {
        becomeSlow(2 * GBPS);
        becomeSlow(GBPS);
        arrive(15 * GBPS, GBPS);
        path.takeArrivalRate();
        assertThat(path.bandwidth.max()).isEqualTo(5 * GBPS);
    }

    @Test
    void anotherCycleRemembersLess() {
        becomeSlow(2 * GBPS);
        path.endCycle();
        path.endCycle();
        becomeSlow(GBPS);
        arrive(15 * GBPS, GBPS);
        path.takeArrivalRate();
        assertThat(path.bandwidth.max()).isEqualTo(2 * GBPS);
    }
}
