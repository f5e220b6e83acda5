package org.urdma4j.tools.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.tools.Invocation;

import java.nio.file.Path;
import java.util.List;

class LossCommandTest {
    private static final String SMALL =
            "bench loss --rate 100M --rtt 20ms --losses 0,1% --time 8s --threads 2";

    @TempDir private Path folder;

    private static Invocation call(String line) {
        return Invocation.of((Object[]) line.split(" "));
    }

    private static List<Double> figures(Invocation result, String label) {
        String line = result.out().lines().filter(it -> it.startsWith(label)).findFirst().get();
        return List.of(line.substring(16).strip().split(" +")).stream()
                .map(Double::valueOf)
                .toList();
    }

    @Test
    void shouldPrintAndDrawWhatEachGets() {
        Path svg = folder.resolve("loss.svg");

        Invocation result = call(SMALL + " --svg " + svg);

        assertThat(result.err()).isEmpty();
        assertThat(result.status()).isZero();
        assertThat(result.out().lines()).hasSize(5);
        for (String label : List.of("URDMA", "TCP BBR", "TCP CUBIC", "go-back-N RDMA")) {
            assertThat(figures(result, label).getFirst()).isBetween(0.07, 0.1);
        }
        assertThat(figures(result, "URDMA").getLast()).isGreaterThan(0.08);
        assertThat(figures(result, "TCP CUBIC").getLast()).isLessThan(0.03);
        assertThat(figures(result, "go-back-N RDMA").getLast()).isLessThan(0.05);
        assertThat(svg)
                .content()
                .startsWith("<svg xmlns=")
                .contains("URDMA at 1 %: 0.0", "TCP CUBIC at 0 %: 0.0")
                .endsWith("</svg>\n");
        assertThat(call(SMALL).out()).isEqualTo(result.out());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--losses 3 | probability",
                "--rate 1 | --rate must be 1M to 4T",
                "--rtt 11s | --rtt must be 1us to 10s",
                "--time 0 | --time must be above 0",
                "--threads 0 | --threads must be at least 1",
                "--svg /no/such/folder/a.svg | there is no folder"
            })
    void shouldSayInOneLineWhatIsWrong(String arguments, String message) {
        Invocation result = call("bench loss " + arguments);

        assertThat(result.status()).isEqualTo(2);
        assertThat(result.out()).isEmpty();
        assertThat(result.errLines()).hasSize(2);
        assertThat(result.errLines().getFirst()).startsWith("urdma: ").contains(message);
    }
}
