package org.urdma4j.fec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Closed forms against what the decoder really leaves, on simulated paths of fixed seeds. */
class FecResidualTest {
    private static final long SEED = 2024;

    @Test
    void shouldHaveTheValuesOfTheTables() {
        assertThat(FecResidual.interleaved(1e-4, 20)).isCloseTo(2.0e-7, within(1e-8));
        assertThat(FecResidual.interleaved(1e-3, 20)).isCloseTo(2.0e-5, within(1e-6));
        assertThat(FecResidual.interleaved(1e-2, 20)).isCloseTo(1.8e-3, within(1e-4));
        assertThat(FecResidual.twoDimensional(1e-4, 40, 40)).isCloseTo(1e-12, within(3e-13));
        assertThat(FecResidual.twoDimensional(1e-2, 40, 40)).isCloseTo(1.8e-5, within(2e-6));
        assertThat(FecResidual.interleaved(0, 20)).isZero();
        assertThat(FecResidual.twoDimensional(0, 40, 40)).isZero();
    }

    /** Failures come in twos and threes, hence the factor under the root. */
    @ParameterizedTest
    @CsvSource({
        "0.01, 20, 1",
        "0.01, 20, 80",
        "0.001, 20, 8",
        "0.05, 8, 8",
        "0.02, 1, 50",
        "0.2, 5, 3"
    })
    void shouldLeaveWhatTheClosedFormSaysInOneDimension(double loss, int k, int r) {
        int packets = 800_000;
        long left =
                new Simulation(new LossModel(loss, 1, SEED))
                        .run(FecScheme.INTERLEAVED, k, r, packets)
                        .unrepaired();
        double expected = packets * FecResidual.interleaved(loss, k);
        assertThat((double) left)
                .as("seed %d", SEED)
                .isCloseTo(expected, within(4 * Math.sqrt(3 * expected)));
    }

    /** The form for tables is an approximation: a quarter off at most, and chance beside. */
    @ParameterizedTest
    @CsvSource({
        "0.01, 40, 40, 1",
        "0.02, 20, 20, 1",
        "0.05, 10, 10, 1",
        "0.05, 5, 5, 1",
        "0.1, 40, 40, 1",
        "0.01, 40, 40, 4",
        "0.01, 10, 20, 3",
        "0.001, 40, 40, 4"
    })
    void shouldLeaveAboutWhatTheFormSaysInTwo(double loss, int rows, int columns, double burst) {
        int packets = 800_000;
        long left =
                new Simulation(new LossModel(loss, burst, SEED))
                        .run(FecScheme.TWO_DIMENSIONAL, rows, columns, packets)
                        .unrepaired();
        double expected = packets * FecResidual.twoDimensional(loss, burst, rows, columns);
        assertThat((double) left)
                .as("seed %d", SEED)
                .isCloseTo(expected, within(expected / 4 + 4 * Math.sqrt(4 * expected)));
    }

    /** The promise of {@code auto}: 99 of 100 messages need no retransmission. */
    @ParameterizedTest
    @CsvSource({"0.001, 1, 1", "0.01, 1, 1", "0.001, 4, 17"})
    void shouldCompleteMessagesWithoutRetransmission(double loss, double meanBurst, int burst) {
        FecPolicy policy = new FecPolicy(FecMode.AUTO, FecMode.MOST_REPAIRS);
        policy.path(loss, meanBurst, burst, 59_837);
        Simulation simulation = new Simulation(new LossModel(loss, meanBurst, SEED));
        int incomplete = 0;
        for (int i = 0; i < 400; i++) {
            incomplete += simulation.message(policy, 4096) ? 0 : 1;
        }
        // 1 % of 400 and three standard deviations.
        assertThat(incomplete).as("seed %d", SEED).isLessThanOrEqualTo(10);
        assertThat(simulation.overhead()).isLessThan(0.3);
    }
}
