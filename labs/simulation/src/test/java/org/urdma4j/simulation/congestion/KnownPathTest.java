package org.urdma4j.simulation.congestion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.simulation.congestion.Trial.MS;
import static org.urdma4j.simulation.congestion.Trial.SECOND;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.simulation.host.DuplexLink;
import org.urdma4j.simulation.host.SimulatedHost;
import org.urdma4j.simulation.host.SimulatedLink;
import org.urdma4j.simulation.host.SimulatedNetwork;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.CompletionQueue;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.ProtectionDomain;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrs;
import org.urdma4j.verbs.QpCap;
import org.urdma4j.verbs.QpEndpoint;
import org.urdma4j.verbs.QpInitAttr;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.WrOpcode;

/** Queue pairs that begin when others have found out what the path to the same peer carries. */
class KnownPathTest {
    private static final int ACCESS =
            AccessFlags.LOCAL_WRITE | AccessFlags.REMOTE_WRITE | AccessFlags.REMOTE_READ;

    private final SimulatedNetwork network = new SimulatedNetwork(1, PayloadMover.BY_REFERENCE);
    private final SimulatedHost a = network.host("a", EngineConfig.DEFAULT);
    private final SimulatedHost b = network.host("b", EngineConfig.DEFAULT);

    private final class Mover {
        final ProtectionDomain here = a.open().allocPd();
        final ProtectionDomain there = b.open().allocPd();
        final CompletionQueue cq = here.context().createCq(64);
        final CompletionQueue otherCq = there.context().createCq(64);
        final MemoryRegion from = here.regMr(Bulk.nowhere(1L << 32), ACCESS);
        final MemoryRegion to = there.regMr(Bulk.nowhere(1L << 32), ACCESS);

        private final WrOpcode operation;

        Mover() {
            this(WrOpcode.RDMA_WRITE);
        }

        Mover(WrOpcode operation) {
            this.operation = operation;
        }

        /** Has so many connections send all the time. */
        void keepBusy(int count) {
            for (int i = 0; i < count; i++) {
                QueuePair one = connected();
                for (int k = 0; k < 4; k++) {
                    write(one, 1L << 30);
                }
            }
        }

        /** Moves bytes over a connection that is made for them; returns the time it takes. */
        long move(long bytes) {
            QueuePair one = connected();
            long begin = network.time().nowNs();
            write(one, bytes);
            WorkCompletion[] done = WorkCompletion.array(1);
            assertThat(network.runUntil(() -> cq.poll(done) == 1, 100 * SECOND)).isTrue();
            assertThat(done[0].isSuccess()).isTrue();
            long took = network.time().nowNs() - begin;
            network.runUntil(() -> false, 100 * MS);
            one.close();
            return took;
        }

        private QueuePair connected() {
            QueuePair one = here.createQp(init(cq));
            QueuePair other = there.createQp(init(otherCq));
            UrdmaOffer offer = UrdmaOffer.builder().payloadBytes(Bulk.PAYLOAD).build();
            QpAttr attr =
                    new QpAttr().urdmaOffer(offer).urdmaPeerOffer(offer).qpAccessFlags(ACCESS);
            QpEndpoint ofOne = new QpEndpoint(one.qpNum(), 0, a.gid());
            QpEndpoint ofOther = new QpEndpoint(other.qpNum(), 0, b.gid());
            QpAttrs.connect(one, ofOne, ofOther, attr);
            QpAttrs.connect(other, ofOther, ofOne, attr);
            return one;
        }

        private void write(QueuePair one, long bytes) {
            one.postSend(
                    new SendWr()
                            .opcode(operation)
                            .sendFlags(SendFlags.SIGNALED)
                            .rdma(to.addr(), to.rkey())
                            .addSge(from.sge(0, bytes)));
        }
    }

    private static QpInitAttr init(CompletionQueue cq) {
        return QpInitAttr.builder().cq(cq).cap(new QpCap(4, 4, 1, 1, 0)).build();
    }

    private DuplexLink connect(long mbps, long rttUs) {
        long contentKb = mbps * rttUs / 8 / 1000;
        return network.connect(a, b, Multitude.link(mbps, rttUs, contentKb).build());
    }

    private long resent() {
        return a.counters().get(Counter.RETRANSMITTED_PKTS)
                + b.counters().get(Counter.RETRANSMITTED_PKTS);
    }

    /** One round trip, and what fits it goes out at once: no start-up, and no more than fits. */
    @ParameterizedTest
    @CsvSource({
        "RDMA_WRITE, 10000, 20000",
        "RDMA_WRITE, 1000, 80000",
        "RDMA_WRITE, 1000, 20000",
        "RDMA_WRITE, 100, 20000",
        "RDMA_WRITE, 20, 40000",
        "RDMA_READ, 10000, 20000",
        "RDMA_READ, 100, 20000",
    })
    void shouldBeginAtTheRateThatAnotherHasSeen(WrOpcode operation, long mbps, long rttUs) {
        connect(mbps, rttUs);
        Mover mover = new Mover(operation);
        long content = mbps * rttUs / 8;
        double first = (double) mover.move(40 * content) / (rttUs * 1000);
        long before = resent();
        double whole = (double) mover.move(10 * content) / (rttUs * 1000);
        double one = (double) mover.move(content) / (rttUs * 1000);

        assertThat(first).isGreaterThan(42);
        assertThat(whole).isLessThan(11.6);
        assertThat(one).isLessThan(2.2);
        assertThat(resent()).isEqualTo(before);
    }

