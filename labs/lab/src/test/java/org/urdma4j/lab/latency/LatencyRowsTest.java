package org.urdma4j.lab.latency;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.lab.FlowJson;
import org.urdma4j.lab.Rounds;

import tools.jackson.databind.JsonNode;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;

class LatencyRowsTest {
    private static final LatencyPlan PLAN =
            new LatencyPlan(
                    List.of(Asker.ECHO, Asker.WRITE, Asker.READ),
                    List.of(0, 50),
                    64,
                    new Rounds(List.of(1500), 3, 5, 1));

    private final List<LatencyResult> results = new ArrayList<>();

    private void ran(int round, int busyPollUs, Asker asker, double p50, double p99) {
        LatencyTurn turn = new LatencyTurn(round, 1500, busyPollUs, asker);
        results.add(new LatencyResult(turn, new RoundTrips(p50, p99, 10 * p99, 1e6 / p50, 2), ""));
    }

    private void failed(int round, int busyPollUs, Asker asker, String why) {
        results.add(LatencyResult.failed(new LatencyTurn(round, 1500, busyPollUs, asker), why));
    }

    /** The machine gets slower from round to round; with busy polling all take half. */
    private void run() {
        for (int round = 1; round <= 3; round++) {
            ran(round, 0, Asker.ECHO, 20 * round, 40 * round);
            ran(round, 0, Asker.WRITE, 24 * round + round - 1, 100 * round);
            ran(round, 50, Asker.ECHO, 10 * round, 20 * round);
            ran(round, 50, Asker.WRITE, 13 * round, 40 * round);
        }
        failed(1, 50, Asker.READ, "no port");
    }

    private String table() {
        StringWriter text = new StringWriter();
        LatencyTable.print(LatencyRow.of(PLAN, results), new PrintWriter(text));
        return text.toString();
    }

    @Test
    void shouldCompareWithTheEchoOfTheSameRound() {
        run();

        assertThat(table().lines())
                .containsExactly(
                        "MTU   poll us                   p50 us  / echo                p99 us"
                                + "  / echo              p99.9 us   per s again  aims",
                        "1500        0  Netty UDP echo     40.0  1.00 (1.00 to 1.00)     80.0"
                                + "  1.00 (1.00 to 1.00)    800.0   25000     6",
                        "1500        0  urdma WRITE        49.0  1.23 (1.20 to 1.23)    200.0"
                                + "  2.50 (2.50 to 2.50)   2000.0   20408     6  p99 missed",
                        "1500        0  urdma READ      not run",
                        "1500       50  Netty UDP echo     20.0  1.00 (1.00 to 1.00)     40.0"
                                + "  1.00 (1.00 to 1.00)    400.0   50000     6",
                        "1500       50  urdma WRITE        26.0  1.30 (1.30 to 1.30)     80.0"
                                + "  2.00 (2.00 to 2.00)    800.0   38462     6  met",
                        "1500       50  urdma READ       failed",
                        "Aims: p50 at most 1.3 times, p99 at most 2.0 times the echo's in its"
                                + " round.",
                        "Failed: urdma READ, MTU 1500, busy polling 50 us: no port");
    }

    @Test
    void shouldSayWhichAimWasMissed() {
        ran(1, 0, Asker.ECHO, 10, 20);
        ran(1, 0, Asker.WRITE, 14, 40);
        ran(1, 0, Asker.READ, 14, 41);

        List<LatencyRow> rows = LatencyRow.of(PLAN, results);

        assertThat(LatencyAim.verdict(rows.get(0))).isEmpty();
        assertThat(LatencyAim.verdict(rows.get(1))).isEqualTo("p50 missed");
        assertThat(LatencyAim.verdict(rows.get(2))).isEqualTo("missed");
    }

    @Test
    void shouldSayNothingOfRatiosWithoutTheEcho() {
        failed(1, 0, Asker.ECHO, "no port");
        ran(1, 0, Asker.WRITE, 30, 60);
        ran(1, 50, Asker.ECHO, 10, 20); // another time of busy polling
        ran(2, 0, Asker.ECHO, 10, 20); // another round

        LatencyRow write = LatencyRow.of(PLAN, results).get(1);

        assertThat(write.p50Us().median()).isEqualTo(30);
        assertThat(write.p50OverEcho().count()).isZero();
        assertThat(LatencyAim.verdict(write)).isEmpty();
        assertThat(table()).doesNotContain("NaN");
    }

    @Test
    void shouldTellProgramsEveryRun() throws Exception {
        run();

        JsonNode json = FlowJson.tree(LatencyJson.of(PLAN, results));

        assertThat(json.path("size").asInt()).isEqualTo(64);
        assertThat(json.path("runs").size()).isEqualTo(13);
        assertThat(json.path("runs").path(12).path("failure").asString()).isEqualTo("no port");
        assertThat(json.path("runs").path(12).has("p50_us")).isFalse();
        JsonNode write = json.path("rows").path(4);
        assertThat(write.path("asker").asString()).isEqualTo("write");
        assertThat(write.path("busy_poll_us").asInt()).isEqualTo(50);
        assertThat(write.path("p50_over_echo").path("most").asDouble()).isEqualTo(1.3);
        assertThat(write.path("p999_us").path("median").asDouble()).isEqualTo(800);
        assertThat(write.path("again").asInt()).isEqualTo(6);
        assertThat(json.path("rows").path(2).has("p50_us")).isFalse();
    }
}
