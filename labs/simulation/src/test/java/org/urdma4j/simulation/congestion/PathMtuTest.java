package org.urdma4j.simulation.congestion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.simulation.congestion.Trial.GBPS;
import static org.urdma4j.simulation.congestion.Trial.MS;
import static org.urdma4j.simulation.congestion.Trial.SECOND;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.codec.urdma.VerificationTag;
import org.urdma4j.simulation.Seeds;
import org.urdma4j.simulation.host.SimulatedHost;
import org.urdma4j.simulation.host.SimulatedLink;
import org.urdma4j.simulation.host.SimulatedPacket;
import org.urdma4j.simulation.link.LinkConfigBuilder;
import org.urdma4j.simulation.link.LinkTap;
import org.urdma4j.simulation.loss.Bernoulli;
import org.urdma4j.simulation.loss.LossSpec;
import org.urdma4j.simulation.loss.Occurrence;
import org.urdma4j.simulation.loss.Script;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.transport.urdma.offer.UrdmaPayload;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.UrdmaTuning;
import org.urdma4j.verbs.WrOpcode;

/** How fast packets come to the size that their path carries, and follow it when it changes. */
class PathMtuTest {
    private static final long RTT_NS = 20 * MS;
    private static final int IPV4_UDP = 28;
    private static final int ICRC = 4;
    private static final int FULL = payload(9000, false);

    private final Watch watch = new Watch();
    private Trial trial;
    private Bulk flow;

    /** What arrives of data. */
    private static final class Watch implements LinkTap<SimulatedPacket> {
        long bytes;

        @Override
        public void onDeliver(
                SimulatedPacket packet, int packetBytes, int marks, long dueNs, long lateNs) {
            bytes += packetBytes > 200 ? packetBytes : 0;
        }
    }

    private static int payload(int mtu, boolean fec) {
        return UrdmaPayload.within(mtu - IPV4_UDP - VerificationTag.LENGTH, fec, false);
    }

    private void connect(LossSpec loss, String fec, boolean probes) {
        LinkConfigBuilder link = Trial.link(GBPS, RTT_NS, 1);
        trial = new Trial(1, link.loss(loss).build(), Trial.link(GBPS, RTT_NS, 1).build());
        trial.there.tap(watch);
        SimulatedHost a = trial.network.host("a", EngineConfig.DEFAULT);
        SimulatedHost b = trial.network.host("b", EngineConfig.DEFAULT);
        trial.network.route(a, b, trial.there);
        trial.network.route(b, a, trial.back);
        boolean repairs = !fec.equals("off");
        UrdmaOffer offer =
                UrdmaOffer.builder()
                        .payloadBytes(payload(9000, repairs))
                        .fec(repairs ? 64 : 0)
                        .pathMtu(probes)
                        .build();
        UrdmaTuning tuning = UrdmaTuning.builder().fec(fec).build();
        QpAttr attr = new QpAttr().urdmaOffer(offer).urdmaPeerOffer(offer).urdmaTuning(tuning);
        flow = new Bulk(a, b, attr);
    }

    private void connect() {
        connect(new Bernoulli(0), "off", true);
    }

    private static void carry(SimulatedLink link, int mtu) {
        link.script(
                new Script<SimulatedPacket>()
                        .drop(
                                "longer than " + mtu,
                                Occurrence.all(),
                                SimulatedPacket.longerThan(mtu - IPV4_UDP - ICRC)));
    }

    @ParameterizedTest
    @CsvSource({
        "RDMA_WRITE, 9000",
        "RDMA_WRITE, 1500",
        "RDMA_WRITE, 1420",
        "RDMA_READ, 9000",
        "RDMA_READ, 1500"
    })
    void shouldSendAtOnceAndHaveTheFullSizeWithinFiveRoundTrips(WrOpcode operation, int mtu) {
        connect();
        carry(trial.there, mtu);
        carry(trial.back, mtu);
        flow.forward(operation);
        trial.runUntil(2 * RTT_NS);
        assertThat(watch.bytes).as("arrived within two round trips").isPositive();

        trial.runUntil(5 * RTT_NS);
        assertThat(flow.path().payloadBytes()).isEqualTo(payload(mtu, false));
        assertThat(flow.sent(Counter.PATH_MTU_BLACK_HOLES)).isZero();
    }

    /** Probes leave beside data: it doesn't come later than with the right size from the start. */
    @Test
    void shouldNotHaveDataWait() {
        connect(new Bernoulli(0), "off", false);
        flow.forward(WrOpcode.RDMA_WRITE);
        trial.runUntil(10 * RTT_NS);
        long without = watch.bytes;
        watch.bytes = 0;
        connect();
        flow.forward(WrOpcode.RDMA_WRITE);
        trial.runUntil(10 * RTT_NS);
        assertThat(watch.bytes).isGreaterThan(without * 8 / 10);
    }

