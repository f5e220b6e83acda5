package org.urdma4j.simulation.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.codec.ib.TransportPacket;
import org.urdma4j.simulation.host.DuplexLink;
import org.urdma4j.simulation.host.Peer;
import org.urdma4j.simulation.host.SimulatedHost;
import org.urdma4j.simulation.host.SimulatedNetwork;
import org.urdma4j.simulation.host.SimulatedPacket;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.simulation.link.LinkConfigBuilder;
import org.urdma4j.simulation.loss.LossSpec;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.verbs.AddressHandle;
import org.urdma4j.verbs.AhAttr;
import org.urdma4j.verbs.GlobalRoute;
import org.urdma4j.verbs.QpAttrs;
import org.urdma4j.verbs.QpType;
import org.urdma4j.verbs.RecvWr;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WcFlags;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.WrOpcode;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Datagrams from two senders to one queue pair over links that lose, repeat and reorder: each that
 * arrives is delivered as it was sent and as often as it arrives, with its sender's number.
 */
class UdImpairedTest {
    private static final int MTU = 4096;
    private static final int GRH = 40;
    private static final int MESSAGES = 500;
    private static final int SLOT = MTU + 64;
    private static final int QKEY = 0x1234;

    private final List<Integer> arrived = new ArrayList<>();
    private final List<Peer> senders = new ArrayList<>();
    private final int[] lengths = new int[2 * MESSAGES];

    private static LinkConfigBuilder link() {
        return LinkConfig.builder().rate(1_000_000_000).delay(1_000_000).queue(1L << 30);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void shouldDeliverWhatArrives(long seed) {
        LinkConfig bad =
                link().loss(LossSpec.parse("2%")).duplicate(0.05).reorder(0.02, 100_000).build();
        SimulatedNetwork network = new SimulatedNetwork(seed, PayloadMover.COPYING);
        var target = network.host("target", EngineConfig.DEFAULT);
        Peer receiver = peer(target, 3 * MESSAGES);
        SplittableRandom random = new SplittableRandom(seed);
        for (int sender = 0; sender < 2; sender++) {
            var host = network.host("sender " + sender, EngineConfig.DEFAULT);
            watch(network.connect(host, target, bad, link().build()));
            Peer peer = peer(host, MESSAGES);
            peer.fill(seed + sender);
            senders.add(peer);
            post(sender, receiver, random);
        }
        for (int i = 0; i < 3 * MESSAGES; i++) {
            receiver.post(new RecvWr().wrId(i).addSge(receiver.region.sge((long) i * SLOT, SLOT)));
        }
        network.run();

        for (Peer peer : senders) {
            assertThat(peer.poll()).hasSize(MESSAGES).allMatch(WorkCompletion::isSuccess);
        }
        List<Integer> delivered =
                receiver.poll().stream().map(done -> checked(receiver, done)).toList();
        assertThat(delivered).as("seed %d", seed).isEqualTo(arrived);
        assertThat(delivered.size()).isNotEqualTo(2 * MESSAGES);
        assertThat(delivered).isNotEqualTo(delivered.stream().sorted().toList());
    }

    private static Peer peer(SimulatedHost host, int messages) {
        Peer peer = new Peer(host, host.open(), messages * SLOT, messages, QpType.UD);
        QpAttrs.activate(peer.qp, QKEY, 0xff_fffe);
        return peer;
    }

    private void watch(DuplexLink links) {
        TransportPacket headers = new TransportPacket();
        links.there()
                .tap(
                        new Delivered(packet -> {
                            SimulatedPacket.VIEW.wrap(packet, headers);
                            arrived.add(headers.immediate());
                        }));
    }

    private void post(int sender, Peer to, SplittableRandom random) {
        Peer from = senders.get(sender);
        AhAttr way = new AhAttr(GlobalRoute.to(to.host.gid(), 0), 0, 1);
        AddressHandle ah = from.qp.protectionDomain().createAh(way);
        for (int i = 0; i < MESSAGES; i++) {
            int number = sender * MESSAGES + i;
            lengths[number] = random.nextInt(MTU + 1);
            from.post(
                    new SendWr()
                            .opcode(WrOpcode.SEND_WITH_IMM)
                            .immData(number)
                            .sendFlags(SendFlags.SIGNALED)
                            .ud(ah, to.qp.qpNum(), QKEY)
                            .addSge(from.region.sge((long) i * SLOT, lengths[number])));
        }
    }

    private int checked(Peer receiver, WorkCompletion done) {
        int number = done.immData();
        Peer from = senders.get(number / MESSAGES);
        assertThat(done.isSuccess()).isTrue();
        assertThat(done.byteLen()).isEqualTo(GRH + lengths[number]);
        assertThat(done.srcQp()).isEqualTo(from.qp.qpNum());
        assertThat(done.wcFlags()).isEqualTo(WcFlags.GRH | WcFlags.WITH_IMM);
        MemorySegment got = receiver.memory.asSlice(done.wrId() * SLOT, SLOT);
        MemorySegment sent =
                from.memory.asSlice((long) (number % MESSAGES) * SLOT, lengths[number]);
        assertThat(got.asSlice(GRH, lengths[number]).mismatch(sent)).isEqualTo(-1);
        AhAttr back = receiver.context.initAhFromWc(1, done, got.asSlice(0, GRH));
        assertThat(back.grh().dgid()).isEqualTo(from.host.gid());
        return number;
    }
}
