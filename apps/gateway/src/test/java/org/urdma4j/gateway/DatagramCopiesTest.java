package org.urdma4j.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.gateway.GatewayBench.RTT_NS;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The connection manager's datagrams cross the long link three times. */
class DatagramCopiesTest {
    private final GatewayBench bench = new GatewayBench();

    @AfterEach
    void shouldGiveEverythingBack() {
        bench.close();
    }

    @Test
    void shouldSendThemThreeTimesWithinARoundTrip() {
        TestPacket sent = CmPackets.disconnectByA();
        bench.fromInside(sent);
        assertThat(bench.outside).containsExactly(sent);

        bench.after(RTT_NS / 2 - 1);
        assertThat(bench.outside).hasSize(1);
        bench.after(1);
        assertThat(bench.outside).hasSize(2);
        bench.after(RTT_NS / 2);
        assertThat(bench.outside).hasSize(3);
        bench.after(100 * RTT_NS);

        assertThat(bench.outside)
                .hasSize(3)
                .allSatisfy(copy -> assertThat(copy.transport).isEqualTo(sent.transport));
        assertThat(bench.gateway.counters().datagramCopies).isEqualTo(2);
    }

    @Test
    void shouldHandThemOnToTheHostAsTheyCome() {
        bench.fromOutside(CmPackets.disconnectByB()).after(100 * RTT_NS);

        assertThat(bench.inside).hasSize(1);
        assertThat(bench.outside).isEmpty();
    }

    @Test
    void shouldSendOtherDatagramsOnce() {
        TestPacket other = CmPackets.disconnectByA();
        other.transport.put(7, (byte) 2); // to queue pair 2
        TestPacket damaged = CmPackets.disconnectByA();
        damaged.intact = false;

        bench.fromInside(other, damaged).after(100 * RTT_NS);

        assertThat(bench.outside).containsExactly(other, damaged);
    }

    @Test
    void shouldKeepSoManyAtOnce() {
        int datagrams = 300;
        for (int i = 0; i < datagrams; i++) {
            bench.fromInside(CmPackets.request());
        }
        assertThat(bench.outside).hasSize(datagrams);

        bench.after(100 * RTT_NS);

        assertThat(bench.outside).hasSize(datagrams + 2 * 256);
    }

    @Test
    void shouldGiveBackWhatItHasYetToSend() {
        bench.fromInside(CmPackets.request());

        assertThat(bench.gateway.nextDeadlineNs()).isEqualTo(RTT_NS / 2);
    }
}
