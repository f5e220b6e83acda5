package org.urdma4j.fec;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** The tables of docs/fec.md are what this module computes; a failure prints the right ones. */
class FecDocTest {
    private static final long SEED = 1;
    private static final int PACKETS = 1_000_000;
    private static final double[][] PATHS = {
        {0.001, 1}, {0.01, 1}, {0.05, 1}, {0.001, 4}, {0.01, 4}, {0.001, 16}
    };

    @Test
    void shouldShowWhatEachSchemeLeaves() throws IOException {
        StringBuilder table = new StringBuilder();
        for (double[] path : PATHS) {
            table.append(
                    "| %s | %.0f | %s | %s | %s | %s |%n"
                            .formatted(
                                    percent(path[0]),
                                    path[1],
                                    left(path, FecScheme.INTERLEAVED, 20, 1),
                                    left(path, FecScheme.INTERLEAVED, 20, 80),
                                    left(path, FecScheme.TWO_DIMENSIONAL, 40, 40),
                                    left(path, FecScheme.TWO_DIMENSIONAL, 10, 10)));
        }
        assertThat(doc()).contains(table);
    }

    @Test
    void shouldShowWhatAutoChooses() throws IOException {
        StringBuilder table = new StringBuilder();
        long bdp = 59_837;
        for (double loss : new double[] {1e-5, 1e-4, 1e-3, 1e-2, 5e-2}) {
            table.append("| %s ".formatted(percent(loss)));
            FecPolicy policy = new FecPolicy(FecMode.AUTO, FecMode.MOST_REPAIRS);
            policy.path(loss, 1, 1, bdp);
            for (long size : new long[] {1, 64, 4096, 100 * bdp}) {
                long left = Math.min(size, bdp);
                table.append("| %s ".formatted(chosen(policy, size, left)));
            }
            table.append("|%n".formatted());
        }
        assertThat(doc()).contains(table);
    }

    private static String chosen(FecPolicy policy, long size, long left) {
        if (!policy.next(size, left, left)) {
            return "none";
        }
        int parities = FecScheme.parities(policy.scheme(), policy.r(), policy.members());
        String shape =
                policy.scheme() == FecScheme.TWO_DIMENSIONAL
                        ? "%d × %d".formatted(policy.k(), policy.r())
                        : "k %d, r %d".formatted(policy.k(), policy.r());
        return "%s (%s)".formatted(shape, percent((double) parities / policy.members()));
    }

    private static String left(double[] path, int scheme, int k, int r) {
        double residual =
                new Simulation(new LossModel(path[0], path[1], SEED))
                        .run(scheme, k, r, PACKETS)
                        .residual();
        return residual == 0 ? "none seen" : String.format(Locale.ROOT, "%.1e", residual);
    }

    private static String percent(double share) {
        double percents = share * 100;
        // As short as it can be written to three digits.
        return new BigDecimal(percents)
                        .round(new MathContext(3))
                        .stripTrailingZeros()
                        .toPlainString()
                + " %";
    }

    private static String doc() throws IOException {
        return Files.readString(Path.of("..", "docs", "fec.md"));
    }
}
