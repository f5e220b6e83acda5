package org.urdma4j.gateway.bridge.frame;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.concurrent.atomic.AtomicLong;

class GatewayWarmUpTest {
    /**
     * In 20,000 steps 44,904 frames are made, 312 of which are management datagrams and sent three
     * times. What was lost between the gateways is sent again from copies, but for what is not
     * theirs, and acknowledgements before others; the last ones are under way.
     */
    @Test
    void shouldBringAllThrough() {
        AtomicLong clock = new AtomicLong();

        int delivered = GatewayWarmUp.run(() -> clock.addAndGet(100_000));

        assertThat(delivered).isBetween(45_200, 44_904 + 2 * 312);
    }
}
