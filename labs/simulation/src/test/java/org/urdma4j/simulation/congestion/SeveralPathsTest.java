package org.urdma4j.simulation.congestion;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.codec.urdma.UrdmaOpcode;
import org.urdma4j.simulation.Seeds;
import org.urdma4j.simulation.host.DuplexLink;
import org.urdma4j.simulation.host.SimulatedPacket;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.simulation.loss.Occurrence;
import org.urdma4j.simulation.loss.Script;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.verbs.PathPolicy;
import org.urdma4j.verbs.UrdmaPaths;
import org.urdma4j.verbs.UrdmaTuning;
import org.urdma4j.verbs.WrOpcode;

import java.util.Collections;
import java.util.concurrent.atomic.AtomicBoolean;

/** What a connection over several paths comes to, while they work and when they don't. */
class SeveralPathsTest {
    private static final int MOMENTS = (int) Seeds.size(3, 1);
    private static final long RTT = 20 * Rails.MS;
    private static final LinkConfig GIGABIT = Rails.rail(Rails.GBPS, RTT, "0.001");

    /** Of a packet of 4,096 bytes with path word and framing. */
    private static final double BOUND = 0.982;

    @ParameterizedTest
    @CsvSource({
        // Gbit/s and ms of two rails; share of their sum at least
        "1, 20, 1, 20, 0.97",
        "1, 20, 1, 80, 0.95",
        "1, 20, 10, 20, 0.97",
        "10, 20, 1, 80, 0.95",
    })
    void shouldFillEveryRail(long rate, long rtt, long otherRate, long otherRtt, double least) {
        Rails rails =
                new Rails(
                        1,
                        Rails.rail(rate * Rails.GBPS, rtt * Rails.MS, "0.001"),
                        Rails.rail(otherRate * Rails.GBPS, otherRtt * Rails.MS, "0.001"));
        Bulk bulk = rails.connect().forward(WrOpcode.RDMA_WRITE);
        rails.run(Rails.SECOND);

        double share = rails.share(Rails.SECOND / 2, (rate + otherRate) * Rails.GBPS);

        assertThat(share).isGreaterThan(least * BOUND);
        assertThat(bulk.sent(Counter.SPURIOUS_RETRANSMITS)).isLessThan(20);
        assertThat(bulk.rails()).allMatch(rail -> rail.state().equals("active"));
    }

    @Test
    void shouldReadOverEveryRail() {
        Rails rails = new Rails(1, GIGABIT, GIGABIT);
        rails.connect().forward(WrOpcode.RDMA_READ);
        rails.run(Rails.SECOND);

        assertThat(rails.share(Rails.SECOND / 2, 2 * Rails.GBPS)).isGreaterThan(0.97 * BOUND);
    }

    @ParameterizedTest
    @EnumSource(PathPolicy.class)
    void shouldFillEveryRailWhateverChooses(PathPolicy policy) {
        Rails rails = new Rails(1, GIGABIT, GIGABIT, GIGABIT);
        rails.connect(tuning(UrdmaPaths.AUTO.withPolicy(policy).withContainerBytes(16 << 10)))
                .forward(WrOpcode.RDMA_WRITE);
        rails.run(Rails.SECOND);

        assertThat(rails.share(Rails.SECOND / 2, 3 * Rails.GBPS)).isGreaterThan(0.95 * BOUND);
    }

    private static UrdmaTuning tuning(UrdmaPaths paths) {
        return UrdmaTuning.builder().paths(paths).build();
    }

    /** Repair packets go another way, so that what fails takes no group with its repairs. */
    @Test
    void shouldRepairFromAnotherRail() {
        LinkConfig lossy = Rails.rail(Rails.GBPS, RTT, "0.01");
        Rails rails = new Rails(1, lossy, lossy);
        Bulk bulk =
                rails.connect(UrdmaTuning.builder().paths(UrdmaPaths.AUTO).fec("8,1").build())
                        .forward(WrOpcode.RDMA_WRITE);
        rails.run(2 * Rails.SECOND);

        long repaired = bulk.sink.counters().get(Counter.REPAIRED_PKTS);
        assertThat(repaired).isGreaterThan(2 * bulk.sent(Counter.RETRANSMITTED_PKTS));
        assertThat(rails.share(Rails.SECOND / 2, 2 * Rails.GBPS)).isGreaterThan(0.9);
    }

