package org.urdma4j.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.gateway.GatewayBench.RTT_NS;
import static org.urdma4j.gateway.GatewayBench.mark;
import static org.urdma4j.gateway.GatewayBench.status;
import static org.urdma4j.gateway.TestPacket.ack;
import static org.urdma4j.gateway.TestPacket.middle;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.urdma4j.gateway.flow.Flow;
import org.urdma4j.gateway.flow.FlowReport;

import java.util.List;

/** What is counted by flow, at both ends of a flow. */
class FlowReportTest {
    private static final long IDLE_NS = 31_000_000_000L;

    private final GatewayBench bench = new GatewayBench();

    @AfterEach
    void close() {
        bench.close();
    }

    private FlowReport only() {
        List<FlowReport> flows = bench.gateway.flows();
        assertThat(flows).hasSize(1);
        return flows.getFirst();
    }

    @Test
    void aDepotShouldCountWhatItHeldAndWhatCameAgain() {
        bench.fromOutside(middle(0), mark(1, 0, 1), middle(2), middle(3), middle(5));

        assertThat(only().half()).isEqualTo(FlowReport.Half.DEPOT);
        assertThat(only().key().qpn()).isEqualTo(TestPacket.QP_OF_B);
        assertThat(only().senderQpn()).isEqualTo(Flow.UNKNOWN);
        assertThat(only().packets()).isEqualTo(4);
        assertThat(only().held()).isEqualTo(3);
        assertThat(only().recovered()).isZero();
        long three = only().poolBytes();
        assertThat(three).isPositive();

        bench.fromOutside(middle(1), middle(4));

        assertThat(only().packets()).isEqualTo(6);
        assertThat(only().recovered()).isEqualTo(2);
        assertThat(only().poolBytes()).isZero();
    }

    @Test
    void aSentryShouldCountWhatItSentAgain() {
        bench.fromInside(middle(0)).after(RTT_NS).fromOutside(status(1, 1, 1, 1));
        bench.fromInside(middle(1), middle(2), middle(3)).fromOutside(ack(0)).after(RTT_NS);
        long copies = only().poolBytes();
        assertThat(copies).isPositive();

        bench.fromOutside(status(0, 1, 1, 4, 1, 1));

        assertThat(only().half()).isEqualTo(FlowReport.Half.SENTRY);
        assertThat(only().packets()).isEqualTo(4);
        assertThat(only().resent()).isEqualTo(1);
        assertThat(only().ended()).isFalse();
    }

    @Test
    void aFlowThatIsOverShouldBeRemembered() {
        bench.fromInside(middle(0), middle(1)).after(IDLE_NS);

        assertThat(only().ended()).isTrue();
        assertThat(only().packets()).isEqualTo(2);
        assertThat(only().poolBytes()).isZero();
    }

    @Test
    void whatWasNeverSentIsNoFlow() {
        bench.fromOutside(mark(1, 0, 1));

        assertThat(bench.gateway.flows()).isEmpty();
    }
}
