package org.urdma4j.tools.lab;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.lab.PathResult;
import org.urdma4j.lab.coexist.CoexistCell;
import org.urdma4j.lab.coexist.CoexistPlan;
import org.urdma4j.lab.coexist.CoexistResult;
import org.urdma4j.lab.coexist.CoexistTrace;
import org.urdma4j.lab.coexist.FlowTrace;
import org.urdma4j.lab.coexist.PathTrace;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** What is shown of recorded samples: two rivals, one cell void, one failed. */
class CoexistOutputTest {
    private static final CoexistCell TWO = cell("cubic", 2, 0.25);
    private static final CoexistCell LATE = cell("bbr", 1, 1);
    private static final CoexistCell GONE = cell("reno", 1, 5);
    private static final CoexistPlan PLAN =
            new CoexistPlan(List.of(TWO, LATE, GONE), "rrcc", 20, 5);

    @TempDir private Path folder;
    private StringWriter text;

    @BeforeEach
    void begin() {
        text = new StringWriter();
    }

    private static CoexistCell cell(String rival, int rivals, double queue) {
        return new CoexistCell(rival, rivals, 90_000_000, 20_000_000, queue, false);
    }

    private static FlowTrace flow(double fromS, double toS, double bps) {
        return new FlowTrace("flow", 1, 7, List.of(new FlowTrace.Span(fromS, toS, bps)));
    }

    /** The queue is 5 ms as long as there are rivals, then 1 ms; the link is full. */
    private static CoexistResult run(CoexistCell cell) throws IOException {
        if (cell.equals(GONE)) {
            throw new IOException("tcp-reno client: gone");
        }
        List<PathTrace.Reading> readings = new ArrayList<>();
        double queuedMs = 0;
        for (int i = 0; i <= 500; i++) {
            readings.add(new PathTrace.Reading(i / 10.0, 1_125_000L * i, 10L * i, 0, queuedMs));
            queuedMs += i < 360 ? 50 : 10;
        }
        List<FlowTrace> rivals = new ArrayList<>();
        for (int i = 0; i < cell.rivals(); i++) {
            rivals.add(flow(1, 36, 40e6 - 20e6 * i));
        }
        CoexistTrace trace =
                new CoexistTrace(flow(4, 50, 30e6), rivals, new PathTrace(90_000_000, readings));
        String reason = cell.equals(LATE) ? "1 % of the packets were late" : "";
        return CoexistResult.of(PLAN, cell, trace, new PathResult(90, reason));
    }

    private List<String> lines(Function<PrintWriter, CoexistOutput> output)
            throws IOException, InterruptedException {
        CoexistJob job =
                new CoexistJob(
                        PLAN,
                        output.apply(new PrintWriter(text)),
                        folder.resolve("page.html"),
                        folder.resolve("cells.csv"));
        assertThat(job.run(CoexistOutputTest::run)).isFalse();
        return text.toString().lines().toList();
    }

    @Test
    void shouldPrintALineForEachCell() throws Exception {
        List<String> lines = lines(CoexistText::new);

        assertThat(lines)
                .containsExactly(
                        "                      RTT  queue        ours : rivals,              "
                                + " queue p95  3 s after",
                        "rivals      Mbit/s     ms    BDP first  of the fair share        use  "
                                + "      ms         ms",
                        "2 cubic         90     20   0.25 rival  1.00 : 0.67 to 1.33    1.000  "
                                + "     5.0        1.0",
                        "1 bbr           90     20      1 rival  0.67 : 0.89            1.000  "
                                + "     5.0        1.0  void: 1 % of the packets were late",
                        "1 reno          90     20      5 rival  failed                     -  "
                                + "       -          -  failed: tcp-reno client: gone",
                        "",
                        "--cc rrcc over 20 s: all flows between half and twice the fair share in"
                                + " 1 of 1 cells; 1 failed, 1 void");
    }

    @Test
    void shouldPrintAnObjectForEachCell() throws Exception {
        List<String> lines = lines(CoexistJson::new);

        assertThat(lines).hasSize(4);
        assertThat(lines.get(0))
                .startsWith(
                        "{\"event\":\"cell\",\"data\":{\"rival\":\"cubic\",\"rivals\":2,"
                                + "\"rate_bps\":90000000,\"rtt_ms\":20.0,\"queue_bdp\":0.25,"
                                + "\"first\":\"rival\",\"seconds\":20.0,\"ours\":1.0,")
                .contains("\"fair\":true", "\"queue_ms_p95\":5.0", "\"after_queue_ms_p95\":1.0")
                .endsWith(",\"void\":null,\"failure\":null}}");
        assertThat(lines.get(1)).contains("\"void\":\"1 % of the packets were late\"");
        assertThat(lines.get(2))
                .contains("\"ours\":null", "\"fair\":null", "\"use\":null")
                .endsWith("\"failure\":\"tcp-reno client: gone\"}}");
        assertThat(lines.get(3))
                .isEqualTo(
                        "{\"event\":\"end\",\"data\":{\"cc\":\"rrcc\",\"time_s\":20,\"omit_s\":5,"
                                + "\"cells\":3,\"fair\":1,\"failed\":1,\"voids\":1}}");
    }

    @Test
    void shouldWriteTheFilesAsItGoes() throws Exception {
        var _ = lines(CoexistText::new);

        assertThat(folder.resolve("cells.csv")).content().hasLineCount(4);
        assertThat(folder.resolve("page.html"))
                .content()
                .contains("2 cubic, 90 Mbit/s, 20 ms, queue 0.25 BDP, rival first")
                .endsWith("</html>\n");
    }
}
