package org.urdma4j.simulation.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.simulation.scenario.Scenario.LINK;
import static org.urdma4j.simulation.scenario.Scenario.ROUND_TRIP_NS;
import static org.urdma4j.simulation.scenario.Scenario.SENDING_NS;
import static org.urdma4j.simulation.scenario.Scenario.count;
import static org.urdma4j.simulation.scenario.Scenario.packet;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.Psn;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.simulation.loss.Occurrence;
import org.urdma4j.simulation.roce.Packets;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WrOpcode;

import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/** Packets that arrive twice are executed once, whenever the second comes. */
class DuplicateTest {
    private static final LinkConfig TWICE = LINK.toBuilder().duplicate(1).build();
    private static final long LATE_NS = 10 * ROUND_TRIP_NS;

    /**
     * @param late whether the copies come long after everything else is done
     */
    record Twice(Kind kind, int packets, int beforeWrap, boolean late) {}

    static List<Twice> cases() {
        List<Twice> all = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            for (int packets : kind.isAtomic() ? new int[] {1} : new int[] {1, 4}) {
                for (int beforeWrap : new int[] {1000, 0, 1, 3, 4}) {
                    all.add(new Twice(kind, packets, beforeWrap, false));
                    all.add(new Twice(kind, packets, beforeWrap, true));
                }
            }
        }
        return all;
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldExecuteOnceWhatArrivesTwice(Twice twice) {
        Scenario scenario = doubling(twice.beforeWrap());
        if (twice.late()) {
            // the copy takes its place, the original comes late
            scenario.there.hold("there", Occurrence.all(), LATE_NS, _ -> true);
            scenario.back.hold("back", Occurrence.all(), LATE_NS, _ -> true);
        }

        scenario.post(twice.kind(), twice.packets()).post(twice.kind(), twice.packets()).run();

        scenario.assertAllDone();
        assertThat(count(scenario.b, Counter.DUPLICATE_REQUEST)).isPositive();
        assertThat(count(scenario.a, Counter.RETRANSMITTED_PKTS))
                .as("sent again\n%s", scenario.log)
                .isZero();
        // a SEND is tried with its first packet while a knows of no receives, the next one waits
        assertThat(scenario.finishedNs()).isLessThan(3 * ROUND_TRIP_NS + SENDING_NS);
    }

    private static Scenario doubling(int beforeWrap) {
        return new Scenario(
                Psn.add(0, -beforeWrap), TWICE, TWICE, EngineConfig.DEFAULT, new QpAttr());
    }

    /** An old WRITE must not overwrite what a newer one has put in its place. */
    @Test
    void shouldNotExecuteAnOldWriteAgain() {
        Scenario scenario = doubling(10);
        scenario.there.hold("old", Occurrence.first(), LATE_NS, _ -> true);
        long address = scenario.b.region.addr();
        SendWr wr =
                new SendWr()
                        .opcode(WrOpcode.RDMA_WRITE)
                        .sendFlags(SendFlags.SIGNALED)
                        .rdma(address, scenario.b.region.rkey());
        scenario.a.post(wr.addSge(scenario.a.region.sge(0, 8)));
        scenario.network.time().runUntil(2 * ROUND_TRIP_NS);
        assertThat(scenario.doneAtA).hasSize(1);
        scenario.a.post(wr.clearSges().addSge(scenario.a.region.sge(8, 8)));

        scenario.run();

        assertThat(count(scenario.b, Counter.DUPLICATE_REQUEST)).isEqualTo(2);
        assertThat(scenario.b.memory.get(ValueLayout.JAVA_LONG, 0))
                .isEqualTo(scenario.a.memory.get(ValueLayout.JAVA_LONG, 8));
    }

    /** The answer to a repeated atomic is the first one's, whatever has been written since. */
    @Test
    void shouldRepeatTheAnswerOfAnAtomicWhoseMemoryHasChanged() {
        Scenario scenario = new Scenario(10);
        scenario.back.drop(
                "answer", Occurrence.first(), packet(Packets.has(Opcode.ATOMIC_ACK_ETH)));
        scenario.post(Kind.FETCH_ADD, 1);
        long before = scenario.b.memory.get(ValueLayout.JAVA_LONG, 0);
        scenario.network.time().runUntil(2 * ROUND_TRIP_NS);
        assertThat(scenario.b.memory.get(ValueLayout.JAVA_LONG, 0)).isEqualTo(before + 1);
        scenario.b.memory.set(ValueLayout.JAVA_LONG, 0, 42);

        scenario.run();

        assertThat(count(scenario.b, Counter.RDMA_ATOMICS)).isEqualTo(1);
        assertThat(scenario.b.memory.get(ValueLayout.JAVA_LONG, 0)).isEqualTo(42);
        assertThat(scenario.a.memory.get(ValueLayout.JAVA_LONG, 0)).isEqualTo(before);
        assertThat(scenario.doneAtA).hasSize(1);
    }

    /** With room for one answer only, the second takes it; the first is not asked for any more. */
    @Test
    void shouldDropADuplicateThatItHasForgotten() {
        QpAttr one = new QpAttr().maxRdAtomic(1).maxDestRdAtomic(1);
        Scenario scenario = new Scenario(10, TWICE, LINK, EngineConfig.DEFAULT, one);
        scenario.there.hold("first", Occurrence.first(), LATE_NS, _ -> true);

        scenario.post(Kind.FETCH_ADD, 1).post(Kind.FETCH_ADD, 1).run();

        scenario.assertAllDone();
        assertThat(count(scenario.b, Counter.DUPLICATE_REQUEST)).isEqualTo(2);
        assertThat(scenario.log.packets().getLast().atNs()).isLessThan(LATE_NS);
    }
}
