package org.urdma4j.transport.rc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.transport.rc.HandMade.packet;
import static org.urdma4j.transport.rc.Solo.RQ_PSN;
import static org.urdma4j.transport.rc.Solo.SQ_PSN;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.transport.wire.TransmitBatch;
import org.urdma4j.verbs.WrOpcode;

import java.util.List;

/** The rate limit: what leaves in any stretch of time is no more than the rate and two bursts. */
class PacingTest {
    private static final int MESSAGE = 60_000;
    private static final int FRAMING = EngineConfig.DEFAULT.framingBytes();
    private static final long SECOND = 1_000_000_000;

    private final Solo solo = new Solo();

    private static long wireBytes(Captured packet) {
        return (long) packet.bytes.length + TransmitBatch.ICRC_LENGTH + FRAMING;
    }

    /** Checks every stretch that begins and ends with a packet. */
    private static void expectRate(List<Captured> sent, long bitsPerSecond) {
        long burst = Math.max(2 * 400, Math.min(64 * 1024, bitsPerSecond / 8000));
        for (int i = 0; i < sent.size(); i++) {
            long bytes = 0;
            for (int j = i; j < sent.size(); j++) {
                bytes += wireBytes(sent.get(j));
                long ns = sent.get(j).atNs - sent.get(i).atNs;
                assertThat(bytes)
                        .isLessThanOrEqualTo(2 * burst + 400 + bitsPerSecond * ns / 8 / SECOND);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1000, 50_000, 1_000_000})
    void shouldKeepRequestsToTheRate(long kilobits) {
        solo.connect(Solo.attr().rateLimit(kilobits).timeout(0));
        solo.host.post(solo.request(1, WrOpcode.RDMA_WRITE, MESSAGE));

        List<Captured> sent = solo.elapse(10 * SECOND);

        assertThat(sent).hasSize((MESSAGE + Solo.MTU - 1) / Solo.MTU);
        expectRate(sent, kilobits * 1000);
        long total = sent.stream().mapToLong(PacingTest::wireBytes).sum();
        long ideal = total * 8 * SECOND / (kilobits * 1000);
        assertThat(sent.getLast().atNs).isBetween(ideal * 8 / 10, ideal);
    }

    @Test
    void shouldKeepReadAnswersToTheRate() {
        solo.connect(Solo.attr().rateLimit(10_000));

        List<Captured> sent =
                solo.receive(
                        packet(Opcode.RC_RDMA_READ_REQUEST, RQ_PSN)
                                .reth(solo.address(), solo.rkey(), MESSAGE));
        sent.addAll(solo.elapse(10 * SECOND));

        assertThat(sent).hasSize((MESSAGE + Solo.MTU - 1) / Solo.MTU);
        expectRate(sent, 10_000_000);
    }

    @Test
    void shouldKeepRetransmissionsToTheRate() {
        solo.connect(Solo.attr().rateLimit(10_000).timeout(17));
        solo.host.post(solo.request(1, WrOpcode.RDMA_WRITE, MESSAGE));

        List<Captured> sent = solo.elapse(2 * SECOND);

        assertThat(sent).hasSizeGreaterThan(2 * MESSAGE / Solo.MTU);
        expectRate(sent, 10_000_000);
    }

    @Test
    void shouldSendAllAtOnceWithoutALimit() {
        solo.connect(Solo.attr().rateLimit(0));

        assertThat(solo.post(1, WrOpcode.RDMA_WRITE, MESSAGE)).hasSize(235);
    }

    @Test
    void shouldNotHoldBackAcknowledgements() {
        solo.connect(Solo.attr().rateLimit(1000));
        solo.host.post(solo.request(1, WrOpcode.RDMA_WRITE, MESSAGE));
        solo.turn();

        assertThat(
                        Solo.brief(
                                solo.receive(
                                        packet(Opcode.RC_RDMA_WRITE_ONLY, RQ_PSN).reth(0, 0, 0))))
                .containsExactly("ACK 100");
    }

    @Test
    void shouldSleepUntilTheNextBurst() {
        solo.connect(Solo.attr().rateLimit(1000).timeout(0));
        solo.host.post(solo.request(1, WrOpcode.RDMA_WRITE, MESSAGE));
        solo.turn();

        long next = solo.host.shard.nextDeadlineNs();

        assertThat(next).isPositive();
        assertThat(solo.elapse(next - 1)).isEmpty();
        assertThat(solo.elapse(1)).isNotEmpty();
        solo.acknowledge(SQ_PSN);
    }
}
