package org.urdma4j.simulation.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.simulation.host.Peer;
import org.urdma4j.simulation.host.SimulatedHost;
import org.urdma4j.simulation.host.SimulatedNetwork;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.simulation.loss.Bernoulli;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.RecvWr;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.UrdmaTuning;
import org.urdma4j.verbs.WrOpcode;

/**
 * Timestamps on the wire wrap after 2^32 × 128 ns, about 550 s, and are negative as numbers in the
 * second half of it: connections must not care when they begin, nor when they live through it.
 */
class UrdmaClockTest {
    private static final int MEMORY = 8 << 20;
    private static final long MILLISECOND = 1_000_000;
    private static final long SECOND = 1000 * MILLISECOND;

    /** When the number on the wire goes from the highest to the lowest. */
    private static final long SIGN_CHANGES_MS = (1L << 31) * 128 / MILLISECOND;

    private static final long WRAPS_MS = (1L << 32) * 128 / MILLISECOND;

    @ParameterizedTest
    @ValueSource(
            longs = {
                1,
                SIGN_CHANGES_MS - 200,
                SIGN_CHANGES_MS - 50,
                SIGN_CHANGES_MS + 1000,
                WRAPS_MS - 200,
                WRAPS_MS - 50,
                3 * WRAPS_MS / 4 + 5 * WRAPS_MS
            })
    void shouldResendOnlyWhatIsLostWhateverTheTime(long startMs) {
        SimulatedNetwork network = new SimulatedNetwork(7, PayloadMover.COPYING);
        SimulatedHost a = network.host("a", EngineConfig.DEFAULT);
        SimulatedHost b = network.host("b", EngineConfig.DEFAULT);
        LinkConfig clean = LinkConfig.builder().rate(1_000_000_000).delay(5 * MILLISECOND).build();
        var links =
                network.connect(a, b, clean.toBuilder().loss(new Bernoulli(0.01)).build(), clean);
        network.time().runUntil(startMs * MILLISECOND);
        Peer left = new Peer(a, MEMORY);
        Peer right = new Peer(b, MEMORY);
        QpAttr options =
                new QpAttr()
                        .urdmaOffer(UrdmaOffer.DEFAULT)
                        .urdmaPeerOffer(UrdmaOffer.DEFAULT)
                        .urdmaTuning(UrdmaTuning.DEFAULT);
        Peer.connect(left, right, 100, 200, options);
        left.fill(7);
        right.post(new RecvWr());
        network.runUntil(() -> false, 20 * MILLISECOND); // the peer is told of the receive

        left.post(left.write(right, 0, MEMORY).opcode(WrOpcode.RDMA_WRITE_WITH_IMM));
        boolean done = network.runUntil(() -> left.completions(1), 2 * SECOND);

        assertThat(done).as("started at %d ms", startMs).isTrue();
        assertThat(left.only().isSuccess()).isTrue();
        assertThat(right.memory.mismatch(left.memory)).isEqualTo(-1);
        long lost = links.there().counters().droppedByLoss();
        assertThat(lost).isGreaterThan(5);
        assertThat(a.counters().get(Counter.RETRANSMITTED_PKTS)).isLessThanOrEqualTo(lost + 1);
        assertThat(a.counters().get(Counter.SPURIOUS_RETRANSMITS)).isZero();
        assertThat(a.counters().get(Counter.LOCAL_ACK_TIMEOUT_ERR)).isZero();
    }
}
