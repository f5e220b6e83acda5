package org.urdma4j.transport.rc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.transport.qp.EngineConfig.PACKET_COST;
import static org.urdma4j.transport.rc.Solo.MTU;
import static org.urdma4j.transport.rc.Solo.SQ_PSN;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.codec.ib.AethSyndrome;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.verbs.WrOpcode;

import java.util.List;

/**
 * How much may be in flight, in packets and in bytes, and that a small window never stands still.
 */
class SendWindowTest {
    private static final WrOpcode WRITE = WrOpcode.RDMA_WRITE;
    private static final int FULL = MTU + PACKET_COST;

    private static EngineConfig packets(int n) {
        return EngineConfig.builder().maxInFlightPackets(n).build();
    }

    private static EngineConfig bytes(long n) {
        return EngineConfig.builder().maxInFlightBytes(n).build();
    }

    private static Solo connected(EngineConfig config) {
        return new Solo(config).connect(Solo.attr());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 31, 32, 33, 100})
    void shouldKeepExactlySoManyPacketsInFlight(int limit) {
        Solo solo = connected(packets(limit));

        assertThat(solo.post(1, WRITE, 50_000)).hasSize(limit);
        assertThat(solo.acknowledge(SQ_PSN)).hasSize(1);
        assertThat(solo.elapse(4096L << 14)).as("sent again").hasSize(limit);
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "1023, 1", "1024, 2", "1535, 2", "1536, 3", "51199, 99", "51200, 100"})
    void shouldKeepNoMoreBytesInFlight(long limit, int expectedPackets) {
        assertThat(FULL).isEqualTo(512);
        Solo solo = connected(bytes(limit));

        assertThat(solo.post(1, WRITE, 60_000)).hasSize(expectedPackets);
        assertThat(solo.acknowledge(SQ_PSN)).hasSize(1);
    }

    @Test
    void shouldChargeASmallPacketForWhatItCosts() {
        Solo solo = connected(bytes(10 * (PACKET_COST + 4)));
        for (int i = 0; i < 20; i++) {
            solo.host.post(solo.request(i, WRITE, 4));
        }

        assertThat(solo.turn()).hasSize(10);
        assertThat(solo.acknowledge(SQ_PSN + 4)).hasSize(5);
    }

    @Test
    void shouldChargeTheAnswerOfAReadToTheWindow() {
        Solo solo = new Solo(bytes(8L * FULL)).connect(Solo.attr().maxRdAtomic(1));
        solo.post(1, WrOpcode.RDMA_READ, 4L * MTU);

        assertThat(solo.post(2, WRITE, 60_000)).hasSize(4);
    }

    @Test
    void shouldNotStartAReadWhoseAnswerDoesNotFit() {
        Solo solo = new Solo(packets(8)).connect(Solo.attr().maxRdAtomic(1));
        solo.post(1, WRITE, 5L * MTU);

        assertThat(solo.post(2, WrOpcode.RDMA_READ, 4L * MTU)).isEmpty();
        assertThat(solo.acknowledge(SQ_PSN)).hasSize(1);
    }

    /** The peer answers only what asks for it, and the last packet of a message. */
    @ParameterizedTest
    @CsvSource({
        "1, 1000000",
        "2, 1000000",
        "31, 1000000",
        "33, 1000000",
        "63, 1000000",
        "4194304, 1",
        "4194304, 600",
        "4194304, 16384",
        "4194304, 16896",
        "4194304, 32767",
        "4194304, 32768",
        "4194304, 33000",
        "4194304, 33280"
    })
    void shouldNeverStandStill(int maxPackets, long maxBytes) {
        Solo solo =
                new Solo(new EngineConfig(maxPackets, maxBytes, 32, 0))
                        .connect(Solo.attr().timeout(0).sqPsn(0xfffff0));
        solo.host.post(solo.request(1, WRITE, 60_000));
        solo.host.post(solo.request(2, WRITE, 3));

        List<Captured> sent = solo.turn();
        for (int rounds = 0; !sent.isEmpty() && rounds < 1000; rounds++) {
            List<Captured> asking =
                    sent.stream().filter(packet -> packet.headers.ackRequested()).toList();
            assertThat(asking).as("packets that ask for an answer").isNotEmpty();
            sent = solo.answer(asking.getLast().psn(), AethSyndrome.ACK_UNLIMITED);
        }

        assertThat(solo.sent()).containsExactly("1 SUCCESS", "2 SUCCESS");
        assertThat(solo.host.count(Counter.RETRANSMITTED_PKTS)).isZero();
    }

    @Test
    void shouldAskForAnAnswerAtLeastOnceInAnInterval() {
        Solo solo = connected(EngineConfig.DEFAULT);

        List<Captured> sent = solo.post(1, WRITE, 60_000);

        int silent = 0;
        for (Captured packet : sent) {
            silent = packet.headers.ackRequested() ? 0 : silent + 1;
            assertThat(silent).isLessThan(EngineConfig.DEFAULT.ackInterval());
        }
    }
}
