package org.urdma4j.congestion;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** An application that waits for each answer, whose requests nobody reports of for a while. */
class OneAtATimeTest {
    private static final int PACKET = 1_000;
    private static final int REQUEST = 86;
    private static final int REQUESTS_PER_BURST = 2 * PACKET / REQUEST;

    private final CongestionControl control =
            new CongestionControl(new FixedRateController(1_000_000), PACKET);

    private long budget(int request) {
        return control.budget(20_000L * request);
    }

    private void send(int request) {
        long nowNs = 20_000L * request;
        control.onSent(nowNs, REQUEST);
        control.onApplicationLimited(nowNs);
    }

    @Test
    void shouldNotWaitWhileLessThanABurstIsUnreported() {
        for (int request = 0; request <= REQUESTS_PER_BURST; request++) {
            assertThat(budget(request)).as("request %d", request).isPositive();
            send(request);
        }
    }

    @Test
    void shouldBePacedOnceABurstIsUnreported() {
        int sent = 0;
        for (int request = 0; request < 10_000; request++) {
            if (budget(request) > 0) {
                send(request);
                sent++;
            }
        }
        // a fifth of a second at the rate, the two bursts of the bucket, and the unreported one
        assertThat(sent).isLessThanOrEqualTo((25_000 + 3 * 2 * PACKET) / REQUEST + 1);
    }
}
