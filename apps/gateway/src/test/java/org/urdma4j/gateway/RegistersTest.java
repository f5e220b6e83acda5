package org.urdma4j.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.gateway.GatewayBench.RTT_NS;
import static org.urdma4j.gateway.GatewayBench.mark;
import static org.urdma4j.gateway.GatewayBench.psns;
import static org.urdma4j.gateway.GatewayBench.status;
import static org.urdma4j.gateway.TestPacket.ack;
import static org.urdma4j.gateway.TestPacket.middle;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.urdma4j.gateway.packet.LossReports;

/** The paper's two registers: what differs from the tables in apps/gateway/protocol.md. */
class RegistersTest {
    private final GatewayBench bench =
            new GatewayBench(
                    GatewayBench.config()
                            .pools(1 << 20, 1 << 20, 0)
                            .reports(LossReports.REGISTERS)
                            .build());

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void eachGapShouldBeNamedOnceAndNoneThatWasNamedBefore() {
        bench.fromOutside(middle(0), mark(1, 0, 1)).forgetOutput();

        bench.fromOutside(middle(3), middle(4), middle(6), middle(2)).after(2 * RTT_NS);

        assertThat(bench.inside).isEmpty();
        assertThat(bench.statuses()).containsExactly("#0 1..4: 1+2", "#0 1..7: 5+1");
        bench.fromOutside(middle(1), middle(5));
        assertThat(psns(bench.inside)).containsExactly(1, 2, 3, 4, 5, 6);
    }

    @Test
    void markShouldTellOfNoTail() {
        bench.fromOutside(middle(0), mark(1, 0, 1)).forgetOutput();

        bench.fromOutside(mark(2, 1, 5));

        assertThat(bench.statuses()).containsExactly("#2 1..1:");
    }

    @Test
    void gapThatIsNeverFilledShouldBeShownToTheReceiver() {
        bench.fromOutside(middle(0), mark(1, 0, 1), middle(2));

        bench.after(4 * RTT_NS);

        assertThat(psns(bench.inside)).containsExactly(0, 2);
        assertThat(bench.gateway.counters().givenUp).isEqualTo(1);
    }

    @Test
    void sentryShouldLetThroughWhatSeveralStatusesNamed() {
        bench.fromInside(middle(0)).after(RTT_NS).fromOutside(status(1, 1, 1, 1));
        for (int i = 1; i < 10; i++) {
            bench.fromInside(middle(i));
        }
        bench.fromOutside(ack(0), ack(1)).after(RTT_NS).forgetOutput();

        bench.fromOutside(status(0, 1, 3, 5, 3, 1), status(0, 1, 3, 8, 6, 1));
        for (int i = 2; i < 10; i++) {
            bench.fromInside(middle(i));
        }

        assertThat(bench.nacks()).containsExactly(2);
        assertThat(psns(bench.outside)).containsExactly(3, 6);
        assertThat(bench.marks()).isEmpty();
    }
}
