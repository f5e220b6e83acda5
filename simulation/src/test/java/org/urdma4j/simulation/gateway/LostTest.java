package org.urdma4j.simulation.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.Psn;
import org.urdma4j.simulation.host.SimulatedPacket;
import org.urdma4j.simulation.loss.Occurrence;
import org.urdma4j.simulation.loss.Script;
import org.urdma4j.transport.counter.Counter;

/** Each packet of messages of 1 to 32 packets lost on the long link, alone and in pairs. */
class LostTest {
    private static final int LONGEST = 32;

    private static LongPath lose(int firstPsn, int packets, int... lost) {
        LongPath path = new LongPath(firstPsn, LongPath.copying().build());
        Script<SimulatedPacket> script = new Script<>();
        for (int i : lost) {
            int psn = Psn.add(firstPsn, i);
            script.drop(
                    "packet " + i,
                    Occurrence.first(),
                    SimulatedPacket.matching(p -> p.psn() == psn && p.has(Opcode.REQUEST)));
        }
        path.there.script(script);
        path.write(packets);
        path.finish();
        assertThat(script.unfired()).isEmpty();
        return path;
    }

    @Test
    void shouldRecoverEachSinglePacketWithoutTheHost() {
        for (int packets = 1; packets <= LONGEST; packets++) {
            for (int i = 0; i < packets; i++) {
                LongPath path = lose(Psn.SPACE - 9, packets, i);
                String what = "packet %d of %d".formatted(i, packets);
                assertThat(path.count(Counter.RETRANSMITTED_PKTS)).as(what).isZero();
                assertThat(path.left.counters().resent).as(what).isEqualTo(1);
                assertThat(path.doneAtNs.getFirst()).as(what).isLessThan(5 * LongPath.LONG_NS);
                path.close();
            }
        }
    }

    @Test
    void shouldRecoverEachPairOfPacketsWithoutTheHost() {
        for (int packets = 2; packets <= LONGEST; packets++) {
            for (int i = 0; i < packets; i++) {
                for (int j = i + 1; j < packets; j++) {
                    LongPath path = lose(Psn.SPACE - 9, packets, i, j);
                    String what = "packets %d and %d of %d".formatted(i, j, packets);
                    assertThat(path.count(Counter.RETRANSMITTED_PKTS)).as(what).isZero();
                    assertThat(path.left.counters().resent).as(what).isEqualTo(2);
                    path.close();
                }
            }
        }
    }
}
