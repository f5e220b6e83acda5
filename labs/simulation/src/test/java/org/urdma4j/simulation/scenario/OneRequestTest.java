package org.urdma4j.simulation.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.simulation.host.HostStalls;
import org.urdma4j.simulation.host.Peer;
import org.urdma4j.simulation.host.SimulatedHost;
import org.urdma4j.simulation.host.SimulatedNetwork;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.simulation.time.VirtualTimer;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.RecvWr;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.UrdmaTuning;
import org.urdma4j.verbs.WrOpcode;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * An application that waits for each request before it posts the next, over a short path, gets its
 * answers as soon under URDMA as under standard RoCE: neither pacing nor reports make it wait.
 */
class OneRequestTest {
    private static final int REQUESTS = 10_000;
    private static final long DELAY_NS = 10_000;
    private static final UrdmaOffer OFFER = UrdmaOffer.builder().payloadBytes(8932).build();

    /** A host that has just begun is slow for so many requests. */
    private static final int SLOW = 20;

    private static final long SLOW_BITS_PER_SECOND = 3_000_000;
    private static final int MEMORY = 1 << 17;

    /** What a run took, request by request. */
    private static final class Run {
        final SimulatedNetwork network = new SimulatedNetwork(5, PayloadMover.COPYING);
        final SplittableRandom random = new SplittableRandom(5);
        final long[] tookNs = new long[REQUESTS];
        final Peer a;
        final Peer b;
        final SendWr request;
        final VirtualTimer next = network.time().timer(this::post);
        final long longestThoughtNs;
        int done;
        long postedNs;

        Run(WrOpcode opcode, int bytes, long longestThoughtNs, boolean stalls, boolean urdma) {
            this.longestThoughtNs = longestThoughtNs;
            SimulatedHost left = network.host("a", EngineConfig.DEFAULT);
            SimulatedHost right = network.host("b", EngineConfig.DEFAULT);
            LinkConfig link = LinkConfig.builder().rate(10_000_000_000L).delay(DELAY_NS).build();
            network.connect(left, right, link, link);
            if (stalls) {
                left.stalls(new HostStalls(new SplittableRandom(6), 1_000_000, 1_000, 4_000_000));
                right.stalls(new HostStalls(new SplittableRandom(7), 1_000_000, 1_000, 4_000_000));
            }
            right.receivesAt(bytes > 1000 ? 0 : SLOW_BITS_PER_SECOND);
            a = new Peer(left, MEMORY);
            b = new Peer(right, MEMORY);
            QpAttr options = new QpAttr();
            if (urdma) {
                options.urdmaOffer(OFFER).urdmaPeerOffer(OFFER).urdmaTuning(UrdmaTuning.DEFAULT);
            }
            Peer.connect(a, b, 100, 200, options);
            request = a.write(b, 0, bytes).opcode(opcode);
            if (opcode == WrOpcode.SEND) {
                for (int i = 0; i < 32; i++) {
                    receive(bytes);
                }
            }
            left.application(this::onTurnOfA);
            right.application(() -> b.poll().forEach(_ -> receive(bytes)));
        }

        private void receive(int bytes) {
            b.post(new RecvWr().addSge(b.region.sge(0, bytes)));
        }

        private void post() {
            postedNs = network.time().nowNs();
            a.post(request);
        }

        private void onTurnOfA() {
            if (done < REQUESTS && a.completions(1)) {
                assertThat(a.only().isSuccess()).isTrue();
                long nowNs = network.time().nowNs();
                tookNs[done++] = nowNs - postedNs;
                if (done == SLOW) {
                    b.host.receivesAt(0);
                }
                if (done < REQUESTS) {
                    next.schedule(nowNs + random.nextLong(longestThoughtNs + 1));
                }
            }
        }

        long[] sorted() {
            next.schedule(network.time().nowNs() + 1_000_000);
            assertThat(network.runUntil(() -> done == REQUESTS, 600_000_000_000L)).isTrue();
            Arrays.sort(tookNs);
            return tookNs;
        }
    }

    @ParameterizedTest
    @CsvSource({
        "RDMA_WRITE,        64,      0, false",
        "RDMA_WRITE,        64,  30000, false",
        "RDMA_WRITE,        64,  30000, true",
        "RDMA_WRITE,     65536,  30000, true",
        "SEND,              64,      0, false",
        "SEND,              64,  30000, true",
        "RDMA_READ,         64,      0, false",
        "RDMA_READ,         64,  30000, false",
        "RDMA_READ,         64,  30000, true",
        "RDMA_READ,      65536,  30000, true",
    })
    void shouldTakeNoLongerThanUnderStandard(
            WrOpcode opcode, int bytes, long longestThoughtNs, boolean stalls) {
        long[] standard = new Run(opcode, bytes, longestThoughtNs, stalls, false).sorted();
        long[] urdma = new Run(opcode, bytes, longestThoughtNs, stalls, true).sorted();

        assertThat(urdma[REQUESTS / 2]).isLessThanOrEqualTo(standard[REQUESTS / 2] * 115 / 100);
        assertThat(urdma[REQUESTS * 99 / 100])
                .isLessThanOrEqualTo(standard[REQUESTS * 99 / 100] * 3 / 2);
    }
}
