package org.urdma4j.simulation.congestion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.simulation.congestion.Trial.MS;
import static org.urdma4j.simulation.congestion.Trial.SECOND;

import org.junit.jupiter.api.Test;
import org.urdma4j.simulation.host.MisbehavingReceiver;
import org.urdma4j.simulation.host.Misbehaviour;
import org.urdma4j.simulation.host.SimulatedHost;
import org.urdma4j.simulation.host.SimulatedLink;
import org.urdma4j.simulation.host.SimulatedNetwork;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.simulation.loss.LossSpec;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.verbs.WrOpcode;

/** What each lie does to the sender who believes it. */
class MisbehavingReceiverTest {
    private static final long RATE = 100_000_000;
    private static final long RTT_NS = 20 * MS;

    private SimulatedLink there;
    private SimulatedHost sink;

    private Bulk send(Misbehaviour kind, LossSpec loss, long forNs) {
        SimulatedNetwork network = new SimulatedNetwork(1, PayloadMover.BY_REFERENCE);
        SimulatedHost source = network.host("source", EngineConfig.DEFAULT);
        sink = network.host("sink", EngineConfig.DEFAULT);
        LinkConfig link = Trial.link(RATE, RTT_NS, 1).loss(loss).build();
        there = network.link("there", link);
        SimulatedLink back = network.link("back", Trial.link(RATE, RTT_NS, 1).build());
        network.route(source, sink, there);
        network.route(sink, source, new MisbehavingReceiver(network, kind, RTT_NS), back);
        Bulk flow = new Bulk(source, sink).forward(WrOpcode.RDMA_WRITE);
        network.time().runUntil(forNs);
        return flow;
    }

    private static double again(Bulk flow) {
        return (double) flow.sent(Counter.RETRANSMITTED_PKTS) / flow.sent(Counter.SENT_PKTS);
    }

    @Test
    void shouldBeBelievedWhereItTellsTheTruth() {
        Bulk flow = send(Misbehaviour.NONE, LossSpec.parse("2%"), SECOND);
        assertThat(again(flow)).isBetween(0.01, 0.04);
        assertThat(flow.sent(Counter.REPORTS_RCVD))
                .isBetween(
                        sink.counters().get(Counter.REPORTS_SENT) - 100,
                        sink.counters().get(Counter.REPORTS_SENT));
        assertThat(flow.placedBytes()).isGreaterThan(5_000_000);
    }

    /** And nothing else comes of it. */
    @Test
    void shouldFloodWithReports() {
        Bulk honest = send(Misbehaviour.NONE, LossSpec.NONE, SECOND);
        Bulk flooded = send(Misbehaviour.FLOODS, LossSpec.NONE, SECOND);
        assertThat(flooded.sent(Counter.REPORTS_RCVD))
                .isGreaterThan(7 * honest.sent(Counter.REPORTS_RCVD));
        assertThat(flooded.placedBytes())
                .isBetween(honest.placedBytes() * 9 / 10, honest.placedBytes() * 11 / 10);
    }

    @Test
    void shouldBeSentAgainWhatItHas() {
        Bulk flow = send(Misbehaviour.ASKS_AGAIN, LossSpec.NONE, SECOND);
        assertThat(again(flow)).isGreaterThan(0.25);
        assertThat(there.counters().wireBytes()).isLessThan(RATE / 8 + 100_000);
    }

    /** Whatever is lost stays so, and its sender doesn't know. */
    @Test
    void shouldLoseWhatItAcknowledges() {
        Bulk flow = send(Misbehaviour.OPTIMISTIC, LossSpec.parse("2%"), SECOND);
        assertThat(again(flow)).isLessThan(0.005);
        assertThat(there.counters().droppedByLoss()).isGreaterThan(20);
        assertThat(flow.placedBytes()).isGreaterThan(5_000_000);
    }

    @Test
    void shouldGetWhatIsLostAndCountNone() {
        Bulk flow = send(Misbehaviour.CONCEALS_LOSS, LossSpec.parse("2%"), SECOND);
        assertThat(again(flow)).isBetween(0.01, 0.04);
        assertThat(flow.placedBytes()).isGreaterThan(5_000_000);
    }
}
