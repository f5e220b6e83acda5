package org.urdma4j.simulation.congestion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.simulation.congestion.Trial.GBPS;
import static org.urdma4j.simulation.congestion.Trial.MS;
import static org.urdma4j.simulation.congestion.Trial.SECOND;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.codec.urdma.VerificationTag;
import org.urdma4j.simulation.Seeds;
import org.urdma4j.simulation.congestion.Multitude.Asking;
import org.urdma4j.simulation.host.SimulatedHost;
import org.urdma4j.simulation.host.SimulatedLink;
import org.urdma4j.simulation.host.SimulatedNetwork;
import org.urdma4j.simulation.host.SimulatedPacket;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.simulation.loss.Occurrence;
import org.urdma4j.simulation.loss.Script;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.device.PathQuery;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.transport.urdma.offer.UrdmaPayload;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.WrOpcode;

/** One queue pair finds the path's MTU for all to the same peer. */
class SharedMtuTest {
    private static final int COUNT = 200;
    private static final int IPV4_UDP = 28;
    private static final int ICRC = 4;

    /** The base, the agreed size, and what lies between of the usual ones. */
    private static final int ROUND = 4;

    private static final UrdmaOffer OFFER =
            UrdmaOffer.builder().payloadBytes(payload(9000)).pathMtu(true).build();

    private final SimulatedNetwork network = new SimulatedNetwork(1, PayloadMover.BY_REFERENCE);
    private final SimulatedHost a = network.host("a", EngineConfig.DEFAULT);
    private final SimulatedHost b = network.host("b", EngineConfig.DEFAULT);
    private SimulatedLink there;
    private Multitude all;

    @BeforeEach
    void connect() {
        LinkConfig link = LinkConfig.builder().rate(100 * GBPS).delay(5 * MS).build();
        there = network.link("there", link);
        network.route(a, b, there);
        network.route(b, a, network.link("back", link));
        all = new Multitude(a, b, WrOpcode.RDMA_WRITE, 20_000, 1);
    }

    private static int payload(int mtu) {
        return UrdmaPayload.within(mtu - IPV4_UDP - VerificationTag.LENGTH, false, false);
    }

    private void carry(int mtu) {
        there.script(
                new Script<SimulatedPacket>()
                        .drop(
                                "longer than " + mtu,
                                Occurrence.all(),
                                SimulatedPacket.longerThan(mtu - IPV4_UDP - ICRC)));
    }

    private void run(long ns) {
        network.runUntil(() -> false, ns);
    }

    private long probes() {
        return a.counters().get(Counter.PATH_MTU_PROBES_SENT);
    }

    private void assertAllSend(int mtu) {
        assertAllSendFrom(0, mtu);
    }

    private void assertAllSendFrom(int first, int mtu) {
        assertThat(all.living().stream().skip(first))
                .extracting(asking -> PathQuery.of(asking.qp).payloadBytes())
                .containsOnly(payload(mtu));
    }

    @Test
    void shouldProbeOnceForAllThatBeginTogether() {
        all.add(COUNT, OFFER);
        run(SECOND / 2);

        assertAllSend(9000);
        assertThat(probes()).isEqualTo(ROUND);
    }

    @ParameterizedTest
    @ValueSource(ints = {1500, 1420, 1280})
    void shouldFindANarrowPathForAll(int mtu) {
        carry(mtu);
        all.add(COUNT, OFFER);
        run(SECOND);

        assertAllSend(mtu);
        assertThat(probes()).isLessThan(20L * ROUND);
        assertThat(a.counters().get(Counter.PATH_MTU_BLACK_HOLES)).isZero();
    }

    @Test
    void shouldBeginWithWhatWasFoundOfLate() {
        all.add(1, OFFER);
        run(SECOND);
        long before = probes();
        all.add(COUNT, OFFER);
        run(SECOND / 10);

        assertAllSend(9000);
        assertThat(probes()).isEqualTo(before);
    }

    @Test
    void shouldLookForMoreThanOthersHaveUseFor() {
        UrdmaOffer small = UrdmaOffer.builder().payloadBytes(payload(1500)).pathMtu(true).build();
        all.add(10, small);
        run(SECOND);
        assertAllSend(1500);
        all.add(COUNT, OFFER);
        run(SECOND / 10);

        assertAllSendFrom(10, 9000);
    }

    @Test
    void shouldAskAgainAfterAWhile() {
        all.add(1, OFFER);
        run(11 * SECOND);
        long before = probes();
        all.add(COUNT, OFFER);
        run(SECOND);

        assertThat(probes()).isEqualTo(before + ROUND);
    }

    @Test
    void shouldNotWaitForOneThatIsGone() {
        all.add(COUNT, OFFER);
        run(MS / 10);
        Asking seeker = all.living().getFirst();
        all.destroy(seeker);
        run(SECOND);

        assertAllSend(9000);
        assertThat(probes()).isLessThanOrEqualTo(3 * ROUND);
    }

    @Test
    void shouldNotWaitForOneThatGetsNoAnswer() {
        all.add(1, OFFER);
        all.deafen(all.living().getFirst());
        all.add(10, OFFER);
        run(3 * SECOND);

        assertAllSendFrom(1, 9000);
    }

    @Test
    void shouldTellAllThatThePathHasBecomeNarrower() {
        all.add(COUNT, OFFER);
        run(SECOND);
        carry(1500);
        run(SECOND);

        assertAllSend(1500);
        assertThat(a.counters().get(Counter.PATH_MTU_BLACK_HOLES)).isBetween(1L, COUNT / 20L);
    }

    @Test
    void shouldTellAllThatThePathHasBecomeWider() {
        carry(1500);
        all.add((int) Seeds.size(COUNT / 4, COUNT), OFFER);
        run(SECOND);
        assertAllSend(1500);
        long before = probes();
        carry(9000);
        run(12 * SECOND);

        assertAllSend(9000);
        assertThat(probes() - before).isLessThan(20L * ROUND);
    }

    /** What those ask for who have no use for long packets says nothing of the path. */
    @Test
    void shouldGoOnWithLongPacketsBesideThoseWithShortOnes() {
        UrdmaOffer small = UrdmaOffer.builder().payloadBytes(payload(1500)).pathMtu(true).build();
        all.add(10, OFFER);
        run(SECOND);
        all.add(10, small);
        run(12 * SECOND);
        all.add(10, small);
        run(SECOND);

        assertThat(all.living().stream().limit(10))
                .extracting(asking -> PathQuery.of(asking.qp).payloadBytes())
                .containsOnly(payload(9000));
        assertAllSendFrom(10, 1500);
    }

    @Test
    void shouldHaveNewOnesBeginWithWhatThePathCarriesNow() {
        all.add(10, OFFER);
        run(SECOND);
        carry(1500);
        run(SECOND);
        assertAllSend(1500);
        long holes = a.counters().get(Counter.PATH_MTU_BLACK_HOLES);
        all.add(COUNT, OFFER);
        run(SECOND);

        assertAllSend(1500);
        assertThat(a.counters().get(Counter.PATH_MTU_BLACK_HOLES)).isEqualTo(holes);
    }
}