    /** The first rail or the second, its way there, its way back or both. */
    @ParameterizedTest
    @CsvSource({
        "0, true, true", "0, true, false", "0, false, true",
        "1, true, true", "1, true, false", "1, false, true"
    })
    void shouldGoOnWhenARailFails(int which, boolean there, boolean back) {
        Rails rails = new Rails(1, GIGABIT, GIGABIT);
        Bulk bulk = rails.connect().forward(WrOpcode.RDMA_WRITE);
        rails.run(Rails.SECOND);
        long sent = bulk.sent(Counter.SENT_PKTS);

        fail(rails.links.get(which), there, back);
        rails.run(4 * RTT);

        for (int i = 0; i < 10; i++) {
            assertThat(rails.share(RTT, Rails.GBPS)).isGreaterThan(0.9 * BOUND);
        }
        assertThat(bulk.sent(Counter.SPURIOUS_RETRANSMITS)).isLessThan(sent / 100);

        rails.run(Rails.SECOND);
        rails.links.get(which).there().revive();
        rails.links.get(which).back().revive();
        rails.run(2 * Rails.SECOND);
        assertThat(rails.share(Rails.SECOND / 2, 2 * Rails.GBPS)).isGreaterThan(0.95 * BOUND);
    }

    private static void fail(DuplexLink link, boolean there, boolean back) {
        if (there) {
            link.there().kill();
        }
        if (back) {
            link.back().kill();
        }
    }

    /** Within a message of any length, at its end too: it is as late as finding out takes. */
    @ParameterizedTest
    @ValueSource(ints = {4096, 65536, 1 << 20, 16 << 20})
    void shouldCompleteAMessageWhoseRailFails(int bytes) {
        double whole = new Rails(1, GIGABIT, GIGABIT).oneByOne(bytes, 8, tuning(UrdmaPaths.AUTO));
        for (int moment = 0; moment < 8; moment += MOMENTS) {
            Rails rails = new Rails(moment, GIGABIT, GIGABIT);
            long atNs = (500L + moment * 7L) * Rails.MS;
            rails.network.time().timer(() -> rails.links.get(0).there().kill()).schedule(atNs);
            rails.network.time().timer(() -> rails.links.get(0).back().kill()).schedule(atNs);

            double longest = rails.oneByOne(bytes, 40, tuning(UrdmaPaths.AUTO));

            assertThat(longest).isLessThan(2.1 * whole + 250);
        }
    }

    @Test
    void shouldWaitForAllRails() {
        Rails rails = new Rails(1, GIGABIT, GIGABIT);
        Bulk bulk = rails.connect().forward(WrOpcode.RDMA_WRITE);
        rails.run(Rails.SECOND);
        rails.links.forEach(link -> fail(link, true, true));
        rails.run(10 * Rails.SECOND);
        long before = bulk.sent(Counter.SENT_PKTS);
        rails.run(Rails.SECOND);
        assertThat(bulk.sent(Counter.SENT_PKTS) - before).isLessThan(1000);

        for (DuplexLink link : rails.links) {
            link.there().revive();
            link.back().revive();
        }
        rails.run(3 * Rails.SECOND);

        assertThat(rails.share(Rails.SECOND / 2, 2 * Rails.GBPS)).isGreaterThan(0.9 * BOUND);
    }

    @Test
    void shouldBearARailThatComesAndGoes() {
        Rails rails = new Rails(1, GIGABIT, GIGABIT);
        rails.connect().forward(WrOpcode.RDMA_WRITE);
        rails.run(Rails.SECOND);
        DuplexLink link = rails.links.get(0);
        long before = rails.delivered(1);
        for (int i = 0; i < 20; i++) {
            fail(link, true, true);
            rails.run(100 * Rails.MS);
            link.there().revive();
            link.back().revive();
            rails.run(100 * Rails.MS);
        }

        double other = (rails.delivered(1) - before) * 8e9 / (4 * Rails.SECOND) / Rails.GBPS;
        assertThat(other).isGreaterThan(0.93 * BOUND);
    }

