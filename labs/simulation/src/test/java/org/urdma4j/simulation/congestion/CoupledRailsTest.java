package org.urdma4j.simulation.congestion;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.simulation.host.SimulatedHost;
import org.urdma4j.simulation.host.SimulatedLink;
import org.urdma4j.simulation.host.SimulatedNetwork;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.transport.qp.RailStatistics;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.UrdmaPaths;
import org.urdma4j.verbs.UrdmaTuning;
import org.urdma4j.verbs.WrOpcode;

/** Two rails that meet in one bottleneck, alone and beside a flow with one path. */
class CoupledRailsTest {
    private static final long RTT = 20 * Rails.MS;
    private static final LinkConfig LINK = Rails.rail(Rails.GBPS, RTT, "0");

    private final SimulatedNetwork network = new SimulatedNetwork(1, PayloadMover.BY_REFERENCE);
    private final SimulatedLink there = network.link("there", LINK);
    private final SimulatedLink back = network.link("back", LINK);

    private Bulk twoRails(boolean coupled) {
        SimulatedHost a = network.host("a", EngineConfig.DEFAULT);
        SimulatedHost b = network.host("b", EngineConfig.DEFAULT);
        a.addAddress();
        b.addAddress();
        for (int i = 0; i < 2; i++) {
            network.route(a, i, b, i, there);
            network.route(b, i, a, i, back);
        }
        UrdmaOffer offer = UrdmaOffer.builder().payloadBytes(Bulk.PAYLOAD).paths(true).build();
        UrdmaTuning tuning =
                UrdmaTuning.builder().paths(UrdmaPaths.AUTO.withCoupled(coupled)).build();
        QpAttr attr = new QpAttr().urdmaOffer(offer).urdmaPeerOffer(offer).urdmaTuning(tuning);
        return new Bulk(a, b, attr).forward(WrOpcode.RDMA_WRITE);
    }

    private Bulk onePath() {
        SimulatedHost c = network.host("c", EngineConfig.DEFAULT);
        SimulatedHost d = network.host("d", EngineConfig.DEFAULT);
        network.route(c, d, there);
        network.route(d, c, back);
        return new Bulk(c, d).forward(WrOpcode.RDMA_WRITE);
    }

    private void run(long ns) {
        network.runUntil(() -> false, ns);
    }

    private static long delivered(Bulk bulk) {
        return bulk.rails().stream().mapToLong(RailStatistics::deliveredBytes).sum();
    }

    /** Returns the part of the link that the rails have together beside one flow. */
    private double besideAFlow(boolean coupled) {
        Bulk rails = twoRails(coupled);
        onePath();
        run(10 * Rails.SECOND);
        long before = delivered(rails);
        long all = there.counters().deliveredBytes();
        run(10 * Rails.SECOND);
        return (double) (delivered(rails) - before) / (there.counters().deliveredBytes() - all);
    }

    @Test
    void shouldTakeTwoSharesByThemselves() {
        assertThat(besideAFlow(false)).isBetween(0.64, 0.75);
    }

    /** One share would be 0.5; two are 0.68 here. */
    @Test
    void shouldTakeLittleMoreThanOneShareTogether() {
        assertThat(besideAFlow(true)).isBetween(0.4, 0.61);
    }

    @Test
    void shouldFillALinkThatIsTheirs() {
        twoRails(true);
        run(3 * Rails.SECOND);
        long before = there.counters().deliveredBytes();
        run(Rails.SECOND);

        double share = (there.counters().deliveredBytes() - before) * 8.0 / Rails.GBPS;
        assertThat(share).isGreaterThan(0.95);
    }
}
