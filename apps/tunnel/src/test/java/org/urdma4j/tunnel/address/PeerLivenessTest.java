package org.urdma4j.tunnel.address;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PeerLivenessTest {
    private static final long S = 1_000_000_000;

    private final PeerLiveness liveness = new PeerLiveness();

    @Test
    void shouldMissNobodyBeforeSomethingWasSent() {
        liveness.heard();
        assertThat(liveness.asks(1000 * S)).isFalse();
        assertThat(liveness.isDeaf(1000 * S)).isFalse();
    }

    @Test
    void shouldAskBeforeItStopsAndGoOnAsking() {
        liveness.sent(10 * S);
        liveness.sent(14 * S);
        assertThat(liveness.asks(15 * S - 1)).isFalse();
        int questions = 0;
        for (long now = 15 * S; now < 25 * S; now += S / 10) {
            assertThat(liveness.isDeaf(now)).isFalse();
            if (liveness.asks(now)) {
                liveness.ask(now);
                questions++;
            }
        }
        assertThat(questions).isEqualTo(10);
        assertThat(liveness.isDeaf(25 * S)).isTrue();
        assertThat(liveness.asks(25 * S)).isTrue();
        liveness.heard();
        assertThat(liveness.isDeaf(25 * S)).isFalse();
        assertThat(liveness.asks(25 * S)).isFalse();
        liveness.sent(26 * S);
        assertThat(liveness.isDeaf(40 * S)).isFalse();
    }
}
