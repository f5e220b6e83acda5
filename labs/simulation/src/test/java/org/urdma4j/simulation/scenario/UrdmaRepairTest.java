package org.urdma4j.simulation.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.simulation.scenario.Scenario.ROUND_TRIP_NS;
import static org.urdma4j.simulation.scenario.Scenario.SENDING_NS;
import static org.urdma4j.simulation.scenario.Scenario.count;
import static org.urdma4j.simulation.scenario.Scenario.packet;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.codec.ib.Psn;
import org.urdma4j.codec.urdma.UrdmaOpcode;
import org.urdma4j.simulation.host.DuplexLink;
import org.urdma4j.simulation.host.Peer;
import org.urdma4j.simulation.host.SimulatedNetwork;
import org.urdma4j.simulation.host.SimulatedPacket;
import org.urdma4j.simulation.loss.Occurrence;
import org.urdma4j.simulation.loss.Script;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.verbs.Mtu;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.UrdmaTuning;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** What forward error correction gives back over a connection, and what has to be sent again. */
class UrdmaRepairTest {
    private static final int FIRST_PSN = 1000;
    private static final int PACKETS = 8;

    private static QpAttr protectedBy(String mode) {
        UrdmaOffer offer =
                UrdmaOffer.builder().payloadBytes(Scenario.MTU).fec(8).sack(64, 200).build();
        return new QpAttr()
                .urdmaOffer(offer)
                .urdmaPeerOffer(offer)
                .urdmaTuning(UrdmaTuning.builder().fec(mode).build());
    }

    private static Scenario drop(Scenario scenario, int psn) {
        scenario.there.drop(
                "packet " + psn,
                Occurrence.first(),
                packet(p -> UrdmaOpcode.isPlaced(p.opcode()) && p.psn() == psn));
        return scenario;
    }

    private static void dropRepair(Scenario scenario) {
        scenario.there.drop(
                "a repair",
                Occurrence.first(),
                packet(p -> p.opcode() == UrdmaOpcode.REPAIR_REQUESTS));
    }

    @ParameterizedTest
    @CsvSource({"'8,1'", "'4,2'", "'1,8'", "'2d:3,3'", "paper"})
    void shouldGiveBackAnyOnePacketWithoutARoundTrip(String mode) {
        for (int lost = 0; lost < PACKETS; lost++) {
            Scenario scenario = new Scenario(FIRST_PSN, protectedBy(mode));
            drop(scenario, FIRST_PSN + lost).post(Kind.WRITE, PACKETS).run();

            scenario.assertAllDone();
            assertThat(count(scenario.b, Counter.REPAIRED_PKTS)).as("lost %d", lost).isOne();
            assertThat(count(scenario.a, Counter.RETRANSMITTED_PKTS)).isZero();
            assertThat(scenario.finishedNs()).isLessThan(ROUND_TRIP_NS + SENDING_NS);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 7, 8})
    void shouldGiveBackWhatLiesAcrossTheWrap(int beforeWrap) {
        int first = Psn.SPACE - beforeWrap;
        for (int lost = 0; lost < PACKETS; lost++) {
            Scenario scenario = new Scenario(first, protectedBy("4,2"));
            drop(scenario, Psn.add(first, lost)).post(Kind.SEND_IMM, PACKETS).run();

            scenario.assertAllDone();
            assertThat(count(scenario.b, Counter.REPAIRED_PKTS)).isOne();
            assertThat(count(scenario.a, Counter.RETRANSMITTED_PKTS)).isZero();
        }
    }

    @Test
    void shouldGiveBackABurstAsLongAsThereAreRepairs() {
        Scenario scenario = new Scenario(FIRST_PSN, protectedBy("4,2"));
        drop(drop(scenario, FIRST_PSN + 3), FIRST_PSN + 4).post(Kind.WRITE_IMM, PACKETS).run();

        scenario.assertAllDone();
        assertThat(count(scenario.b, Counter.REPAIRED_PKTS)).isEqualTo(2);
        assertThat(count(scenario.a, Counter.RETRANSMITTED_PKTS)).isZero();
    }

