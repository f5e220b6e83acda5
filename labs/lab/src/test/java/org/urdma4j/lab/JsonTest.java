package org.urdma4j.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;

/** What the lab reads of its processes. */
class JsonTest {
    private static final String RUN =
            """
            {"start": {"test_start": {"protocol": "urdma"}}, "intervals": [],
             "end": {"streams": [],
               "sum_sent": {"bytes": 1, "bits_per_second": 940000001.5, "retransmits": 1234},
               "sum_received": {"bytes": 1, "bits_per_second": 938765432.1},
               "urdma": {"rtt_ms": 21.5, "min_rtt_ms": 20.25, "socket_drops": 3,
                 "cpu_seconds_per_gigabyte_local": 1.25, "cpu_seconds_per_gigabyte_remote": 2.5}}}
            """;

    @Test
    void shouldReadARun() throws IOException {
        assertThat(FlowJson.parse(FlowKind.URDMA, RUN))
                .isEqualTo(
                        new FlowResult(
                                FlowKind.URDMA, 938765432.1, 1234, 21.5, 20.25, 1.25, 2.5, 3));
    }

    @Test
    void shouldPassOnWhatARunSaysOfItsFailure() {
        assertThatIOException()
                .isThrownBy(() ->
                        FlowJson.parse(
                                FlowKind.URDMA,
                                "{\"start\": {}, \"error\": \"no answer from 10.77.0.2:4791\"}"))
                .withMessage("urdma: no answer from 10.77.0.2:4791");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "[]",
                "urdma: no",
                "{}",
                "{\"end\": 1}",
                "{\"end\": {\"sum_received\": {\"bits_per_second\": \"fast\"}}}"
            })
    void shouldSayInOneLineWhatIsNoRun(String text) {
        assertThatIOException()
                .isThrownBy(() -> FlowJson.parse(FlowKind.URDMA, text))
                .satisfies(e -> assertThat(e.getMessage()).isNotBlank().doesNotContain("\n"));
    }

    @Test
    void shouldReadWhetherThePathWasLate() throws IOException {
        String summary =
                """
                {"event": "ready", "data": {}}
                {"event": "end", "data": {"void": false, "reason": null, "late_ms_p99": 0.125}}
                """;
        assertThat(PathJson.parse(summary)).isEqualTo(new PathResult(125, ""));

        PathResult late =
                PathJson.parse(
                        summary.replace("false", "true").replace("null", "\"1 % were 3 ms late\""));
        assertThat(late.isVoid()).isTrue();
        assertThat(late.reason()).isEqualTo("1 % were 3 ms late");
        assertThat(PathJson.parse("{\"event\":\"end\",\"data\":{\"void\":true}}").isVoid())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{\"event\": \"ready\", \"data\": {}}", "killed"})
    void shouldNotTakeAPathForFineThatDoesNotSaySo(String text) {
        assertThatIOException().isThrownBy(() -> PathJson.parse(text));
    }

    /** 40 % of a processor for 10 s and 1.25 GB. */
    @Test
    void shouldReadWhatIperf3Prints() throws IOException {
        FlowResult flow =
                FlowJson.parse(
                        FlowKind.TCP_BBR,
                        """
                        {"end": {"streams": [{"sender": {"mean_rtt": 21500, "min_rtt": 20050}}],
                          "sum_sent": {"seconds": 10, "retransmits": 7},
                          "sum_received": {"bytes": 1250000000, "bits_per_second": 1e9},
                          "cpu_utilization_percent": {"host_total": 40, "remote_total": 50}}}
                        """);

        assertThat(flow)
                .isEqualTo(new FlowResult(FlowKind.TCP_BBR, 1e9, 7, 21.5, 20.05, 3.2, 4.0, 0));
    }
}
