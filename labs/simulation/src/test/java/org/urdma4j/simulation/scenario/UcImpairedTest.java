package org.urdma4j.simulation.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.codec.ib.Psn;
import org.urdma4j.codec.ib.TransportPacket;
import org.urdma4j.simulation.host.DuplexLink;
import org.urdma4j.simulation.host.Peer;
import org.urdma4j.simulation.host.SimulatedNetwork;
import org.urdma4j.simulation.host.SimulatedPacket;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.simulation.link.LinkConfigBuilder;
import org.urdma4j.simulation.loss.LossSpec;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.verbs.Mtu;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrs;
import org.urdma4j.verbs.QpEndpoint;
import org.urdma4j.verbs.QpType;
import org.urdma4j.verbs.RecvWr;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.WrOpcode;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * UC messages of one to five packets over links that lose, repeat and reorder: what is delivered is
 * a message as it was sent, at most once and in order. Where the order is kept, every message of
 * which all packets arrive is delivered.
 */
class UcImpairedTest {
    private static final int MTU = 1024;
    private static final int MESSAGES = 1000;
    private static final int SLOT = 5 * MTU;
    private static final int FIRST_PSN = 0xff_fff0;

    /** Operations by turns, each telling its number to the receiver. */
    private static final WrOpcode[] KINDS = {WrOpcode.SEND_WITH_IMM, WrOpcode.RDMA_WRITE_WITH_IMM};

    private final Set<Integer> arrived = new HashSet<>();
    private final int[] lengths = new int[MESSAGES];
    private Peer a;
    private Peer b;

    private static LinkConfigBuilder link() {
        return LinkConfig.builder().rate(1_000_000_000).delay(1_000_000).queue(1L << 30);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldDeliverExactlyWhatArrivesWhole(long seed) {
        List<Integer> delivered =
                run(seed, link().loss(LossSpec.parse("2%")).duplicate(0.05).build());

        List<Integer> whole = new ArrayList<>();
        int psn = 0;
        for (int i = 0; i < MESSAGES; i++) {
            int packets = Math.max(1, (lengths[i] + MTU - 1) / MTU);
            boolean all = true;
            for (int k = 0; k < packets; k++) {
                all &= arrived.contains(psn++);
            }
            if (all) {
                whole.add(i);
            }
        }
        assertThat(delivered).as("seed %d", seed).isEqualTo(whole);
        assertThat(delivered.size()).isBetween(MESSAGES / 2, MESSAGES - 10);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldMixNothingWhenPacketsOvertakeEachOther(long seed) {
        LinkConfig config =
                link().loss(LossSpec.parse("1%")).duplicate(0.05).reorder(0.02, 30_000).build();
        List<Integer> delivered = run(seed, config);

        assertThat(delivered).as("seed %d", seed).isSorted().doesNotHaveDuplicates();
        assertThat(delivered.size()).isBetween(MESSAGES / 3, MESSAGES - 10);
    }

    /** Returns the numbers of the messages that were delivered, each as it was sent. */
    private List<Integer> run(long seed, LinkConfig there) {
        SimulatedNetwork network = new SimulatedNetwork(seed, PayloadMover.COPYING);
        DuplexLink links =
                network.connect(
                        network.host("a", EngineConfig.DEFAULT),
                        network.host("b", EngineConfig.DEFAULT),
                        there,
                        link().build());
        a = peer(network, 0);
        b = peer(network, 1);
        QpEndpoint endOfA = new QpEndpoint(a.qp.qpNum(), FIRST_PSN, a.host.gid());
        QpEndpoint endOfB = new QpEndpoint(b.qp.qpNum(), 5, b.host.gid());
        QpAttr options = new QpAttr().pathMtu(Mtu.ofBytes(MTU)).qpAccessFlags(Peer.ALL_ACCESS);
        QpAttrs.connect(a.qp, endOfA, endOfB, options);
        QpAttrs.connect(b.qp, endOfB, endOfA, options);
        watch(links);
        a.fill(seed);
        post(new SplittableRandom(seed));
        network.run();
        assertThat(a.poll()).hasSize(MESSAGES).allMatch(WorkCompletion::isSuccess);
        return b.poll().stream().map(this::checked).toList();
    }

    private static Peer peer(SimulatedNetwork network, int number) {
        var host = network.hosts().get(number);
        return new Peer(host, host.open(), MESSAGES * SLOT * 2, MESSAGES, QpType.UC);
    }

    /** Remembers which packets come out at the far end, counted from the first. */
    private void watch(DuplexLink links) {
        TransportPacket headers = new TransportPacket();
        links.there()
                .tap(
                        new Delivered(packet -> {
                            SimulatedPacket.VIEW.wrap(packet, headers);
                            arrived.add(Psn.diff(headers.psn(), FIRST_PSN));
                        }));
        links.back()
                .tap(
                        new Delivered(_ -> {
                            throw new AssertionError("a UC queue pair answered");
                        }));
    }

    /** SENDs go to where the receive says, WRITEs to the upper half of the peer's memory. */
    private void post(SplittableRandom random) {
        for (int i = 0; i < MESSAGES; i++) {
            lengths[i] = random.nextInt(SLOT + 1);
            b.post(new RecvWr().wrId(i).addSge(b.region.sge((long) i * SLOT, SLOT)));
            a.post(
                    new SendWr()
                            .opcode(KINDS[i % 2])
                            .immData(i)
                            .sendFlags(SendFlags.SIGNALED)
                            .rdma(b.region.addr() + upper(i), b.region.rkey())
                            .addSge(a.region.sge((long) i * SLOT, lengths[i])));
        }
    }

    private static long upper(int message) {
        return (long) (MESSAGES + message) * SLOT;
    }

    private int checked(WorkCompletion done) {
        int message = done.immData();
        assertThat(done.isSuccess()).isTrue();
        assertThat(done.byteLen()).isEqualTo(lengths[message]);
        long at =
                KINDS[message % 2] == WrOpcode.SEND_WITH_IMM ? done.wrId() * SLOT : upper(message);
        MemorySegment sent = a.memory.asSlice((long) message * SLOT, lengths[message]);
        assertThat(b.memory.asSlice(at, lengths[message]).mismatch(sent)).isEqualTo(-1);
        return message;
    }
}