    /** With all of it acknowledged no timer runs, and no other rail shows that this one works. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void shouldGoOnWhenTheLastRailsReportsWereLost(int others) {
        LinkConfig[] links = Collections.nCopies(others + 1, GIGABIT).toArray(LinkConfig[]::new);
        Rails rails = new Rails(1, links);
        AtomicBoolean losing = new AtomicBoolean();
        Script<SimulatedPacket> script = new Script<>();
        script.drop(
                "reports on paths",
                Occurrence.upTo(1_000_000_000),
                SimulatedPacket.matching(
                        packet -> losing.get() && packet.opcode() == UrdmaOpcode.REPORT_PATHS));
        rails.links.get(others).back().script(script);
        rails.connect().forward(WrOpcode.RDMA_WRITE);
        rails.run(Rails.SECOND);
        rails.links.subList(0, others).forEach(link -> fail(link, true, true));
        rails.run(Rails.SECOND);
        losing.set(true);
        rails.run(Rails.SECOND);
        losing.set(false);
        rails.run(Rails.SECOND);

        assertThat(rails.share(Rails.SECOND / 2, Rails.GBPS)).isGreaterThan(0.9 * BOUND);
    }

    /** Challenges are as long as data, so that such a rail isn't taken for one that works. */
    @Test
    void shouldNotTrustARailThatLosesLongPackets() {
        Rails rails = new Rails(1, GIGABIT, GIGABIT);
        Script<SimulatedPacket> script = new Script<>();
        script.drop("long", Occurrence.upTo(1_000_000_000), SimulatedPacket.longerThan(1000));
        rails.links.get(1).there().script(script);
        Bulk bulk = rails.connect().forward(WrOpcode.RDMA_WRITE);
        rails.run(3 * Rails.SECOND);

        assertThat(bulk.rails().get(1).containers()).isZero();
        assertThat(rails.share(Rails.SECOND / 2, Rails.GBPS)).isGreaterThan(0.95 * BOUND);
    }

    /** It is tried with one container at a time, ever more rarely. */
    @Test
    void shouldGiveLittleToARailThatBringsChallengesAlone() {
        Rails rails = new Rails(1, GIGABIT, GIGABIT);
        Script<SimulatedPacket> script = new Script<>();
        script.drop(
                "data",
                Occurrence.upTo(1_000_000_000),
                SimulatedPacket.otherThan(UrdmaOpcode.PROBE));
        rails.links.get(1).there().script(script);
        Bulk bulk = rails.connect().forward(WrOpcode.RDMA_WRITE);
        rails.run(3 * Rails.SECOND);

        double share = rails.share(Rails.SECOND, Rails.GBPS);

        assertThat(share).isGreaterThan(0.93 * BOUND);
        assertThat(bulk.rails().get(1).failovers()).isPositive();
    }

    /** A fast and a slow rail, whichever is first. */
    @ParameterizedTest
    @ValueSource(ints = {64, 4096, 65536, 262144, 1 << 20, 4 << 20, 16 << 20})
    void shouldNotBeLaterThanByTheBestRailAlone(int bytes) {
        LinkConfig fast = Rails.rail(Rails.GBPS, RTT, "0");
        LinkConfig slow = Rails.rail(Rails.GBPS / 10, 10 * RTT, "0");
        LinkConfig like = Rails.rail(Rails.GBPS, RTT + RTT / 2, "0");
        int messages = bytes > 1 << 20 ? (int) Seeds.size(8, 20) : 60;
        double alone = new Rails(1, fast).oneByOne(bytes, messages, tuning(UrdmaPaths.OFF));
        UrdmaTuning all = tuning(UrdmaPaths.AUTO);

        assertThat(new Rails(1, fast, slow).oneByOne(bytes, messages, all)).isLessThan(1.1 * alone);
        assertThat(new Rails(1, slow, fast).oneByOne(bytes, messages, all)).isLessThan(1.1 * alone);
        assertThat(new Rails(1, fast, like).oneByOne(bytes, messages, all)).isLessThan(1.1 * alone);
    }

    /** When nothing is under way nothing is asked, or the run would never end. */
    @Test
    void shouldFallSilent() {
        Rails rails = new Rails(1, GIGABIT, GIGABIT);
        rails.oneByOne(1 << 20, 4, tuning(UrdmaPaths.AUTO));
        fail(rails.links.get(1), true, true);
        rails.network.run();
        assertThat(rails.network.time().nowNs()).isLessThan(60 * Rails.SECOND);
    }
}
