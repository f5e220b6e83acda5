package org.urdma4j.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GatewayFlowsTest {
    /** Otherwise the benchmark would measure flows that gateways don't know. */
    @Test
    void gatewaysShouldKnowAllFlowsAndKeepTheirPackets() {
        GatewayFlows flows = new GatewayFlows(false);
        for (int i = 0; i < 25_000; i++) {
            flows.throughSentry();
            flows.throughDepot();
        }

        assertThat(flows.notKept()).isZero();
        assertThat(flows.keptBytes()).isBetween(8 * 4096L, 10_000 * 8 * 4200L);
    }
}
