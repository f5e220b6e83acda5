package org.urdma4j.simulation.media;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.simulation.host.SimulatedHost;
import org.urdma4j.simulation.host.SimulatedLink;
import org.urdma4j.simulation.host.SimulatedNetwork;
import org.urdma4j.simulation.host.SimulatedPacket;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.simulation.link.LinkTap;
import org.urdma4j.simulation.queue.QueueType;
import org.urdma4j.simulation.tcp.Cubic;
import org.urdma4j.simulation.tcp.TcpFlow;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.qp.EngineConfig;

import java.util.ArrayList;
import java.util.List;

/** NADA over one bottleneck of 100 ms there and back, as RFC 8867 tries it. */
class MediaFlowTest implements LinkTap<SimulatedPacket> {
    private final SimulatedNetwork network = new SimulatedNetwork(1, PayloadMover.BY_REFERENCE);
    private final List<MediaFlow> flows = new ArrayList<>();
    private SimulatedLink there;
    private SimulatedLink back;
    private double queuedNs;
    private long packets;

    private void path(double mbps, QueueType queue) {
        long rate = (long) (mbps * 1e6);
        LinkConfig link =
                LinkConfig.builder()
                        .rate(rate)
                        .delay(50_000_000)
                        .queue((long) (rate / 8.0 * 0.3))
                        .build();
        there = network.link("there", link, queue);
        back = network.link("back", link);
        there.tap(this);
    }

    private SimulatedHost[] pair(int number) {
        SimulatedHost a = network.host("a" + number, EngineConfig.DEFAULT);
        SimulatedHost b = network.host("b" + number, EngineConfig.DEFAULT);
        network.route(a, b, there);
        network.route(b, a, back);
        return new SimulatedHost[] {a, b};
    }

    private MediaFlow start(double mostMbps, double priority, boolean ecn) {
        SimulatedHost[] pair = pair(flows.size());
        MediaFlow flow =
                new MediaFlow(network, pair[0], pair[1], 150e3, mostMbps * 1e6, priority, ecn);
        flows.add(flow.start());
        return flow;
    }

    /** Returns what arrives of each flow between two times, in bit/s. */
    private double[] rates(double from, double to) {
        network.time().runUntil((long) (from * 1e9));
        long[] before = flows.stream().mapToLong(MediaFlow::arrived).toArray();
        queuedNs = 0;
        packets = 0;
        network.time().runUntil((long) (to * 1e9));
        double[] rates = new double[before.length];
        for (int i = 0; i < rates.length; i++) {
            rates[i] = 8.0 * MediaFlow.WIRE * (flows.get(i).arrived() - before[i]) / (to - from);
        }
        return rates;
    }

    private double queueMs() {
        return queuedNs / packets / 1e6;
    }

    @Override
    public void onTransmit(
            SimulatedPacket packet, int packetBytes, long nowNs, long departNs, long waitNs) {
        queuedNs += waitNs;
        packets++;
    }

    /**
     * RFC 8698, section 5.1: where it rests, the delay is 10 ms × priority × highest rate ÷ rate.
     */
    @ParameterizedTest
    @CsvSource({"1, 1.5", "2, 3", "4, 10"})
    void shouldRestAtTheDelayThatItsRateStandsFor(double mbps, double mostMbps) {
        path(mbps, QueueType.DROP_TAIL);
        start(mostMbps, 1, false);

        double[] rates = rates(30, 90);

        assertThat(rates[0] / mbps / 1e6).isBetween(0.95, 1.001);
        assertThat(queueMs()).isCloseTo(10 * mostMbps / mbps, within(6.0));
        assertThat(there.counters().droppedByQueue()).isZero();
    }

    @Test
    void shouldStayAtItsHighestRateWhereThereIsMore() {
        path(10, QueueType.DROP_TAIL);
        start(1.5, 1, false);

        assertThat(rates(10, 30)[0]).isCloseTo(1.5e6, within(2e4));
        assertThat(queueMs()).isLessThan(1);
    }

    /** From 150 kbit/s to 90 % of 1 Mbit/s within ten seconds. */
    @Test
    void shouldRampUpQuickly() {
        path(1, QueueType.DROP_TAIL);
        start(1.5, 1, false);

        assertThat(rates(8, 12)[0]).isGreaterThan(0.9e6);
    }

    @ParameterizedTest
    @ValueSource(doubles = {1, 2})
    void shouldShareByPriority(double priority) {
        path(3, QueueType.DROP_TAIL);
        start(3, 1, false);
        start(3, priority, false);

        double[] rates = rates(60, 120);

        assertThat(rates[1] / rates[0]).isBetween(0.8 * priority, 1.25 * priority);
        assertThat(rates[0] + rates[1]).isGreaterThan(0.95 * 3e6);
    }

    @Test
    void shouldFollowTheLink() {
        path(3, QueueType.DROP_TAIL);
        start(3, 1, false);
        network.time().runUntil(30_000_000_000L);
        there.rate(1_000_000);
        assertThat(rates(40, 50)[0]).isGreaterThan(0.9e6);
        assertThat(queueMs()).isLessThan(60);
        there.rate(3_000_000);
        assertThat(rates(70, 80)[0]).isGreaterThan(2.5e6);
    }

    @Test
    void shouldYieldToMarks() {
        path(1, QueueType.PIE);
        start(1.5, 1, true);

        assertThat(rates(30, 90)[0]).isGreaterThan(0.8e6);
        assertThat(queueMs()).isLessThan(25);
    }

    /** A queue of 300 ms that it didn't make, and hardly a loss of its own: it yields. */
    @Test
    void shouldKeepItsLeastRateBesideCubic() {
        path(6, QueueType.DROP_TAIL);
        start(3, 1, false);
        network.time().runUntil(10_000_000_000L);
        SimulatedHost[] pair = pair(1);
        TcpFlow cubic = new TcpFlow(network, pair[0], pair[1], new Cubic(true)).start();

        assertThat(rates(30, 60)[0]).isGreaterThan(0.95 * 150e3);
        assertThat(cubic.arrived()).isPositive();
    }

    @Test
    void shouldStop() {
        path(1, QueueType.DROP_TAIL);
        MediaFlow flow = start(1.5, 1, false);
        network.time().runUntil(5_000_000_000L);
        flow.stop();
        network.run(); // nothing is left to happen

        assertThat(network.packetsOutside()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"0, 1, 1", "2, 1, 1", "1, 2, 0", "NaN, 1, 1"})
    void shouldSayWhichRatesItTakes(double least, double most, double priority) {
        path(1, QueueType.DROP_TAIL);
        SimulatedHost[] pair = pair(0);
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        new MediaFlow(network, pair[0], pair[1], least, most, priority, false))
                .withMessageContaining("0 < least <= most");
    }
}
