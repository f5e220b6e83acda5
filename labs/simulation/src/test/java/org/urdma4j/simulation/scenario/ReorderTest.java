package org.urdma4j.simulation.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.simulation.scenario.Scenario.ROUND_TRIP_NS;
import static org.urdma4j.simulation.scenario.Scenario.SENDING_NS;
import static org.urdma4j.simulation.scenario.Scenario.TIMEOUT_NS;
import static org.urdma4j.simulation.scenario.Scenario.count;
import static org.urdma4j.simulation.scenario.Scenario.packet;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.Psn;
import org.urdma4j.simulation.loss.Occurrence;
import org.urdma4j.simulation.roce.Packets;
import org.urdma4j.transport.counter.Counter;

import java.util.ArrayList;
import java.util.List;

/**
 * Packets that overtake each other and are not lost. Go-back-N takes them for lost and sends them
 * again, but nothing happens twice or in the wrong order, and no timer is needed.
 */
class ReorderTest {
    /** Of a full packet at a gigabit. */
    private static final long PACKET_NS = 9_000;

    /**
     * @param held index of the packet that others overtake, in its direction
     * @param by how many packets overtake it
     */
    record Overtaken(Kind kind, boolean answer, int held, int by, int beforeWrap) {}

    static List<Overtaken> cases() {
        List<Overtaken> all = new ArrayList<>();
        for (Kind kind : new Kind[] {Kind.SEND, Kind.WRITE_IMM, Kind.READ}) {
            for (int beforeWrap : new int[] {1000, 0, 2, 5}) {
                for (int held = 0; held < 5; held++) {
                    for (int by : new int[] {1, 2, 300}) {
                        all.add(new Overtaken(kind, kind == Kind.READ, held, by, beforeWrap));
                    }
                }
            }
        }
        for (int by : new int[] {1, 300}) {
            all.add(new Overtaken(Kind.READ, false, 0, by, 0));
            all.add(new Overtaken(Kind.FETCH_ADD, false, 0, by, 0));
            all.add(new Overtaken(Kind.FETCH_ADD, true, 0, by, 0));
        }
        return all;
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldTakeOvertakenPacketsInTheirOrder(Overtaken overtaken) {
        Scenario scenario = new Scenario(Psn.add(0, -overtaken.beforeWrap()));
        int flag = overtaken.answer() ? Opcode.RESPONSE : Opcode.REQUEST;
        (overtaken.answer() ? scenario.back : scenario.there)
                .hold(
                        "held",
                        Occurrence.first(),
                        overtaken.by() * PACKET_NS + PACKET_NS / 2,
                        packet(Packets.has(flag).and(Packets.psn(scenario.psn(overtaken.held())))));

        scenario.post(overtaken.kind(), overtaken.kind().isAtomic() ? 1 : 5);
        scenario.post(Kind.WRITE, 2).post(Kind.FETCH_ADD, 1).run();

        scenario.assertAllDone();
        assertThat(count(scenario.a, Counter.LOCAL_ACK_TIMEOUT_ERR))
                .as("timeouts\n%s", scenario.log)
                .isZero();
        // two round trips if it is asked for again, one less if it comes before
        assertThat(scenario.finishedNs()).isLessThan(3 * ROUND_TRIP_NS + 2 * SENDING_NS);
        assertThat(count(scenario.a, Counter.RETRANSMITTED_PKTS)).isLessThanOrEqualTo(2 * 8);
    }

    /** An acknowledgement says all that the ones before it did. */
    @Test
    void shouldNotMindAcknowledgementsThatAreOvertaken() {
        Scenario scenario = new Scenario(Psn.add(0, -4));
        for (int i = 0; i < 8; i++) {
            scenario.back.hold(
                    "ACK " + i,
                    Occurrence.first(),
                    (8 - i) * 2L * PACKET_NS,
                    packet(Packets.ack().and(Packets.psn(scenario.psn(i)))));
            scenario.post(Kind.WRITE, 1);
        }

        scenario.run();

        scenario.assertAllDone();
        assertThat(scenario.links.back().counters().reordered()).isPositive();
        assertThat(count(scenario.a, Counter.RETRANSMITTED_PKTS)).isZero();
        assertThat(scenario.finishedNs()).isLessThan(TIMEOUT_NS);
    }
}
