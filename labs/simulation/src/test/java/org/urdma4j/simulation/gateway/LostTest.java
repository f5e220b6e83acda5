package org.urdma4j.simulation.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.Psn;
import org.urdma4j.fixtures.Nightly;
import org.urdma4j.gateway.packet.GatewayConfig;
import org.urdma4j.gateway.packet.LossReports;
import org.urdma4j.simulation.host.SimulatedLink;
import org.urdma4j.simulation.host.SimulatedPacket;
import org.urdma4j.simulation.loss.Occurrence;
import org.urdma4j.simulation.loss.Script;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.verbs.WrOpcode;

import java.util.Arrays;
import java.util.stream.IntStream;

/** Each packet of messages of 1 to 32 packets lost on the long link, alone and in pairs. */
class LostTest {
    private static final int LONGEST = 32;

    /** Of messages of which each pair is lost; all of them would take seconds. */
    private static final int[] LENGTHS =
            IntStream.rangeClosed(2, LONGEST)
                    .filter(length -> Nightly.ON || length < 9 || length % 16 < 2)
                    .toArray();

    /** Longer than a lost packet takes with copies, and shorter than a NIC's timer. */
    private static final long SOON_NS = 6 * LongPath.LONG_NS;

    /** Longer than it takes to have the host send again, twice. */
    private static final long LATER_NS = 10 * LongPath.LONG_NS;

    /** Packets of two messages that go before, after which gateways know who is who. */
    private static final int BEFORE = 4;

    /** Sends one message and loses packets of requests, or of answers. */
    private static LongPath lose(
            WrOpcode opcode, int firstPsn, int packets, int kind, int... lost) {
        return lose(LongPath.copying().build(), opcode, firstPsn, packets, kind, lost);
    }

    private static LongPath lose(
            GatewayConfig gateways,
            WrOpcode opcode,
            int firstPsn,
            int packets,
            int kind,
            int... lost) {
        LongPath path = new LongPath(Psn.add(firstPsn, -BEFORE), gateways);
        path.network.time().schedule(2 * LongPath.LONG_NS, () -> {});
        path.network.run();
        path.all.getFirst().post(WrOpcode.RDMA_WRITE, BEFORE / 2);
        path.all.getFirst().post(WrOpcode.RDMA_WRITE, BEFORE / 2);
        path.finish();
        long beganNs = path.network.time().nowNs();
        Script<SimulatedPacket> script = new Script<>();
        for (int i : lost) {
            int psn = Psn.add(firstPsn, i);
            script.drop(
                    "packet " + i,
                    Occurrence.first(),
                    SimulatedPacket.matching(p -> p.psn() == psn && p.has(kind)));
        }
        SimulatedLink link = kind == Opcode.REQUEST ? path.there : path.back;
        link.script(script);
        path.all.getFirst().post(opcode, packets);
        path.all.getFirst().receive();
        path.finish();
        assertThat(script.unfired()).isEmpty();
        assertThat(path.tookNs() - beganNs)
                .as("%s %d %s", opcode, packets, Arrays.toString(lost))
                .isLessThan(gateways.copyBytes() > 0 ? SOON_NS : LATER_NS);
        return path;
    }

    private static void assertSoon(LongPath path, String what) {
        assertThat(path.count(Counter.RETRANSMITTED_PKTS)).as(what).isZero();
        assertThat(path.count(Counter.LOCAL_ACK_TIMEOUT_ERR)).as(what).isZero();
        path.close();
    }

    @Test
    void shouldRecoverEachSinglePacketWithoutTheHost() {
        for (int packets = 1; packets <= LONGEST; packets++) {
            for (int i = 0; i < packets; i++) {
                String what = "packet %d of %d".formatted(i, packets);
                LongPath path =
                        lose(WrOpcode.RDMA_WRITE, Psn.SPACE - 9, packets, Opcode.REQUEST, i);
                assertThat(path.left.counters().resent).as(what).isEqualTo(1);
                assertSoon(path, what);
            }
        }
    }

