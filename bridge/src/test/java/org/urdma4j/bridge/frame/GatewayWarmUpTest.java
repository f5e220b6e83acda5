package org.urdma4j.bridge.frame;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.concurrent.atomic.AtomicLong;

class GatewayWarmUpTest {
    /**
     * What was lost between the gateways is sent again from copies; the last ones are under way.
     */
    @Test
    void shouldBringAllThrough() {
        AtomicLong clock = new AtomicLong();

        int delivered = GatewayWarmUp.run(() -> clock.addAndGet(100_000));

        assertThat(delivered).isBetween(19_000, 20_000);
    }
}