    @Test
    void shouldSendAgainWhatIsLostWithItsRepair() {
        Scenario scenario = new Scenario(FIRST_PSN, protectedBy("8,1"));
        dropRepair(drop(scenario, FIRST_PSN + 3));
        scenario.post(Kind.WRITE, PACKETS).run();

        scenario.assertAllDone();
        assertThat(count(scenario.b, Counter.REPAIRED_PKTS)).isZero();
        assertThat(count(scenario.a, Counter.RETRANSMITTED_PKTS)).isPositive();
    }

    @Test
    void shouldSendAgainWhatOneRepairCannotGiveBack() {
        Scenario scenario = new Scenario(FIRST_PSN, protectedBy("8,1"));
        drop(drop(scenario, FIRST_PSN), FIRST_PSN + 5).post(Kind.WRITE, PACKETS).run();

        scenario.assertAllDone();
        assertThat(count(scenario.a, Counter.RETRANSMITTED_PKTS)).isEqualTo(2);
        assertThat(count(scenario.b, Counter.DUPLICATE_REQUEST)).isZero();
    }

    @Test
    void shouldProtectReadDataToo() {
        Scenario scenario = new Scenario(FIRST_PSN, protectedBy("4,2"));
        scenario.back.drop(
                "an answer",
                Occurrence.first(),
                packet(p -> p.opcode() == UrdmaOpcode.READ_RESPONSE_MIDDLE));
        scenario.post(Kind.READ, PACKETS).run();

        scenario.assertAllDone();
        assertThat(count(scenario.a, Counter.REPAIRED_PKTS)).isOne();
        assertThat(count(scenario.b, Counter.RETRANSMITTED_PKTS)).isZero();
    }

    /**
     * The application overwrites its memory while a packet is on its way again: what arrives is the
     * old or the new content of each packet, never a mixture that a repair made of both.
     */
    @Test
    void shouldNeverMixWhatAnApplicationChangesBetweenTwoTransmissions() {
        int bytes = PACKETS * Scenario.MTU;
        for (int lost = 0; lost < PACKETS; lost++) {
            SimulatedNetwork network = new SimulatedNetwork(1, PayloadMover.COPYING);
            DuplexLink links =
                    network.connect(
                            network.host("a", EngineConfig.DEFAULT),
                            network.host("b", EngineConfig.DEFAULT),
                            Scenario.LINK,
                            Scenario.LINK);
            Peer a = new Peer(network.hosts().get(0), bytes);
            Peer b = new Peer(network.hosts().get(1), bytes);
            QpAttr options = protectedBy("8,1").pathMtu(Mtu.ofBytes(Scenario.MTU));
            Peer.connect(a, b, FIRST_PSN, FIRST_PSN, options);
            Script<SimulatedPacket> script = new Script<>();
            links.there().script(script);
            int first = FIRST_PSN + lost;
            int second = FIRST_PSN + (lost + 3) % PACKETS;
            for (int psn : new int[] {first, second}) {
                script.drop(
                        "packet " + psn,
                        Occurrence.first(),
                        packet(p -> UrdmaOpcode.isPlaced(p.opcode()) && p.psn() == psn));
            }
            a.fill(1);
            MemorySegment before = MemorySegment.ofArray(a.memory.toArray(ValueLayout.JAVA_BYTE));
            a.post(a.write(b, 0, bytes));
            network.runUntil(() -> false, ROUND_TRIP_NS / 2);
            a.fill(2);
            network.run();

            assertThat(a.only().isSuccess()).isTrue();
            for (int i = 0; i < PACKETS; i++) {
                boolean again = FIRST_PSN + i == first || FIRST_PSN + i == second;
                MemorySegment sent = again ? a.memory : before;
                long at = (long) i * Scenario.MTU;
                assertThat(
                                MemorySegment.mismatch(
                                        sent,
                                        at,
                                        at + Scenario.MTU,
                                        b.memory,
                                        at,
                                        at + Scenario.MTU))
                        .as("packet %d, lost %d", i, lost)
                        .isEqualTo(-1);
            }
        }
    }
}
