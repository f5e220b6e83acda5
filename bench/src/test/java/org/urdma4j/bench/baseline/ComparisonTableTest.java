package org.urdma4j.bench.baseline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

class ComparisonTableTest {
    private static String print(Scores before, Scores now) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        ComparisonTable.print(Comparison.of(before, now, 0.1), "turns", out);
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static void add(Scores scores, String benchmark, double... values) {
        for (double value : values) {
            scores.add(benchmark, value);
        }
    }

    @Test
    void shouldShowEachBenchmarkAndWhatGotSlower() {
        Scores before = new Scores();
        add(before, "bench.WriteBenchmark.packet", 0.02, 0.021, 0.019);
        add(before, "bench.Gone.packet", 1);
        Scores now = new Scores();
        add(now, "bench.WriteBenchmark.packet", 0.03, 0.031, 0.029);
        add(now, "bench.Fresh.packet", 123.4);

        List<String> lines = print(before, now).lines().toList();

        assertThat(lines.get(0)).matches("benchmark +before, turns +now, turns +now/before *");
        assertThat(lines.get(1)).matches("bench.Fresh.packet +- +123.4 \\(123.4-123.4\\) +new");
        assertThat(lines.get(2)).matches("bench.Gone.packet +1.000 \\(1.000-1.000\\) +- +missing");
        assertThat(lines.get(3))
                .matches(
                        "bench.WriteBenchmark.packet +0.02000 \\(0.01900-0.02100\\) +0.03000"
                                + " \\(0.02900-0.03100\\) +1.500  slower");
        assertThat(lines.getLast()).isEqualTo("Slower: bench.WriteBenchmark.packet (1.50 x).");
        assertThat(lines.get(1).length()).isEqualTo(lines.get(3).length() - "slower".length() + 3);
    }

    @Test
    void shouldSayThatNothingGotSlower() {
        Scores same = new Scores();
        add(same, "a", 1, 1);

        assertThat(print(same, same)).endsWith("Nothing got slower.\n").contains("1.000  same");
    }
}
