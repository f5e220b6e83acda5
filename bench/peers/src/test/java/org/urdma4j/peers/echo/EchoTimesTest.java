package org.urdma4j.peers.echo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.urdma4j.lab.latency.RoundTrips;

import java.time.Duration;

@SuppressWarnings("ConstantOverflow") // as the clock does
class EchoTimesTest {
    private static final long S = 1_000_000_000L;

    /** A clock may begin anywhere, and wrap. */
    private final long start = Long.MAX_VALUE - S;

    private final EchoTimes times = new EchoTimes(Duration.ofSeconds(1), Duration.ofSeconds(2));

    @Test
    void shouldCountWhatIsAnsweredAfterTheTimeThatDoesnt() throws Exception {
        times.start(start);
        assertThat(times.answered(start, start + S / 2)).isFalse();
        times.lost(start + S / 2);
        assertThat(times.answered(start + S / 2, start + S)).isFalse();
        times.lost(start + 2 * S);
        assertThat(times.answered(start + 2 * S, start + 3 * S - 1)).isFalse();
        assertThat(times.answered(start + 3 * S - 1, start + 3 * S)).isTrue();

        RoundTrips trips = RoundTrips.parse("echo", times.json());
        assertThat(times.count()).isEqualTo(3);
        assertThat(trips.perS()).isEqualTo(1.5);
        assertThat(trips.again()).isEqualTo(1);
        assertThat(trips.p50Us()).isCloseTo(5e5, within(1e3)); // of 1 ns, 0.5 s and 1 s
        assertThat(trips.p99Us()).isCloseTo(1e6, within(1e3));
    }
}
