package org.urdma4j.simulation.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.simulation.loss.Bernoulli;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.verbs.RecvWr;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.WcFlags;
import org.urdma4j.verbs.WcOpcode;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.WrOpcode;

import java.lang.foreign.MemorySegment;
import java.util.List;

/** Hosts are used through the verbs API alone; what they do takes virtual time. */
class SimulatedNetworkTest {
    private static final int MEMORY = 1 << 20;
    private static final long MILLISECOND = 1_000_000;
    private static final long SECOND = 1000 * MILLISECOND;
    private static final LinkConfig LONG_LINK =
            LinkConfig.builder().rate(1_000_000_000).delay(10 * MILLISECOND).build();

    private final SimulatedNetwork network = new SimulatedNetwork(1, PayloadMover.COPYING);
    private final SimulatedHost a = network.host("a", EngineConfig.DEFAULT);
    private final SimulatedHost b = network.host("b", EngineConfig.DEFAULT);

    @Test
    void shouldWriteWithImmediateOverALongLink() {
        network.connect(a, b, LONG_LINK);
        Peer left = new Peer(a, MEMORY);
        Peer right = new Peer(b, MEMORY);
        Peer.connect(left, right);
        left.fill(7);
        right.qp.postRecv(new RecvWr().wrId(5));

        left.post(
                new SendWr()
                        .wrId(9)
                        .opcode(WrOpcode.RDMA_WRITE_WITH_IMM)
                        .sendFlags(SendFlags.SIGNALED)
                        .immData(77)
                        .rdma(right.region.addr(), right.region.rkey())
                        .addSge(left.region.sge(0, MEMORY)));
        assertThat(network.runUntil(() -> left.completions(1), SECOND)).isTrue();
        long doneNs = network.time().nowNs();
        network.run();

        WorkCompletion sent = left.only();
        assertThat(sent.isSuccess()).isTrue();
        assertThat(sent.wrId()).isEqualTo(9);
        WorkCompletion arrived = right.only();
        assertThat(arrived.wrId()).isEqualTo(5);
        assertThat(arrived.opcode()).isEqualTo(WcOpcode.RECV_RDMA_WITH_IMM);
        assertThat(arrived.wcFlags()).isEqualTo(WcFlags.WITH_IMM);
        assertThat(arrived.immData()).isEqualTo(77);
        assertThat(arrived.byteLen()).isEqualTo(MEMORY);
        assertThat(right.memory.mismatch(left.memory)).isEqualTo(-1);
        assertThat(a.counters().get(Counter.RETRANSMITTED_PKTS)).isZero();
        // 2^20 bytes in 256 packets, each with 12 bytes of BTH and 70 of framing, one with 16 of
        // RETH, one with 4 of immediate data: at a gigabit, and 10 ms there; then 16 + 70 bytes
        // and 10 ms back
        long thereNs = (MEMORY + 256 * (12 + 70) + 16 + 4) * 8 + 10 * MILLISECOND;
        long backNs = (16 + 70) * 8 + 10 * MILLISECOND;
        assertThat(doneNs).isBetween(thereNs + backNs, thereNs + backNs + 256);
        assertThat(network.pool().outside()).isZero();
    }

    @Test
    void shouldGiveTheSameRunForTheSameSeed() {
        assertThat(lossyRun(3)).isEqualTo(lossyRun(3));
        assertThat(lossyRun(3)).isNotEqualTo(lossyRun(4));
    }

    private static RunReport lossyRun(long seed) {
        SimulatedNetwork network = new SimulatedNetwork(seed, PayloadMover.COPYING);
        SimulatedHost a = network.host("a", EngineConfig.DEFAULT);
        SimulatedHost b = network.host("b", EngineConfig.DEFAULT);
        network.connect(a, b, LONG_LINK.toBuilder().loss(new Bernoulli(0.02)).build());
        Peer left = new Peer(a, MEMORY);
        Peer right = new Peer(b, MEMORY);
        Peer.connect(left, right);
        left.fill(1);
        left.post(left.write(right, 0, MEMORY));
        network.run();
        assertThat(left.only().isSuccess()).isTrue();
        assertThat(right.memory.mismatch(left.memory)).isEqualTo(-1);
        return network.report();
    }

    @Test
    void shouldDropWhatIsCorruptedByItsIcrc() {
        network.connect(a, b, LONG_LINK.toBuilder().corrupt(0.05).build());
        Peer left = new Peer(a, MEMORY);
        Peer right = new Peer(b, MEMORY);
        Peer.connect(left, right);
        left.fill(1);

        left.post(left.write(right, 0, MEMORY));
        network.run();

        assertThat(left.only().isSuccess()).isTrue();
        assertThat(right.memory.mismatch(left.memory)).isEqualTo(-1);
        long corrupted = network.links().getFirst().counters().corrupted();
        long dropped = b.counters().get(Counter.DROPPED_ICRC);
        // eight bits of each packet are not covered
        assertThat(dropped).isBetween(5L, corrupted);
    }