    @Test
    void shouldFindOutAgainAfterTenSeconds() {
        connect(1000, 20_000);
        Mover mover = new Mover();
        mover.move(100_000_000);
        long soonNs = mover.move(2_500_000);
        network.time().schedule(network.time().nowNs() + 11 * SECOND, () -> {});
        network.runUntil(() -> false, 12 * SECOND);
        long lateNs = mover.move(2_500_000);

        assertThat(lateNs).isGreaterThan(3 * soonNs / 2);
    }

    /** What an application sends that has no more says nothing of the path. */
    @Test
    void shouldNotTakeAnApplicationsPaceForThePaths() {
        connect(1000, 20_000);
        Mover mover = new Mover();
        for (int i = 0; i < 50; i++) {
            mover.move(10_000);
        }
        long ns = mover.move(100_000_000);

        assertThat(ns).isLessThan(SECOND);
    }

    /** It is told by the queue within a round trip, and what was too much in flight fits twice. */
    @ParameterizedTest
    @ValueSource(ints = {2, 10})
    void shouldTakeWhatIsLeftOfAPathThatCarriesLessByNow(int lessBy) {
        DuplexLink link = connect(1000, 20_000);
        Mover mover = new Mover();
        mover.move(100_000_000);
        link.there().rate(1_000_000_000 / lessBy);
        long before = resent();
        long ns = mover.move(100_000_000);

        assertThat((double) ns / lessBy / (800 * MS)).isLessThan(1.1);
        assertThat(resent() - before).as("of 25,000 packets").isLessThan(300);
    }

    @Test
    void shouldBeginAnewWhenNothingIsHeard() {
        DuplexLink link = connect(1000, 20_000);
        Mover mover = new Mover();
        long firstNs = mover.move(100_000_000);
        link.there().kill();
        network.time().schedule(network.time().nowNs() + 50 * MS, link.there()::revive);
        long ns = mover.move(100_000_000);

        assertThat(ns - firstNs).as("of which the timeout is most").isLessThan(5 * SECOND / 2);
    }

    /** Others that send all the time give way to it as to any. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 15})
    void shouldGetItsPartBesideOthers(int others) {
        connect(1000, 20_000);
        Mover mover = new Mover();
        mover.keepBusy(others);
        network.runUntil(() -> false, 3 * SECOND);
        long before = resent();
        double took = (double) mover.move(2_500_000) / (20 * MS);

        assertThat(took).isLessThan(3 + others);
        assertThat(resent()).isEqualTo(before);
    }

    /** Another host's flow has all of the path by now: what overflows does so once. */
    @ParameterizedTest
    @CsvSource({"625", "2500", "10000"})
    void shouldGiveWayToAnotherHostsFlow(long queueKb) {
        SimulatedHost c = network.host("c", EngineConfig.DEFAULT);
        SimulatedHost d = network.host("d", EngineConfig.DEFAULT);
        LinkConfig link = Multitude.link(1000, 20_000, queueKb).build();
        SimulatedLink there = network.link("there", link);
        SimulatedLink back = network.link("back", link);
        network.route(a, b, there);
        network.route(b, a, back);
        network.route(c, d, there);
        network.route(d, c, back);
        Mover mover = new Mover();
        mover.move(100_000_000);
        new Multitude(c, d, WrOpcode.RDMA_WRITE, 64 << 20, 4).add(1);
        network.runUntil(() -> false, 2 * SECOND);
        long before = resent();
        long ns = mover.move(50_000_000);

        assertThat(ns).isLessThan(3 * SECOND / 2);
        assertThat(resent() - before).as("of 12,200 packets").isLessThan(1_400);
    }

    /** What came in a start-up that a short message has ended is no path's rate. */
    @ParameterizedTest
    @CsvSource({"10000, 20000", "1000, 80000", "1000, 20000", "100, 20000"})
    void shouldNotBeSlowerAfterShortMessages(long mbps, long rttUs) {
        connect(mbps, rttUs);
        Mover mover = new Mover();
        for (int quarters : new int[] {1, 2, 4, 8, 20}) {
            long bytes = quarters * mbps * rttUs / 32;
            long firstNs = mover.move(bytes);
            for (int i = 0; i < 10; i++) {
                assertThat(mover.move(bytes)).isLessThanOrEqualTo(firstNs * 101 / 100);
            }
            network.time().schedule(network.time().nowNs() + 11 * SECOND, () -> {});
            network.runUntil(() -> false, 12 * SECOND);
        }
    }
}
