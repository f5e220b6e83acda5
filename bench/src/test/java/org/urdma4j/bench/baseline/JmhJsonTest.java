package org.urdma4j.bench.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

class JmhJsonTest {
    private static final String RUN =
            """
            [{"benchmark": "org.urdma4j.bench.SackBenchmark.packet", "mode": "avgt",
              "params": {"loss": "0.01", "flight": "240000"},
              "primaryMetric": {"score": 60, "scoreUnit": "ns/op",
                                "rawData": [[60, 50, 70], [90, 80, 85]]},
              "secondaryMetrics": {"calibration": {"rawData": [[11, 10, 12], [16, 17, 18]]}}}]
            """;

    @TempDir Path folder;

    private Scores read(String json, boolean relative) throws IOException {
        return JmhJson.read(Files.writeString(folder.resolve("results.json"), json), relative);
    }

    /** Of each process: what was disturbed least, over the calibration that was. */
    @Test
    void shouldDivideByTheCalibrationOfTheSameProcess() throws Exception {
        Scores scores = read(RUN, true);

        assertThat(scores.benchmarks())
                .containsExactly("bench.SackBenchmark.packet flight=240000 loss=0.01");
        assertThat(scores.of("bench.SackBenchmark.packet flight=240000 loss=0.01"))
                .containsExactly(5.0, 5.0);
    }

    @Test
    void shouldReadNanosecondsWhereTheyCompare() throws Exception {
        assertThat(read(RUN, false).of("bench.SackBenchmark.packet flight=240000 loss=0.01"))
                .containsExactly(50.0, 80.0);
    }

    @Test
    void shouldRefuseWhatCanNotBeCompared() {
        assertThatThrownBy(() -> read(RUN.replace("calibration", "gc.time"), true))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("SackBenchmark.packet flight=240000 loss=0.01 has no times");
        assertThatThrownBy(() -> read(RUN.replace("avgt", "thrpt"), true))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("Mode.AverageTime");
        assertThatThrownBy(() -> read(RUN.replace("ns/op", "us/op"), true))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("nanoseconds");
        assertThatThrownBy(() -> read("[{", true))
                .isInstanceOf(IOException.class)
                .hasMessageEndingWith("results.json is no JSON of JMH");
    }
}
