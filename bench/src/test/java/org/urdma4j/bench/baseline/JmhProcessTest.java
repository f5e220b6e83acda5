package org.urdma4j.bench.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.urdma4j.bench.baseline.JmhProcess.Length;

import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;

/** JMH itself, for a moment. */
@Timeout(120)
class JmhProcessTest {
    private static final JmhProcess JMH =
            new JmhProcess(System.getProperty("java.class.path"), true, Length.GLANCE);

    @Test
    void shouldMeasureBesideTheCalibration() throws Exception {
        Scores scores = JMH.run("org.urdma4j.transport.shard.DoorbellBenchmark.stack");

        String benchmark = "transport.shard.DoorbellBenchmark.stack";
        assertThat(scores.benchmarks()).containsExactly(benchmark);
        assertThat(scores.of(benchmark)).hasSize(1).allMatch(turns -> turns > 0);
    }

    @Test
    void shouldFindNothingInARevisionThatLacksABenchmark() throws Exception {
        assertThat(JMH.run("org.urdma4j.bench.WriteBenchmark.pack").benchmarks()).isEmpty();
    }

    @Test
    void shouldTellWhatIsWrong() {
        JmhProcess nothing = new JmhProcess("/nonexistent", false, Length.GLANCE);

        assertThatThrownBy(() -> nothing.run("a.B.c"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("org.openjdk.jmh.Main");
    }

    @Test
    void shouldLookAfterOurOwnBenchmarks() {
        List<String> all = BenchmarkSet.methods(List.of(), false);

        assertThat(all)
                .contains(
                        "org.urdma4j.bench.WriteBenchmark.packet",
                        "org.urdma4j.transport.shard.DeadlineBenchmark.heap")
                .noneMatch(name -> name.contains("jctools") || name.contains("two"));
        assertThat(BenchmarkSet.methods(List.of(), true))
                .containsAll(all)
                .anyMatch(name -> name.contains("RingBenchmark.two"));
        assertThat(BenchmarkSet.methods(List.of(Pattern.compile("Icrc|Sack")), false)).hasSize(3);
    }
}
