package org.urdma4j.simulation.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.transport.seal.Rotation;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.UrdmaTuning;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.WrOpcode;

import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;

/**
 * Somebody on the way who knows everything but the keys, both ways: what he makes is dropped and
 * counted, each once, and changes nothing.
 */
class TamperTest {
    private static final int MEMORY = 1 << 20;
    private static final int REQUESTS = 60;
    private static final int CHUNK = 16_384;

    private static final List<Counter> DROPS =
            List.of(
                    Counter.DROPPED_AUTH,
                    Counter.DROPPED_REPLAY,
                    Counter.DROPPED_EPOCH,
                    Counter.DROPPED_NOT_PROTECTED,
                    Counter.DROPPED_UNKNOWN_QP,
                    Counter.DROPPED_UNKNOWN_OPCODE,
                    Counter.DROPPED_MALFORMED);

    private final LinkConfig link =
            LinkConfig.builder().rate(1_000_000_000L).delay(100_000).build();

    @ParameterizedTest
    @ValueSource(strings = {"off", "4,1"})
    void shouldDropWhatIsForgedAndNothingElse(String fec) {
        var network = new SimulatedNetwork(7, PayloadMover.COPYING);
        SimulatedHost a = network.host("a", EngineConfig.DEFAULT);
        SimulatedHost b = network.host("b", EngineConfig.DEFAULT);
        SimulatedAssociation keys = network.protect(a, b, new Rotation(8, 1_000_000_000L));
        network.connect(a, b, link); // for the devices to be opened and the pairs to be made
        Peer[] as = peers(a);
        Peer[] bs = peers(b);
        keys.establish();
        Forger there = new Forger(network, new SplittableRandom(1), qpns(bs));
        Forger back = new Forger(network, new SplittableRandom(2), qpns(as));
        network.route(a, b, there, network.link("there", link));
        network.route(b, a, back, network.link("back", link));
        for (int i = 0; i < as.length; i++) {
            keys.seal(as[i].qp, bs[i].qp);
            Peer.connect(as[i], bs[i], 100, 200, options(fec));
            as[i].fill(i);
        }

        run(network, as, bs);

        assertThat(there.forged()).isGreaterThan(300);
        assertThat(drops(b)).as("to b").isEqualTo(there.forged());
        assertThat(drops(a)).as("to a").isEqualTo(back.forged());
        for (int i = 0; i < as.length; i++) {
            assertThat(bs[i].memory.mismatch(as[i].memory)).as("bytes of %d", i).isEqualTo(-1);
        }
        there.close();
        back.close();
        assertThat(network.packetsOutside()).isZero();
    }

    private static Peer[] peers(SimulatedHost host) {
        Peer first = new Peer(host, MEMORY);
        return new Peer[] {first, new Peer(host, first.context, MEMORY)};
    }

    private static int[] qpns(Peer... peers) {
        return List.of(peers).stream().mapToInt(peer -> peer.qp.qpNum()).toArray();
    }

    private static QpAttr options(String fec) {
        UrdmaOffer offer = UrdmaOffer.builder().payloadBytes(1024).fec(16).build();
        return new QpAttr()
                .urdmaOffer(offer)
                .urdmaPeerOffer(offer)
                .urdmaTuning(UrdmaTuning.builder().fec(fec).build());
    }

    /** WRITEs everything and READs some of it back, where it must be the same. */
    private static void run(SimulatedNetwork network, Peer[] as, Peer... bs) {
        Random random = new Random(3);
        for (int i = 0; i < as.length; i++) {
            for (int at = 0; at < MEMORY; at += CHUNK) {
                int offset = at;
                int to = i;
                as[i].post(as[i].write(bs[i], at, CHUNK));
                boolean written = network.runUntil(() -> as[to].completions(1), 1_000_000_000L);
                assertThat(written).as("write %d of %d", offset, to).isTrue();
                assertThat(as[i].only().isSuccess()).isTrue();
                if (random.nextInt(MEMORY / CHUNK) < REQUESTS / 2) {
                    as[i].post(read(as[i], bs[i], at));
                    boolean read = network.runUntil(() -> as[to].completions(1), 1_000_000_000L);
                    assertThat(read).as("read %d of %d", offset, to).isTrue();
                    List<WorkCompletion> done = as[i].poll();
                    assertThat(done).allMatch(WorkCompletion::isSuccess);
                }
            }
        }
        network.run();
    }

    private static SendWr read(Peer a, Peer b, int at) {
        return new SendWr()
                .opcode(WrOpcode.RDMA_READ)
                .sendFlags(SendFlags.SIGNALED)
                .rdma(b.region.addr() + at, b.region.rkey())
                .addSge(a.region.sge(at, CHUNK));
    }

    private static long drops(SimulatedHost host) {
        return DROPS.stream().mapToLong(host.counters()::get).sum();
    }
}
