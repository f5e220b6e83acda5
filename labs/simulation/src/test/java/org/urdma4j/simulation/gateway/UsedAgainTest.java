package org.urdma4j.simulation.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.Psn;
import org.urdma4j.simulation.host.SimulatedPacket;
import org.urdma4j.simulation.loss.Occurrence;
import org.urdma4j.simulation.loss.Script;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.verbs.WrOpcode;

/**
 * A connection whose queue pairs have the numbers of an earlier one, with sequence numbers of its
 * own, near and far: nothing that gateways know of the old one is taken for the new one.
 */
class UsedAgainTest {
    private static final int OLD_PSN = 1_000_000;
    private static final int PACKETS = 24;

    private static void loseOne(LongPath path, int psn) {
        path.there.script(
                new Script<SimulatedPacket>()
                        .drop(
                                "packet " + psn,
                                Occurrence.first(),
                                SimulatedPacket.matching(
                                        p -> p.psn() == psn && p.has(Opcode.REQUEST))));
    }

    /** Sends messages with a loss in the second, and returns the next sequence number. */
    private static int send(LongPath path, int firstPsn) {
        loseOne(path, Psn.add(firstPsn, PACKETS + 3));
        Requests requests = path.all.getFirst();
        requests.post(WrOpcode.RDMA_WRITE, PACKETS);
        path.finish();
        requests.post(WrOpcode.RDMA_WRITE, PACKETS);
        path.finish();
        return Psn.add(firstPsn, 2 * PACKETS);
    }

    /** How much further on the new one begins; backwards where it is negative. */
    @ParameterizedTest
    @ValueSource(
            ints = {
                0,
                1,
                7,
                100,
                5_000,
                70_000,
                1 << 20,
                1 << 22,
                1 << 23,
                -1,
                -5,
                -30,
                -48,
                -60,
                -5_000,
                -70_000,
                -(1 << 21)
            })
    void theOldOneShouldNotLeakIntoTheNewOne(int further) {
        LongPath path = new LongPath(OLD_PSN, LongPath.copying().build());
        int next = send(path, OLD_PSN);
        int again = Psn.add(next, further);

        path.all.getFirst().connectAgain(again);
        send(path, again);

        assertThat(path.count(Counter.LOCAL_ACK_TIMEOUT_ERR)).isZero();
        path.close();
    }

    /** Packets of the old one are on their way when the new one begins. */
    @ParameterizedTest
    @ValueSource(ints = {3, 5_000, 1 << 21, -20, -(1 << 21)})
    void whatIsUnderWayShouldNotLeakEither(int further) {
        LongPath path = new LongPath(OLD_PSN, LongPath.copying().build());
        int next = send(path, OLD_PSN);
        path.all.getFirst().post(WrOpcode.RDMA_WRITE, PACKETS);
        path.run(path.network.time().nowNs() + LongPath.LONG_NS / 2);

        int again = Psn.add(next, further);
        path.all.getFirst().connectAgain(again);
        send(path, again);

        path.close();
    }
}
