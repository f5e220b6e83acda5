package org.urdma4j.leafspine.rate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.urdma4j.leafspine.net.Packet;
import org.urdma4j.leafspine.net.PacketKind;
import org.urdma4j.leafspine.net.PacketPool;
import org.urdma4j.leafspine.net.Telemetry;

/** Against the formulas of the paper (Li et al., SIGCOMM 2019, algorithm 1). */
class HpccRateTest {
    private static final long G100 = 100_000_000_000L;
    private static final long RTT_PS = 10_000_000;

    /** 125,000 bytes in 10 µs. */
    private static final double BDP = 125_000;

    private final PacketPool pool = new PacketPool();
    private final HpccRate rate = new HpccRate(G100, RTT_PS);
    private long nowPs;
    private long sentBytes;
    private long acked;

    /** A round trip passes, in which a hop of the same rate sends a share and keeps a queue. */
    private void round(double share, long queueBytes) {
        nowPs += RTT_PS;
        sentBytes += (long) (share * BDP);
        Packet ack = pool.take(PacketKind.ACK, 0, 0, 1, 86);
        ack.telemetry = new Telemetry();
        ack.telemetry.hops = 1;
        ack.telemetry.atPs[0] = nowPs;
        ack.telemetry.sentBytes[0] = sentBytes;
        ack.telemetry.queueBytes[0] = queueBytes;
        ack.telemetry.bitsPerSecond[0] = G100;
        acked += 1000;
        rate.onAck(nowPs, ack, acked, acked);
    }

    /** Returns the window: the least that may not be exceeded. */
    private long window() {
        long low = 0;
        long high = (long) BDP;
        while (low < high) {
            long middle = (low + high) / 2;
            if (rate.readyPs(nowPs, middle) == FlowRate.UNLIMITED) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    @Test
    void shouldBeginWithABandwidthDelayProduct() {
        assertThat(window()).isEqualTo((long) BDP);
    }

    @Test
    void aFullHopWithAQueueShouldShrinkTheWindowInProportion() {
        round(1, 125_000);
        round(1, 125_000);

        // U = 1 + 1 = 2, so W = BDP / (2 / 0.95) + 80
        assertThat((double) window()).isCloseTo(BDP * 0.95 / 2 + 80, within(2.0));
    }

    @Test
    void aHopWithRoomShouldGetFiveStepsAndThenItsShare() {
        round(1, 125_000);
        round(1, 125_000);
        double small = window();

        round(0.5, 0);
        assertThat((double) window()).isCloseTo(small + 80, within(2.0));
        for (int i = 0; i < 4; i++) {
            round(0.5, 0);
        }
        assertThat((double) window()).isCloseTo(small + 5 * 80, within(2.0));
        round(0.5, 0);
        assertThat((double) window()).isCloseTo((small + 400) * 0.95 / 0.5 + 80, within(4.0));
    }

    @Test
    void shouldPaceTheWindowOverARoundTrip() {
        rate.onSent(0, 1250);

        // 1 % of the window: 1 % of the round trip
        assertThat(rate.readyPs(0, 0)).isEqualTo(RTT_PS / 100);
    }
}