    @ParameterizedTest
    @CsvSource({
        "RDMA_WRITE, 1500, 0, off", "RDMA_WRITE, 1280, 0, off", "RDMA_WRITE, 3000, 0, off",
        "RDMA_READ, 1500, 0, off", "RDMA_WRITE, 1500, 0.01, off", "RDMA_WRITE, 1500, 0.01, '5,3'",
        "RDMA_READ, 1500, 0.01, auto"
    })
    void shouldFollowAPathThatShrinks(WrOpcode operation, int mtu, double loss, String fec) {
        connect(new Bernoulli(loss), fec, true);
        flow.forward(operation);
        trial.runUntil(SECOND);
        boolean repairs = !fec.equals("off");
        assertThat(flow.path().payloadBytes()).isEqualTo(payload(9000, repairs));

        carry(trial.there, mtu);
        trial.runUntil(SECOND + 2 * RTT_NS);
        long stuck = watch.bytes;
        trial.runUntil(SECOND + 10 * RTT_NS);
        assertThat(watch.bytes).as("data goes on within ten round trips").isGreaterThan(stuck);
        assertThat(flow.sent(Counter.PATH_MTU_BLACK_HOLES)).isEqualTo(1);
        assertThat(flow.sent(Counter.PIECES_SENT)).isPositive();

        trial.runUntil(4 * SECOND);
        int full = payload(mtu, repairs);
        assertThat(flow.path().payloadBytes()).isBetween(full - 16, full);
        long before = watch.bytes;
        trial.runUntil(5 * SECOND);
        assertThat(8 * (watch.bytes - before)).isGreaterThan(850_000_000L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"RDMA_WRITE", "RDMA_READ"})
    void shouldFollowAPathThatGrows(WrOpcode operation) {
        connect();
        carry(trial.there, 1500);
        flow.forward(operation);
        trial.runUntil(SECOND);
        assertThat(flow.path().payloadBytes()).isEqualTo(payload(1500, false));

        carry(trial.there, 9000);
        trial.runUntil(3 * SECOND);
        assertThat(flow.path().payloadBytes()).isEqualTo(FULL);
    }

    /** A link fails and comes back: 9000, a detour of 1500, 9000. */
    @Test
    void shouldFollowARouteThatShrinksAndGrows() {
        connect();
        flow.forward(WrOpcode.RDMA_WRITE);
        trial.runUntil(SECOND);
        carry(trial.there, 1500);
        trial.runUntil(2 * SECOND);
        assertThat(flow.path().payloadBytes()).isEqualTo(payload(1500, false));

        carry(trial.there, 9000);
        trial.runUntil(4 * SECOND);
        assertThat(flow.path().payloadBytes()).isEqualTo(FULL);
        assertThat(flow.sent(Counter.PATH_MTU_BLACK_HOLES)).isEqualTo(1);
    }

    @Test
    void shouldFindTheSizeOfEachDirectionForItself() {
        connect();
        carry(trial.back, 1500);
        flow.forward(WrOpcode.RDMA_WRITE);
        flow.backward(WrOpcode.RDMA_WRITE);
        trial.runUntil(SECOND);
        assertThat(flow.path().payloadBytes()).isEqualTo(FULL);
        assertThat(flow.sinkPath().payloadBytes()).isEqualTo(payload(1500, false));
    }

    /** There and back again, over and over, in the middle of everything. */
    @ParameterizedTest
    @ValueSource(strings = {"RDMA_WRITE", "RDMA_READ"})
    void shouldOutliveAPathThatNeverStaysTheSame(WrOpcode operation) {
        connect(new Bernoulli(0.001), "off", true);
        flow.forward(operation);
        int[] mtus = {9000, 1500, 4000, 1280, 9000, 1400};
        for (int i = 0; i < Seeds.size(8, 18); i++) {
            carry(trial.there, mtus[i % mtus.length]);
            long before = watch.bytes;
            trial.runUntil((i + 1) * SECOND);
            assertThat(watch.bytes - before).as("in second %d", i).isGreaterThan(20_000_000L);
        }
    }

    @Test
    void shouldTakeNoOutageForANarrowPath() {
        connect();
        flow.forward(WrOpcode.RDMA_WRITE);
        trial.runUntil(SECOND);
        trial.there.kill();
        trial.runUntil(2 * SECOND);
        trial.there.revive();
        trial.runUntil(4 * SECOND);
        assertThat(flow.path().payloadBytes()).isEqualTo(FULL);
        assertThat(flow.sent(Counter.PATH_MTU_BLACK_HOLES)).isZero();
    }
}
