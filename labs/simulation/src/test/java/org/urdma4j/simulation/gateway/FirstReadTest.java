package org.urdma4j.simulation.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.Psn;
import org.urdma4j.gateway.packet.GatewayConfig;
import org.urdma4j.simulation.host.SimulatedPacket;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.simulation.loss.LossSpec;
import org.urdma4j.simulation.loss.Occurrence;
import org.urdma4j.simulation.loss.Script;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.verbs.WrOpcode;

import java.util.stream.LongStream;

/**
 * READs of a connection that sends nothing else and that no connection manager has announced, as
 * perftest's: nobody has told the gateways the path MTU, which says how many numbers a READ takes.
 */
class FirstReadTest {
    private static final int SEEDS = 5;
    private static final int FIRST_PSN = Psn.SPACE - 5;

    /** What a responder in software manages, so that nothing waits for the long link. */
    private static final LinkConfig LOCAL =
            LongPath.LOCAL.toBuilder().rate(500_000_000L).queue(32 << 20).build();

    private static LongPath path(long seed, GatewayConfig gateways, LinkConfig longLink) {
        LongPath path = new LongPath(seed, gateways, longLink, longLink, LOCAL);
        // gateways pair nothing for a round trip after their start
        path.network.time().schedule(2 * LongPath.LONG_NS, () -> {});
        path.network.run();
        return path;
    }

    /** Returns how long 16 MiB take, in so many READs, over a link that loses a hundredth. */
    private static double tookMs(long seed, GatewayConfig gateways, int reads) {
        int packets = (16 << 20) / LongPath.MTU / reads;
        LinkConfig lossy = LongPath.LONG.toBuilder().loss(LossSpec.parse("1%")).build();
        LongPath path = path(seed, gateways, lossy);
        Requests requests = path.connect(FIRST_PSN, packets * LongPath.MTU, reads);
        for (int i = 0; i < reads; i++) {
            requests.post(WrOpcode.RDMA_READ, packets);
        }
        path.finish();
        return path.tookNs() / 1e6;
    }

    /** Without the first request or the first answer it takes the host, hence the median. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 32})
    void longOnesShouldTakeNoLongerThanWithoutLoss(int reads) {
        double[] tookMs =
                LongStream.rangeClosed(1, SEEDS)
                        .mapToDouble(seed -> tookMs(seed, LongPath.copying().build(), reads))
                        .sorted()
                        .toArray();

        // at the responder's 0.5 Gbit/s 292 ms, and two round trips
        assertThat(tookMs[SEEDS / 2]).isBetween(292.0, 310.0);
    }

    /** Each answer lost once, be it of the very first READ; of that but the one that tells. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7})
    void eachAnswerShouldBeRecoveredWithoutTheHost(int packets) {
        for (int lost = 1; lost < 3 * packets; lost++) {
            LongPath path = path(1, LongPath.copying().build(), LongPath.LONG);
            int psn = Psn.add(FIRST_PSN, lost);
            path.back.script(
                    new Script<SimulatedPacket>()
                            .drop(
                                    "answer " + lost,
                                    Occurrence.first(),
                                    SimulatedPacket.matching(
                                            p -> p.psn() == psn && p.has(Opcode.RESPONSE))));
            Requests requests = path.connect(FIRST_PSN, packets * LongPath.MTU, 3);
            for (int i = 0; i < 3; i++) {
                requests.post(WrOpcode.RDMA_READ, packets);
            }
            path.finish();

            assertThat(path.right.counters().resent).as("answer %d", lost).isEqualTo(1);
            assertThat(path.count(Counter.RETRANSMITTED_PKTS)).as("answer %d", lost).isZero();
            path.close();
        }
    }
}