    @Test
    void shouldCarryHeadersAloneByReference() {
        SimulatedNetwork light = new SimulatedNetwork(1, PayloadMover.BY_REFERENCE);
        SimulatedHost from = light.host("from", EngineConfig.DEFAULT);
        SimulatedHost to = light.host("to", EngineConfig.DEFAULT);
        light.connect(from, to, LONG_LINK.toBuilder().corrupt(0.05).build());
        Peer left = new Peer(from, MEMORY);
        Peer right = new Peer(to, MEMORY);
        Peer.connect(left, right);
        left.fill(1);

        left.post(left.write(right, 0, MEMORY));
        light.run();

        assertThat(left.only().isSuccess()).isTrue();
        assertThat(right.memory.mismatch(MemorySegment.ofArray(new byte[MEMORY]))).isEqualTo(-1);
        assertThat(to.counters().get(Counter.DROPPED_ICRC))
                .isEqualTo(light.links().getFirst().counters().corrupted())
                .isPositive();
        assertThat(to.counters().get(Counter.RCVD_BYTES)).isGreaterThan(MEMORY);
    }

    @Test
    void shouldShareABottleneckBetweenRoutes() {
        SimulatedHost c = network.host("c", EngineConfig.DEFAULT);
        SimulatedHost d = network.host("d", EngineConfig.DEFAULT);
        LinkConfig access = LinkConfig.builder().rate(10_000_000_000L).build();
        SimulatedLink bottleneck = network.link("bottleneck", LONG_LINK);
        SimulatedLink back = network.link("back", LONG_LINK);
        network.route(a, b, network.link("a>", access), bottleneck, network.link(">b", access));
        network.route(c, d, network.link("c>", access), bottleneck, network.link(">d", access));
        network.route(b, a, back);
        network.route(d, c, back);
        List<Peer> senders = List.of(new Peer(a, MEMORY), new Peer(c, MEMORY));
        List<Peer> receivers = List.of(new Peer(b, MEMORY), new Peer(d, MEMORY));
        for (int i = 0; i < 2; i++) {
            Peer.connect(senders.get(i), receivers.get(i));
            senders.get(i).fill(i);
            senders.get(i).post(senders.get(i).write(receivers.get(i), 0, MEMORY));
        }

        network.run();

        for (int i = 0; i < 2; i++) {
            assertThat(senders.get(i).only().isSuccess()).isTrue();
            assertThat(receivers.get(i).memory.mismatch(senders.get(i).memory)).isEqualTo(-1);
        }
        assertThat(bottleneck.counters().delivered()).isEqualTo(512);
        assertThat(network.time().nowNs()).isGreaterThan(2 * MEMORY * 8);
    }

    @Test
    void shouldRunAnApplicationAfterEachTurn() {
        network.connect(a, b, LONG_LINK);
        Peer left = new Peer(a, MEMORY);
        Peer right = new Peer(b, MEMORY);
        Peer.connect(left, right);
        int[] missing = {3};
        a.application(() -> {
            if (!left.poll().isEmpty() && --missing[0] > 0) {
                left.post(left.write(right, 0, 8));
            }
        });

        left.post(left.write(right, 0, 8));
        assertThat(network.runUntil(() -> missing[0] == 0, SECOND)).isTrue();

        assertThat(b.counters().get(Counter.RDMA_WRITES)).isEqualTo(3);
        assertThat(network.time().nowNs()).isBetween(60 * MILLISECOND, 61 * MILLISECOND);
    }

    @Test
    void shouldRefuseAPeerWithoutRoute() {
        Peer left = new Peer(a, MEMORY);
        Peer right = new Peer(b, MEMORY);

        assertThatThrownBy(() -> Peer.connect(left, right))
                .isInstanceOf(VerbsException.class)
                .hasMessageContaining("no route");
    }

    @Test
    void shouldOpenADeviceOnceAndAgainAfterClosing() {
        var first = a.open();
        assertThatThrownBy(a::open).isInstanceOf(VerbsException.class);

        first.close();

        assertThat(a.open()).isNotNull();
    }

    @Test
    void shouldCountWhatReachesAClosedDevice() {
        network.connect(a, b, LONG_LINK);
        Peer left = new Peer(a, MEMORY);
        Peer right = new Peer(b, MEMORY);
        Peer.connect(left, right);

        right.context.close();
        left.post(left.write(right, 0, 8));
        network.run();

        assertThat(b.unreceived()).isEqualTo(8);
        assertThat(left.only().status()).isEqualTo(WcStatus.RETRY_EXC_ERR);
        assertThat(network.pool().outside()).isZero();
    }
}