    @Test
    void shouldRecoverEachPairOfPacketsWithoutTheHost() {
        for (int packets : LENGTHS) {
            for (int i = 0; i < packets; i++) {
                for (int j = i + 1; j < packets; j++) {
                    String what = "packets %d and %d of %d".formatted(i, j, packets);
                    LongPath path =
                            lose(WrOpcode.RDMA_WRITE, Psn.SPACE - 9, packets, Opcode.REQUEST, i, j);
                    assertThat(path.left.counters().resent).as(what).isEqualTo(2);
                    assertSoon(path, what);
                }
            }
        }
    }

    @Test
    void shouldRecoverEachSingleAnswerOfAReadWithoutTheHost() {
        for (int packets = 1; packets <= LONGEST; packets++) {
            for (int i = 0; i < packets; i++) {
                String what = "answer %d of %d".formatted(i, packets);
                LongPath path =
                        lose(WrOpcode.RDMA_READ, Psn.SPACE - 9, packets, Opcode.RESPONSE, i);
                assertThat(path.right.counters().resent).as(what).isEqualTo(1);
                assertSoon(path, what);
            }
        }
    }

    /** Of more than 16 packets every third pair. */
    @Test
    void shouldRecoverEachPairOfAnswersOfAReadWithoutTheHost() {
        for (int packets : LENGTHS) {
            int stride = packets > LONGEST / 2 ? 3 : 1;
            for (int i = 0; i < packets; i++) {
                for (int j = i + 1; j < packets; j += stride) {
                    String what = "answers %d and %d of %d".formatted(i, j, packets);
                    LongPath path =
                            lose(WrOpcode.RDMA_READ, Psn.SPACE - 9, packets, Opcode.RESPONSE, i, j);
                    assertThat(path.right.counters().resent).as(what).isEqualTo(2);
                    assertSoon(path, what);
                }
            }
        }
    }

    /** What gateways may be made of, as of the module {@code measure}. */
    enum Scheme {
        SLR,
        NETRT,
        LR2;

        private GatewayConfig config() {
            return switch (this) {
                case SLR ->
                        LongPath.copying()
                                .reorderBytes(0)
                                .copyBytes(0)
                                .reports(LossReports.UNFILTERED)
                                .build();
                case NETRT -> LongPath.copying().reorderBytes(0).build();
                case LR2 -> LongPath.copying().copyBytes(0).build();
            };
        }
    }

    /** Pairs in some lengths alone: all of them would take a minute. */
    @ParameterizedTest
    @EnumSource
    void whoeverHasToSendAgainNoTimerShouldRunOut(Scheme scheme) {
        for (int packets : LENGTHS) {
            boolean pairs = Nightly.ON ? packets % 5 == 2 : packets == 2 || packets == 17;
            for (int i = 0; i < packets; i++) {
                assertNoTimer(scheme, packets, i);
                for (int j = i + 1; pairs && j < packets; j++) {
                    assertNoTimer(scheme, packets, i, j);
                }
            }
        }
    }

    private static void assertNoTimer(Scheme scheme, int packets, int... lost) {
        LongPath path =
                lose(
                        scheme.config(),
                        WrOpcode.RDMA_WRITE,
                        Psn.SPACE - 9,
                        packets,
                        Opcode.REQUEST,
                        lost);
        assertThat(path.count(Counter.LOCAL_ACK_TIMEOUT_ERR))
                .as("%s of %d", Arrays.toString(lost), packets)
                .isZero();
        path.close();
    }

    @ParameterizedTest
    @EnumSource(names = {"RDMA_WRITE", "SEND", "RDMA_READ", "ATOMIC_FETCH_AND_ADD"})
    void shouldRecoverTheOnlyPacketAndItsAnswerWithoutTheHost(WrOpcode opcode) {
        assertSoon(lose(opcode, 5, 1, Opcode.REQUEST, 0), "request");
        assertSoon(lose(opcode, 5, 1, Opcode.RESPONSE, 0), "answer");
    }
}
