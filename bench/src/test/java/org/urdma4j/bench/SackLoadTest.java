package org.urdma4j.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@link SackBenchmark} measures does what it should: each lost packet is sent again once. */
class SackLoadTest {
    private static final int FLIGHT = 24_000;

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.01, 0.05})
    void shouldResendWhatIsLost(double loss) {
        SackLoad load = new SackLoad(FLIGHT, loss);

        assertThat(load.duplicates()).isZero();
        // Lost in the first five of six path lengths: the last is still on the way.
        assertThat(load.resentShare()).isCloseTo(loss * 5 / 6, within(loss / 10));
        assertThat(load.outstanding()).isBetween((long) FLIGHT, 6L * FLIGHT);
    }
}
